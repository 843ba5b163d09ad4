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
  // `lively`: events come in the wordings of the section `voice`.
  explicit NetPages(NetSession& session, bool lively = false)
      : session_(session), lively_(lively) {}

  // True if another page is up than at the last call.
  bool turn();
  bool at_table() const { return page_ == NetSession::Page::Game; }

  // Takes what was told since the last call: what has happened among it, while this client looked.
  std::vector<Event> take_news();

  // ---- the table ----------------------------------------------------------------------------

  Scene table(Time now);
  // The same with nothing to answer, for what is shown over it.
  Scene looked_at(Time now);
  // True if the player is asked something that can't wait.
  bool hurries(Time now) const;
  // A key that came before its question.
  void type_ahead(const Key& key);
  // Choices, input and open pages of the player outlive a redrawing.
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
  std::optional<Narrator> narrator_;  // of the game that is on
  Lines recent_;                      // said in the room, for pages without a log
  Lines notice_;                      // fault of the last input, or the answer to a key
  Kept kept_;
  int game_ = 0;
  std::size_t answered_ = 0;  // events that there were when the player last answered
  DialoguePage menu_;
};

}  // namespace nl
