// This client's part in the fair shuffle of one game: a share that nobody could know, committed to
// before anybody shows theirs, and what was written down to hold the server to it afterwards.
#pragma once

#include <optional>
#include <string>

#include "fair/entropy.h"
#include "fair/fair_check.h"
#include "protocol/request.h"
#include "text/rules_text.h"

namespace nl {

class FairPart {
 public:
  // Answers a message `fair` for the own seat; nothing where there is nothing to say. Throws
  // BadMessage where the server goes back on what it committed to: it then gets no share.
  std::optional<Request> answer(const Json& message, Seat seat, Entropy& entropy);

  // What the record of the game has to agree with.
  WrittenDown written() const;
  bool shared() const { return revealed_; }

 private:
  Request commit(const Json& message, Seat seat, Entropy& entropy);
  std::optional<Request> reveal(const Json& message);

  std::string game_;  // id and terms that were committed to
  Bytes32 server_{};
  Bytes32 share_{};
  Bytes32 own_{};  // the commitment to the share
  Seat seat_ = kNoSeat;
  bool committed_ = false;
  bool revealed_ = false;
};

}  // namespace nl
