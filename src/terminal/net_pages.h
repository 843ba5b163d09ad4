// Full-screen pages of a network session, from the session and the input so far. It uses no
// terminal and no clock, so tests can draw every page.
#pragma once

#include "terminal/net_session.h"
#include "terminal/screen_dialogue.h"
#include "terminal/screen_input.h"
#include "terminal/screen_scene.h"

namespace nl {

class NetPages {
 public:
  // `lively`: events in the wordings of the section `voice`.
  explicit NetPages(NetSession& session, bool lively = false)
      : session_(session), lively_(lively) {}

  // True if the page has changed since the last call.
  bool turn();
  bool at_table() const { return page_ == NetSession::Page::Game; }

  // Takes new events since the last call, and those among them that happened while this client was
  // connected.
  std::vector<Event> take_news();

  // ---- the table ----------------------------------------------------------------------------

  Scene table(Time now);
  // The same without answers, for a background.
  Scene looked_at(Time now);
  // True if the player has a question that can't wait.
  bool hurries(Time now) const;
  // A key that came before its question.
  void type_ahead(const Key& key);
  // Choices, input and open pages of the player survive a redraw.
  void keep(const Scene& scene);
  void answer(const UiAction& action);
  void back();
  void look(const Command& command);
  Note help() const;

  // ---- pages beside it ----------------------------------------------------------------------

  DialoguePage menu(Time now);
  void keep(DialoguePage page) { menu_ = std::move(page); }
  void choose(const std::string& line);

 private:
  struct Kept {
    std::uint64_t question = 0;
    int selected = -1;
    int log_back = 0;
    std::string typed{};
    std::optional<std::string> talk{};
    std::optional<Note> note{};
  };

  const ClientModel& model() const { return session_.model(); }
  const Words& w() const { return session_.w(); }
  std::optional<Countdown> countdown(Time now) const;
  Lines prompt() const;
  void restore(Scene& scene);
  void take(const ClientNotice& told);

  NetSession& session_;
  bool lively_;
  std::optional<NetSession::Page> page_;
  std::size_t notices_shown_ = 0;
  Lines log_;
  std::string headline_;
  std::optional<Narrator> narrator_;  // of the running game
  Lines recent_;                      // chat in the room, for pages without a log
  Lines notice_;                      // error of the last input, or the reply to a key
  Kept kept_;
  int game_ = 0;
  std::size_t answered_ = 0;  // number of events when the player last answered
  DialoguePage menu_;
};

}  // namespace nl
