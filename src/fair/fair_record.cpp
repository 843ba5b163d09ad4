// Generator of fairly dealt records of random games.
#include "fair/fair_record.h"

#include "fair/fair_line.h"
#include "fair/fair_source.h"

namespace nl {
namespace {

// Repeatable bytes for a rehearsal; a real seed comes from secret_bytes().
Bytes32 rehearsed_bytes(std::uint64_t seed, std::uint64_t game, const std::string& part) {
  const std::string text =
      "ninelives rehearsal " + std::to_string(seed) + ' ' + std::to_string(game) + ' ' + part;
  return sha256({as_bytes(text)});
}

}  // namespace

FairDeal rehearsed_deal(const Header& header, std::uint64_t seed, std::uint64_t game,
                        const FairCast& cast) {
  const Bytes32 name = rehearsed_bytes(seed, game, "game");
  GameId id;
  std::copy_n(name.begin(), id.size(), id.begin());
  FairCeremony ceremony(id, terms_of(header), header.seats, rehearsed_bytes(seed, game, "server"));
  const Bytes32 digest = game_digest(id, ceremony.terms());
  const auto share = [&](Seat seat) {
    return rehearsed_bytes(seed, game, "share " + std::to_string(seat));
  };
  const auto status = [&](Seat seat) {
    return seat < cast.size() ? cast[seat] : ShareStatus::Supplied;
  };
  for (Seat seat = 0; seat < header.seats; ++seat) {
    if (status(seat) == ShareStatus::Supplied) continue;
    ceremony.commit(seat,
                    share_commitment(digest, ceremony.server_commitment(), seat, share(seat)));
  }
  ceremony.close_commitments();
  for (Seat seat = 0; seat < header.seats; ++seat) {
    if (status(seat) == ShareStatus::Given) ceremony.reveal(seat, share(seat));
  }
  return ceremony.finish();
}

std::vector<std::string> fair_random_record(const Header& header, std::uint64_t seed,
                                            std::uint64_t game, const FairRecordOptions& options) {
  const FairDeal deal = rehearsed_deal(header, seed, game, options.cast);
  Game play(header, FairSource(deal), RecordWriter({record_text(header)}, options.detail));
  play_at_random(play, Stream(mix64(seed + 1) ^ game), options.forfeit_percent);
  play.note(record_text(deal));
  return play.record();
}

}  // namespace nl
