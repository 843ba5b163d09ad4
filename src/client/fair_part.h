// Client's part in the fair shuffle: its commitment and share, and the values that it later checks
// the record against.
#pragma once

#include <optional>
#include <string>

#include "fair/entropy.h"
#include "fair/fair_check.h"
#include "protocol/request.h"
#include "protocol/room_messages.h"

namespace nl {

class FairPart {
 public:
  // The answer of this client's seat; empty if none is due. Throws JsonError, without revealing the
  // share, if the server breaks its commitment.
  std::optional<Request> answer(const FairMessage& message, Seat seat, Entropy& entropy);

  // Values that the record must contain.
  PlayerNotes written() const;
  bool shared() const { return revealed_; }

 private:
  Request commit(const FairMessage& message, Seat seat, Entropy& entropy);
  std::optional<Request> reveal(const FairMessage& message);

  std::string game_;  // id and terms that were committed to
  Bytes32 server_{};
  Bytes32 share_{};
  Bytes32 own_{};  // the commitment to the share
  Seat seat_ = kNoSeat;
  bool committed_ = false;
  bool revealed_ = false;
};

}  // namespace nl
