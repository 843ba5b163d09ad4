// Tutorial in plain lines.
#include "terminal/lesson_player.h"

#include "engine/odds.h"
#include "terminal/parse_line.h"
#include "terminal/plain_game.h"
#include "text/characters.h"
#include "text/data_files.h"

namespace nl {
namespace {

// The page's words "tap" and "press" need other words at a keyboard.
std::string sentence_of(const std::string& key, const Words& w) {
  if (key == "nope") return w.ui("learn_here_nope");
  if (key == "see") return w.ui("learn_here_see");
  if (key == "pair") return w.ui("learn_here_pair");
  if (key == "odds") return w.ui("learn_here_odds");
  return w.lesson(key);
}

const std::vector<std::string>& bots_of_lesson() {
  static const std::vector<std::string> kBots = {"", "easy", "easy"};
  return kBots;
}

std::vector<std::string> names_at(const Words& w) {
  std::vector<std::string> names;
  for (const auto& character : characters_at(bots_of_lesson())) {
    names.push_back(character ? w.character(character->key) : w.ui("player", {{"number", "1"}}));
  }
  return names;
}

constexpr SeatMask kLessonBots = seat_bit(1) | seat_bit(2);

}  // namespace

LessonPlayer::LessonPlayer(Language language)
    : lesson_(lesson_file()),
      w_(words(language, wording_of(lesson_.film().header().preset))),
      names_(names_at(w_)) {}

Lines LessonPlayer::sentences() const {
  Lines lines;
  for (const std::string& key : lesson_.steps()[at_].says) lines.push_back(sentence_of(key, w_));
  return lines;
}

Question LessonPlayer::question() const {
  return question_for(lesson_.rules(), lesson_.view(at_), speech());
}

bool LessonPlayer::answer(Action action) {
  if (!lesson_.expects(at_, action)) return false;
  go_on();
  return true;
}

TableModel LessonPlayer::table_model() const {
  const Header& header = lesson_.film().header();
  TableModel table_model{.rules = lesson_.rules()};
  table_model.preset = header.preset;
  table_model.expansions = header.expansions;
  table_model.names = names_;
  table_model.bots = kLessonBots;
  table_model.view = lesson_.view(at_);
  table_model.odds = next_draw_odds(lesson_.rules(), table_model.view);
  table_model.events = lesson_.events(at_);
  table_model.faces = faces_of(bots_of_lesson());
  return table_model;
}

// Texts from an event on; earlier ones are in the log.
Lines LessonPlayer::event_lines_from(std::size_t begin) const {
  Lines lines;
  Narrator narrator(w_);
  const auto events = lesson_.events(at_);
  for (std::size_t i = 0; i < events.size(); ++i) {
    Lines told = narrator.tell(events[i], kPupil, names_);
    if (i < begin || is_noise(events[i], lesson_.rules())) continue;
    for (std::string& line : told) lines.push_back(std::move(line));
  }
  return lines;
}

Lines LessonPlayer::happened() const {
  return at_ == 0 ? Lines{} : event_lines_from(lesson_.events(at_ - 1).size());
}

Lines LessonPlayer::log() const { return event_lines_from(0); }

std::string LessonPlayer::progress() const {
  return w_.ui("learn_step", {{"number", std::to_string(at_ + 1)},
                              {"high", std::to_string(lesson_.steps().size())}});
}

// ---- lines of text ------------------------------------------------------------------------------

namespace {

class PlainLesson {
 public:
  PlainLesson(Console& console, Language language) : console_(console), player_(language) {}

  // False: the pupil left before the end.
  bool play() {
    console_.say(player_.w().ui("learn_title"));
    console_.say(player_.w().ui("learn_leave"));
    while (!player_.over()) {
      tell();
      if (!player_.is_asked()) {
        player_.go_on();
      } else if (!ask()) {
        return false;
      }
    }
    tell();
    return true;
  }

 private:
  void tell() {
    console_.say(player_.happened());
    const Lines said = player_.sentences();
    if (said.empty()) return;
    console_.blank();
    for (const std::string& line : said) console_.say("* " + line);
  }

  // False: the pupil leaves.
  bool ask() {
    const Words& w = player_.w();
    const Question question = player_.question();
    while (true) {
      console_.blank();
      console_.say(question_lines(question, w));
      const ParsedLine parsed = parse_line(question, console_.read_line(), player_.speech());
      if (const auto* command = std::get_if<Command>(&parsed)) {
        if (command->kind == Command::Verb::Quit || command->kind == Command::Verb::Back) {
          return false;
        }
        if (const auto seen = look(*command, player_.table_model(), w, false)) console_.say(*seen);
        continue;
      }
      if (const auto* choice = std::get_if<Choice>(&parsed)) {
        if (player_.answer(*choice->action)) return true;
        console_.say(w.ui("learn_not_now"));
      } else {
        console_.say(std::get<std::string>(parsed));
      }
      for (const std::string& said : player_.sentences()) console_.say("* " + said);
    }
  }

  Console& console_;
  LessonPlayer player_;
};

}  // namespace

bool learn_plain(Console& console, Language language) {
  return PlainLesson(console, language).play();
}

}  // namespace nl
