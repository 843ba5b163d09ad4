// Fixture of a terminal with a folder of kept games: its pages one by one, each what stands on a
// screen when the next answer is waited for.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>

#include "terminal/lesson_player.h"
#include "terminal/play.h"
#include "terminal/script.h"

namespace nl {

// A folder for games that goes with its test.
struct GamesFolder {
  GamesFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "nl_games_XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~GamesFolder() { std::filesystem::remove_all(path); }

  std::size_t files() const {
    const std::filesystem::directory_iterator all(path);
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }
  // A game of two people and a bot, as far as `steps` go; bots lead all hands. Its file's name is
  // the time of it.
  void keep(const std::string& time, std::uint64_t seed, int steps = 100'000,
            const std::vector<std::string>& names = {"Ann", "Bob"}) const {
    TableSetup setup{.seed = seed};
    for (const std::string& name : names) setup.seats.push_back({name});
    setup.seats.push_back({"Mochi", "easy"});
    Table table(setup);
    for (Seat seat = 0; seat < names.size(); ++seat) table.seat_bot(seat, "careful");
    for (int step = 0; step < steps && !table.over(); ++step) table.play_bot(table.next_asked());
    std::ofstream out(path / (time + ".jsonl"));
    for (const std::string& line : table.record()) out << line << '\n';
  }

  std::filesystem::path path;
};

struct Pages {
  std::vector<std::string> all;  // one for each answer, and what was said at the end
  int status = 0;

  std::string whole() const {
    std::string text;
    for (const std::string& page : all) text += page;
    return text;
  }
};

// Answers line by line, and keeps what was said before each.
class PagedInput : public Input {
 public:
  PagedInput(std::vector<std::string> lines, std::ostringstream& out, Pages& pages)
      : lines_(std::move(lines)), out_(out), pages_(pages) {}

  InputLine read(std::optional<std::chrono::milliseconds>) override {
    pages_.all.push_back(out_.str());
    out_.str("");
    if (next_ == lines_.size()) return {InputLine::Outcome::End};
    return {InputLine::Outcome::Text, lines_[next_++]};
  }

 private:
  std::vector<std::string> lines_;
  std::ostringstream& out_;
  Pages& pages_;
  std::size_t next_ = 0;
};

inline Pages pages_of(const PlayOptions& options, const std::vector<std::string>& lines) {
  Pages pages;
  std::ostringstream out;
  PagedInput in(lines, out, pages);
  pages.status = play_plain(options, in, out, false);
  pages.all.push_back(out.str());
  return pages;
}

inline PlayOptions at_home(const GamesFolder& folder, Language language = Language::English) {
  PlayOptions options;
  options.language = language;
  options.games = folder.path;
  options.seed = 1;
  return options;
}

// Ann against the easiest of the bots.
inline PlayOptions ann_and_a_bot(const GamesFolder& folder) {
  PlayOptions options = at_home(folder);
  options.expansions = kBase;
  options.players = 2;
  options.names = {"Ann"};
  options.bots = {"easy"};
  return options;
}

inline PlayOptions bots_alone(const GamesFolder& folder) {
  PlayOptions options = ann_and_a_bot(folder);
  options.names = {};
  options.bots = {"careful", "careful"};
  return options;
}

}  // namespace nl
