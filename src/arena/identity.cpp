// Hashes that identify agents.
#include "arena/identity.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <vector>

#include "arena/digest.h"
#include "bots/bot.h"
#include "bots/net_file.h"
#include "engine/game.h"
#include "engine/make_view.h"
#include "engine/memory_sink.h"
#include "text/build_version.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

constexpr int kDecisionsLookedAt = 24;

// The bot's answers when it plays all seats of a fixed game.
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

// Words of a command that may be paths, wherever a shell would look for one.
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

// The digest of a network, in the program or in the file that a bot's name has: 24 answers don't
// distinguish similar weights.
std::string weights_of_bot(const std::string& name) {
  const std::size_t colon = name.find(':');
  std::error_code none;
  const std::string kind = name.substr(0, colon);
  const bool of_the_program =
      kind == "net+search" || name == "net" || name == "strongest" || name == "hard";
  if (of_the_program) return to_hex(sha256({net_weights()}));
  if (colon == std::string::npos || !fs::is_regular_file(name.substr(colon + 1), none)) return {};
  return to_hex(sha256({as_bytes(contents(name.substr(colon + 1)))}));
}

bool is_of_the_system(const fs::path& path) {
  const std::string whole = path.string();
  return std::ranges::any_of(
      std::initializer_list<const char*>{"/usr/", "/bin/", "/sbin/", "/lib", "/opt/", "/etc/",
                                         "/dev/", "/proc/"},
      [&](const char* folder) { return whole.starts_with(folder); });
}

bool is_by_product(const fs::path& file) {
  return file.extension() == ".pyc" || std::ranges::any_of(file, [](const fs::path& part) {
           return part == "__pycache__" || part == ".git";
         });
}

// An installed interpreter counts by itself, not with its folder (bin).
bool has_a_folder_of_its_own(const fs::path& file) {
  return !is_of_the_system(file) && file.parent_path().filename() != "bin" &&
         file.parent_path().filename() != "shims";
}

std::set<fs::path> files_of_program(const std::string& command,
                                    const std::vector<std::string>& ignored) {
  constexpr std::size_t kMostFiles = 20'000;
  std::set<fs::path> files;
  std::error_code none;
  for (const std::string& word : paths_in(command)) {
    const fs::path path = fs::absolute(word).lexically_normal();
    const bool whole_folder = fs::is_regular_file(path, none) && has_a_folder_of_its_own(path);
    files.merge(files_at(whole_folder ? path.parent_path() : path));
    if (files.size() > kMostFiles) {
      throw std::invalid_argument("an agent's folder holds more than 20000 files: " + word +
                                  "; expected a folder of its own");
    }
  }
  for (const std::string& file : ignored) files.erase(fs::absolute(file).lexically_normal());
  std::erase_if(files, is_by_product);
  return files;
}

// Skeleton of a name: equal for names that look alike.
std::string look_of(const std::string& name) {
  std::string look;
  for (const char c : name) {
    switch (c) {
      case '-':
      case '_':
      case '+': break;
      case '0': look += 'o'; break;
      case '1':
      case 'I':
      case 'i': look += 'l'; break;
      case '3': look += 'e'; break;
      case '4': look += 'a'; break;
      case '5': look += 's'; break;
      case '7': look += 't'; break;
      default: look += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return look;
}

}  // namespace

std::string fault_in_name(const std::string& name) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_'; };
  if (name.empty() || name.size() > 32 || !std::ranges::all_of(name, fits)) {
    return "expected a name of up to 32 letters, digits, - and _";
  }
  std::vector<std::string_view> reserved(bot_names().begin(), bot_names().end());
  for (const Level& level : bot_levels()) reserved.push_back(level.name);
  reserved.push_back("hunt");
  for (const std::string_view bot : reserved) {
    if (look_of(name) == look_of(std::string(bot))) {
      return "the name '" + std::string(bot) + "' and its lookalikes are reserved for the bot";
    }
  }
  return {};
}

std::string bot_identity(const std::string& name, const Rules& rules, int seats) {
  const std::string known =
      thinks_by_the_clock(name) ? std::string(release_version()) : answers_of(name, rules, seats);
  return short_sha256(
      {as_bytes("bot\n"), as_bytes(name + '\n'), as_bytes(known), as_bytes(weights_of_bot(name))});
}

std::vector<std::string> paths_in(const std::string& command) {
  std::error_code none;
  std::vector<std::string> paths = words_in(command);
  std::erase_if(paths, [&](const std::string& word) {
    return word.empty() || word == "." || word == "/" || !fs::exists(word, none);
  });
  return paths;
}

std::string program_identity(const std::string& command, const std::vector<std::string>& ignored) {
  std::string seen = command + '\n';
  for (const fs::path& file : files_of_program(command, ignored)) {
    seen += file.string() + '\n' + to_hex(sha256({as_bytes(contents(file))})) + '\n';
  }
  return short_sha256({as_bytes("program\n"), as_bytes(seen)});
}

std::string folder_identity(const std::string& folder) {
  std::string seen;
  for (const fs::path& file : files_at(folder)) {
    seen += fs::relative(file, folder).generic_string() + '\n' +
            to_hex(sha256({as_bytes(contents(file))})) + '\n';
  }
  return short_sha256({as_bytes("folder\n"), as_bytes(seen)});
}

}  // namespace nl
