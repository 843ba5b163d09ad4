// Network session in plain lines. Its output depends on messages and typed lines alone.
#pragma once

#include "terminal/console.h"
#include "terminal/net_session.h"

namespace nl {

class PlainClient {
 public:
  PlainClient(NetSession& session, Console& console) : session_(session), console_(console) {}

  // Prints the news, and the open question.
  void update(Time now);
  void line(const std::string& typed, Time now);
  // The closing words.
  void finish();

 private:
  void tell_news();
  Lines words_of(const ClientNotice& told);
  void show_menu();
  void show_leave_time(Time now);
  void show_again(NetSession::Again what);
  void show_game(Time now);
  void show_question(Time now);

  NetSession& session_;
  Console& console_;
  std::size_t notices_shown_ = 0;
  std::optional<Narrator> narrator_;  // of the running game
  Lines menu_;                        // as last printed
  std::uint64_t question_shown_ = 0;  // game and decision of the last printed question
  std::uint64_t window_ = 0;          // … and of the last window without a question
  std::size_t table_turns_ = 0;       // number of turns when the table was last shown
  std::string leave_time_;            // seconds before a forfeit, as last printed
  bool again_ = false;                // the last input was refused: the same question again
};

}  // namespace nl
