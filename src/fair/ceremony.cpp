// Commit-reveal ceremony: checks of commitments and shares, and the deal's key.
#include "fair/ceremony.h"

#include <utility>

namespace nl {
namespace {

constexpr std::string_view kKeyLabel = "ninelives fair 1 key\n";

std::string of_seat(Seat seat) { return " of seat " + std::to_string(seat); }

}  // namespace

// ---- a complete ceremony --------------------------------------------------------------------

FairDeal::FairDeal(const GameId& game, std::string terms, const Bytes32& server_commitment,
                   const Bytes32& server_seed, std::vector<SeatShare> shares)
    : game_(game),
      terms_(std::move(terms)),
      server_commitment_(server_commitment),
      server_seed_(server_seed),
      shares_(std::move(shares)) {
  if (shares_.size() > kMaxSeats) throw FairError("there are more shares than seats");
  const Bytes32 digest = game_digest(game_, terms_);
  if (nl::server_commitment(digest, server_seed_) != server_commitment_) {
    throw FairError("the server's seed, the game or its rules are not those it committed to");
  }
  for (Seat seat = 0; seat < shares_.size(); ++seat) check_share(seat, digest);
  key_ = derive_key(digest);
}

void FairDeal::check_share(Seat seat, const Bytes32& game_digest) const {
  const SeatShare& share = shares_[seat];
  if (share.status == ShareStatus::Missing) {
    if (share.share != Bytes32{})
      throw FairError("the missing share" + of_seat(seat) + " is there");
    return;
  }
  if (share_commitment(game_digest, server_commitment_, seat, share.share) != share.commitment) {
    throw FairError("the share" + of_seat(seat) + " is not the one committed to");
  }
  if (share.status == ShareStatus::Supplied &&
      share.share != supplied_share(game_digest, server_seed_, seat)) {
    throw FairError("the supplied share" + of_seat(seat) +
                    " does not follow from the server's seed");
  }
}

// Commitments and marks are part of the key: dropping or relabelling a share gives another game.
Bytes32 FairDeal::derive_key(const Bytes32& game_digest) const {
  std::vector<std::uint8_t> seats;
  for (const SeatShare& share : shares_) {
    seats.push_back(static_cast<std::uint8_t>(share.status));
    seats.insert(seats.end(), share.commitment.begin(), share.commitment.end());
    seats.insert(seats.end(), share.share.begin(), share.share.end());
  }
  return hmac_sha256(server_seed_, {as_bytes(kKeyLabel), game_digest, server_commitment_, seats});
}

// ---- a ceremony under way -------------------------------------------------------------------

FairCeremony::FairCeremony(const GameId& game, std::string terms, int seats,
                           const Bytes32& server_seed)
    : game_(game),
      terms_(std::move(terms)),
      server_seed_(server_seed),
      game_digest_(game_digest(game_, terms_)),
      server_commitment_(nl::server_commitment(game_digest_, server_seed_)) {
  if (seats < 1 || seats > kMaxSeats) throw std::invalid_argument("no such number of seats");
  shares_.resize(static_cast<std::size_t>(seats));
}

CeremonyRefusal FairCeremony::commit(Seat seat, const Bytes32& commitment) {
  if (seat >= shares_.size()) return CeremonyRefusal::NoSuchSeat;
  if (closed_) return CeremonyRefusal::NotNow;
  if (holds(committed_, seat)) return CeremonyRefusal::Twice;
  committed_ |= seat_bit(seat);
  shares_[seat].commitment = commitment;
  return CeremonyRefusal::None;
}

void FairCeremony::close_commitments() {
  if (closed_) return;
  closed_ = true;
  waiting_for_ = committed_;
  for (Seat seat = 0; seat < shares_.size(); ++seat) {
    if (holds(committed_, seat)) continue;
    const Bytes32 share = supplied_share(game_digest_, server_seed_, seat);
    shares_[seat] = {ShareStatus::Supplied,
                     share_commitment(game_digest_, server_commitment_, seat, share), share};
  }
}

SeatMask FairCeremony::supplied() const {
  return closed_ ? static_cast<SeatMask>(all_seats(seats()) & ~committed_) : SeatMask{0};
}

CeremonyRefusal FairCeremony::reveal(Seat seat, const Bytes32& share) {
  if (seat >= shares_.size()) return CeremonyRefusal::NoSuchSeat;
  if (!closed_) return CeremonyRefusal::NotNow;
  if (!holds(committed_, seat)) return CeremonyRefusal::NotCommitted;
  if (!holds(waiting_for_, seat)) return CeremonyRefusal::Twice;
  if (share_commitment(game_digest_, server_commitment_, seat, share) != shares_[seat].commitment) {
    return CeremonyRefusal::DoesNotMatch;
  }
  waiting_for_ = without(waiting_for_, seat);
  shares_[seat].status = ShareStatus::Given;
  shares_[seat].share = share;
  return CeremonyRefusal::None;
}

FairDeal FairCeremony::finish() const {
  if (!closed_) throw std::logic_error("a deal before the commitments are closed");
  return {game_, terms_, server_commitment_, server_seed_, shares_};
}

}  // namespace nl
