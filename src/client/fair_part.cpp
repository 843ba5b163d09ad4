// A client's commitment and share in the fair shuffle.
#include "client/fair_part.h"

#include "fair/commitment.h"

namespace nl {
namespace {

std::string game_of(const FairMessage& message) { return to_hex(message.id) + ' ' + message.terms; }

}  // namespace

std::optional<Request> FairPart::answer(const FairMessage& message, Seat seat, Entropy& entropy) {
  return message.reveals ? reveal(message) : commit(message, seat, entropy);
}

Request FairPart::commit(const FairMessage& message, Seat seat, Entropy& entropy) {
  // Sent again after a lost connection: the share stays the same.
  const bool again = committed_ && game_ == game_of(message) && seat_ == seat;
  if (!again) {
    *this = {};
    game_ = game_of(message);
    seat_ = seat;
    server_ = message.commitment;
    share_ = entropy.draw<Bytes32>();
    const Bytes32 digest = game_digest(message.id, message.terms);
    own_ = share_commitment(digest, server_, seat, share_);
    committed_ = true;
  }
  return CommitRequest{own_};
}

std::optional<Request> FairPart::reveal(const FairMessage& message) {
  if (!committed_ || game_ != game_of(message)) return std::nullopt;
  if (server_ != message.commitment) {
    throw JsonError("commitment", "the server's commitment is another");
  }
  // The share came too late and the server substituted its own, so this share is not in the game.
  const auto& listed = message.commitments;
  if (seat_ >= listed.size() || listed[seat_] != own_) return std::nullopt;
  revealed_ = true;
  return RevealRequest{share_};
}

PlayerNotes FairPart::written() const {
  PlayerNotes written;
  if (committed_) written.server_commitment = server_;
  if (revealed_) written.shares.emplace_back(seat_, share_);
  return written;
}

}  // namespace nl
