// Subcommand `doctor`: version, system and surroundings on one page, for bug reports.
#include <sys/ioctl.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>

#include "app/commands.h"
#include "app/options.h"
#include "arena/sandbox.h"
#include "site/public_archive.h"
#include "ssh/ssh_server.h"
#include "store/store_place.h"
#include "terminal/replay_screen.h"
#include "terminal/saved_games.h"
#include "text/build_version.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

std::string variable_text(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? "not set" : value;
}

// Path without the home folder, which would reveal the account's name.
std::string shortened(std::string text) {
  const char* home = std::getenv("HOME");
  const std::string folder = home == nullptr ? "" : home;
  if (folder.size() < 2) return text;
  for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder, at)) {
    text.replace(at, folder.size(), "~");
  }
  return text;
}

// A database's address holds users, hosts and perhaps a password.
bool is_database(const std::string& place) { return place.find("://") != std::string::npos; }

std::string system_name() {
  utsname found{};
  uname(&found);
  std::string name = std::string(found.sysname) + ' ' + found.release + ' ' + found.machine;
  std::ifstream release("/etc/os-release");
  for (std::string line; std::getline(release, line);) {
    if (!line.starts_with("PRETTY_NAME=")) continue;
    line = line.substr(line.find('=') + 1);
    std::erase(line, '"');
    name += ", " + line;
  }
  return name;
}

std::string terminal_name() {
  winsize size{};
  std::string name = variable_text("TERM");
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    name += ", " + std::to_string(size.ws_col) + " x " + std::to_string(size.ws_row);
  } else {
    name += ", output is no terminal";
  }
  return name + ", COLORTERM " + variable_text("COLORTERM") + ", NO_COLOR " +
         variable_text("NO_COLOR");
}

std::string locale_name() {
  return "LANG " + variable_text("LANG") + ", LC_ALL " + variable_text("LC_ALL") + ", LC_CTYPE " +
         variable_text("LC_CTYPE");
}

std::string free_disk(const fs::path& folder) {
  std::error_code failed;
  fs::path there = fs::absolute(folder, failed);
  while (!there.empty() && there != there.root_path() && !fs::exists(there, failed)) {
    there = there.parent_path();
  }
  const fs::space_info space = fs::space(there, failed);
  return failed ? "unknown" : std::to_string(space.available >> 20) + " MiB free";
}

std::string games_folder() {
  const fs::path folder = default_games_folder();
  if (folder.empty()) return "none";
  const auto games = SavedGames(folder).all().size();
  return shortened(folder.string()) + ", " + std::to_string(games) + " games, " + free_disk(folder);
}

std::string store_state(const std::string& place) {
  const std::string name = is_database(place) ? "a database" : shortened(place);
  try {
    const StorePlace store{.place = place};
    const StoreCount count = check_store(store);
    const ArchiveCount archive = check_archive(store);
    return name + ", whole: " + std::to_string(count.open) + " rooms open, " +
           std::to_string(archive.games) + " finished games";
  } catch (const std::runtime_error& error) {
    // The error message would contain the address of a database.
    return name + (is_database(place) ? ": can't be checked" : ": " + shortened(error.what()));
  }
}

std::string graphics_card() {
  std::error_code none;
  if (!fs::exists("/proc/driver/nvidia/gpus", none)) return "none";
  std::string names;
  for (const auto& entry : fs::directory_iterator("/proc/driver/nvidia/gpus", none)) {
    std::ifstream information(entry.path() / "information");
    for (std::string line; std::getline(information, line);) {
      if (line.starts_with("Model:")) {
        names += (names.empty() ? "" : ", ") + line.substr(line.find_first_not_of(" \t", 6));
      }
    }
  }
  return names.empty() ? "none" : names;
}

void print(const char* name, const std::string& value) {
  std::cout << name << ": " << value << '\n';
}

void examine(const std::string& place) {
  print("version", std::string(build_version()) + " (commit " + std::string(build_commit()) + ")");
  print("system", system_name());
  print("terminal", terminal_name());
  print("locale", locale_name());
  print("built with", std::string(full_screen_possible() ? "full screen" : "plain lines only") +
                          (ssh_possible() ? ", ssh" : ", no ssh"));
  print("games", games_folder());
  print("sandbox", sandbox_works() ? "works" : shortened(no_sandbox_here()));
  print("graphics card", graphics_card());
  if (!place.empty()) print("store", store_state(place));
}

}  // namespace

void add_doctor(CLI::App& program) {
  auto* command = program.add_subcommand(
      "doctor", "Version, system and surroundings on one page, for bug reports");
  auto place = std::make_shared<std::string>();
  command->add_option("place", *place,
                      "a stopped server's data folder, or postgres://…: is its store whole?");
  command->footer("It prints no names, addresses, codes or keys. Home folders are written as ~.");
  command->callback([place] { examine(*place); });
}

}  // namespace nl
