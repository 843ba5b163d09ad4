#include "arena/identity.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <vector>

#include "arena/digest.h"
#include "bots/bot.h"
#include "engine/game.h"
#include "engine/make_view.h"
#include "engine/memory_sink.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

constexpr int kDecisionsLookedAt = 24;

// The answers of a bot to itself, in a game that is always the same.
std::string answers_of(const std::string& name, const Rules& rules, int seats) {
  std::string answers;
  SeededSource random(20'261'116, static_cast<std::uint64_t>(seats));
  MemorySink sink(seats);
  State s = new_game(rules, seats, random, sink);
  for (int decisions = 0; !s.over() && decisions < kDecisionsLookedAt;) {
    const Seat seat = next_actor(s);
    const ActionSet choices = legal(rules, s, seat);
    Action action = choices.nth(0);
    if (choices.size() > 1) {
      const auto bot = make_bot(name, mix64(static_cast<std::uint64_t>(++decisions)));
      action = bot->act(rules, view(rules, s, sink.known(seat), seat), sink.past(seat));
      answers += static_cast<char>(action.id);
    }
    apply_legal(rules, s, seat, action, random, sink);
  }
  return answers;
}

bool thinks_by_the_clock(const std::string& name) {
  return name.find(':') != std::string::npos && name.ends_with("ms");
}

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What may be a path in a command, wherever a shell would look for one.
std::vector<std::string> words_in(const std::string& command) {
  std::vector<std::string> words(1);
  for (const char c : command) {
    if (std::string_view(" \t\n'\"=;|&<>()").find(c) != std::string_view::npos) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

std::set<fs::path> files_at(const fs::path& path) {
  std::error_code none;
  if (fs::is_regular_file(path, none)) return {path};
  std::set<fs::path> files;
  if (!fs::is_directory(path, none)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(path, none)) {
    if (entry.is_regular_file(none)) files.insert(entry.path());
  }
  return files;
}

}  // namespace

std::string bot_identity(const std::string& name, const Rules& rules, int seats) {
  const std::string known =
      thinks_by_the_clock(name) ? NINELIVES_VERSION : answers_of(name, rules, seats);
  return short_digest({as_bytes("bot\n"), as_bytes(name + '\n'), as_bytes(known)});
}

std::vector<std::string> paths_in(const std::string& command) {
  std::error_code none;
  std::vector<std::string> paths = words_in(command);
  std::erase_if(paths, [&](const std::string& word) {
    return word.empty() || word == "." || word == "/" || !fs::exists(word, none);
  });
  return paths;
}

std::string program_identity(const std::string& command) {
  std::string seen = command + '\n';
  for (const std::string& path : paths_in(command)) {
    for (const fs::path& file : files_at(path)) {
      seen += file.string() + '\n' + to_hex(digest_of({as_bytes(contents(file))})) + '\n';
    }
  }
  return short_digest({as_bytes("program\n"), as_bytes(seen)});
}

std::string folder_identity(const std::string& folder) {
  std::string seen;
  for (const fs::path& file : files_at(folder)) {
    seen += fs::relative(file, folder).generic_string() + '\n' +
            to_hex(digest_of({as_bytes(contents(file))})) + '\n';
  }
  return short_digest({as_bytes("folder\n"), as_bytes(seen)});
}

}  // namespace nl
