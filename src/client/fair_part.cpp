#include "client/fair_part.h"

#include <algorithm>

#include "fair/commitment.h"
#include "protocol/fields.h"

namespace nl {
namespace {

Bytes32 bytes_of(const Json& message, const char* key) {
  const auto bytes = parse_bytes32(text_of(message, key));
  if (!bytes) throw BadMessage(key);
  return *bytes;
}

std::string game_of(const Json& message) {
  return text_of(message, "id") + ' ' + text_of(message, "terms");
}

}  // namespace

std::optional<Request> FairPart::answer(const Json& message, Seat seat, Entropy& entropy) {
  const std::string& stage = text_of(message, "stage");
  if (stage == "commit") return commit(message, seat, entropy);
  return stage == "reveal" ? reveal(message) : std::nullopt;
}

Request FairPart::commit(const Json& message, Seat seat, Entropy& entropy) {
  const auto id = parse_game_id(text_of(message, "id"));
  if (!id) throw BadMessage("id");
  // News again after a lost connection: the share stays the same.
  const bool again = committed_ && game_ == game_of(message) && seat_ == seat;
  if (!again) {
    *this = {};
    game_ = game_of(message);
    seat_ = seat;
    server_ = bytes_of(message, "commitment");
    share_ = entropy.draw<Bytes32>();
    const Bytes32 digest = game_digest(*id, text_of(message, "terms"));
    own_ = share_commitment(digest, server_, seat, share_);
    committed_ = true;
  }
  return CommitRequest{own_};
}

std::optional<Request> FairPart::reveal(const Json& message) {
  if (!committed_ || game_ != game_of(message)) return std::nullopt;
  if (server_ != bytes_of(message, "commitment")) throw BadMessage("commitment");
  const auto listed = message.find("commitments");
  if (listed == message.end() || !listed->is_array() || seat_ >= listed->size())
    return std::nullopt;
  // It came too late, and the server has supplied one: this share is not in the game.
  if ((*listed)[seat_] != to_hex(own_)) return std::nullopt;
  revealed_ = true;
  return RevealRequest{share_};
}

WrittenDown FairPart::written() const {
  WrittenDown written;
  if (committed_) written.server_commitment = server_;
  if (revealed_) written.shares.emplace_back(seat_, share_);
  return written;
}

}  // namespace nl
