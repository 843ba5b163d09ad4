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
  // The last words.
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
  std::optional<Narrator> narrator_;  // of the game that is on
  Lines menu_;                        // as it was last said
  std::uint64_t question_shown_ = 0;  // game and decision of the question that was last said
  std::uint64_t window_ = 0;          // … and of the window that was only watched
  std::size_t table_turns_ = 0;       // turns that had begun when the table was last shown
  std::string leave_time_;            // the seconds before a game is given up, as last said
  bool again_ = false;                // something was wrong: the same question again
};

}  // namespace nl
