// Request handler for a game in a room, from its start to its end.
#pragma once

#include "server/room_context.h"

namespace nl {

class RoomPlay final : RoomHandler {
 public:
  explicit RoomPlay(RoomContext& room) : RoomHandler(room) {}

  void on(const RoomInput& input, const StartRequest&);
  void on(const RoomInput& input, const CommitRequest& request);
  void on(const RoomInput& input, const RevealRequest& request);
  void on(const RoomInput& input, const AnswerRequest& request);
  void on(const RoomInput& input, const HintRequest&);
  void on(const RoomInput& input, const ForfeitRequest&);
  void on(const RoomInput& input, const RematchRequest&);
  void on(const RoomInput& input, const AgainRequest&);
  void on(const RoomInput& input, const RecordRequest& request);
  void go_on_with_ceremony(Time now);
  void close_commitments(Time now);
  void answer_for(Seat seat, AnsweredBy by, Time now);
  void keep_game();

 private:
  void start(const RoomInput& input);
  void take_or_refuse(const RoomInput& input, const Verdict& verdict);
  bool hints_given() const;
  int last_over() const;
  bool waits_for_ladder() const;

  int kept_ = 0;  // the number of the last game handed to the archive
};

}  // namespace nl
