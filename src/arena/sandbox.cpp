// Sandbox for agents that are programs: the command line of bubblewrap, and its check.
#include "arena/sandbox.h"

#include <sys/types.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "arena/digest.h"
#include "arena/fork_server.h"
#include "arena/identity.h"
#include "arena/process_agent.h"
#include "arena/seccomp_filter.h"

#ifndef _WIN32
#include <pwd.h>
#include <unistd.h>
#endif

namespace nl {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBubblewrap = "/usr/bin/bwrap";
constexpr const char* kSetpriv = "/usr/bin/setpriv";
constexpr const char* kNobody = "65534";

// Folders of the system that every program may read. Some are links into /usr.
constexpr const char* kSystemFolders[] = {"/usr",   "/bin",   "/sbin",   "/lib",
                                          "/lib32", "/lib64", "/libx32", "/opt"};

#ifdef _WIN32
bool is_root() { return false; }
#else
bool is_root() { return geteuid() == 0; }
#endif

// Shell-quotes one word.
std::string quoted(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + '\'';
}

std::string option(const char* name, const std::string& a, const std::string& b) {
  return std::string(" ") + name + ' ' + quoted(a) + ' ' + quoted(b);
}

bool is_within(const fs::path& path, const fs::path& folder) {
  const auto [rest, end] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return rest == folder.end();
}

std::string system_mounts() {
  std::string mounts;
  std::error_code none;
  for (const char* folder : kSystemFolders) {
    if (fs::is_symlink(folder, none)) {
      mounts += option("--symlink", fs::read_symlink(folder, none).string(), folder);
    } else {
      mounts += option("--ro-bind-try", folder, folder);
    }
  }
  return mounts;
}

// Read-only mounts of paths. Their parents are made readable, so that an unprivileged user reaches
// a path below root's own folder. No path that holds the sealed seeds leaves them visible.
std::string mounts_of(const std::set<fs::path>& paths) {
  std::string mounts;
  std::vector<fs::path> mounted(std::begin(kSystemFolders), std::end(kSystemFolders));
  mounted.emplace_back("/etc");
  for (const fs::path& path : paths) {  // a folder comes before its content
    const bool covered = std::any_of(mounted.begin(), mounted.end(), [&](const fs::path& folder) {
      return is_within(path, folder);
    });
    if (covered || path == "/") continue;
    fs::path parent;
    for (const fs::path& step : path.parent_path()) {
      parent /= step;
      if (parent != "/" && parent != "/tmp")
        mounts += " --perms 0755 --dir " + quoted(parent.string());
    }
    mounts += option("--ro-bind", path.string(), path.string());
    mounted.push_back(path);
    if (is_within(seed_folder(), path)) {
      std::error_code none;
      fs::create_directories(seed_folder(), none);  // a cover needs an existing mount point
      mounts += " --perms 0755 --tmpfs " + quoted(seed_folder());
    }
  }
  return mounts;
}

// Hides files that may appear after the arena has begun: the shell checks when a game begins.
std::string hiding(const std::vector<std::string>& files) {
  std::string lines = "set --\n";
  for (const std::string& file : files) {
    if (is_within(fs::absolute(file), seed_folder())) continue;  // mounts_of() covers that folder
    const std::string word = quoted(fs::absolute(file).string());
    lines += "if [ -e " + word + " ]; then set -- \"$@\" --ro-bind /dev/null " + word + "; fi\n";
  }
  return lines;
}

std::string as_nobody() {
  return std::string(kSetpriv) + " --reuid " + kNobody + " --regid " + kNobody + " --clear-groups ";
}

// Mounts, then isolation. As root: builds the mounts, switches to the user nobody, and only then
// starts the isolated program. Otherwise both happen at once.
std::string isolated(const std::string& mounts, const std::string& inside) {
  const std::string isolation =
      " --unshare-all --unshare-user --disable-userns --cap-drop ALL --die-with-parent "
      "--new-session"
      " --seccomp " +
      std::to_string(kFilterDescriptor);
  const std::string start = std::string("exec ") + kBubblewrap;
  if (!is_root()) {
    return start + isolation + mounts + " --proc /proc --dev /dev \"$@\" " + inside;
  }
  return start + " --die-with-parent" + mounts + " --bind /proc /proc --dev /dev \"$@\" " +
         as_nobody() + kBubblewrap + isolation + " --bind / / --proc /proc --dev /dev " + inside;
}

// The same mounts for a fork server: each forked game isolates itself.
std::string mounted_only(const std::string& mounts, const std::string& inside) {
  const std::string start = std::string("exec ") + kBubblewrap + " --die-with-parent";
  const std::string places = mounts + " --bind /proc /proc --dev /dev \"$@\" ";
  if (is_root()) return start + places + as_nobody() + inside;
  return start + " --unshare-user --unshare-net --unshare-ipc --cap-drop ALL --new-session" +
         places + inside;
}

std::string found_program(const std::string& word) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  std::error_code none;
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path candidate = fs::path(folder) / word;
    if (fs::is_regular_file(candidate, none)) return candidate.string();
  }
  return {};
}

// A virtual environment's interpreter needs that environment and its base installation.
void add_installation(const fs::path& program, std::set<fs::path>& paths) {
  std::error_code none;
  for (const fs::path& file : {program, fs::canonical(program, none)}) {
    const fs::path folder = file.parent_path();
    if (folder.filename() != "bin" && folder.filename() != "shims") continue;
    paths.insert(folder.parent_path());
    std::ifstream environment(folder.parent_path() / "pyvenv.cfg");
    for (std::string line; std::getline(environment, line);) {
      if (line.starts_with("home = ")) paths.insert(fs::path(line.substr(7)).parent_path());
    }
  }
}

fs::path full_path(const fs::path& path) { return fs::absolute(path).lexically_normal(); }

std::set<fs::path> readable_by(const std::string& command) {
  std::set<fs::path> paths{full_path(fs::current_path())};
  for (const std::string& path : paths_in(command)) {
    paths.insert(full_path(path));
    add_installation(full_path(path), paths);
  }
  std::istringstream words(command);
  for (std::string word; words >> word;) {
    if (word.find('/') != std::string::npos) continue;
    if (const std::string program = found_program(word); !program.empty()) {
      add_installation(program, paths);
    }
  }
  const char* modules = std::getenv("PYTHONPATH");
  std::istringstream folders(modules == nullptr ? "" : modules);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (fs::exists(folder)) paths.insert(full_path(folder));
  }
  return paths;
}

// As root a program runs as nobody, who must be able to read its folder.
void check_readable(const std::string& folder) {
  std::error_code none;
  constexpr fs::perms kOthers = fs::perms::others_read | fs::perms::others_exec;
  if (!is_root() || (fs::status(folder, none).permissions() & kOthers) == kOthers) return;
  throw std::invalid_argument(
      folder +
      ": programs of root are played as nobody, who can't read this folder; "
      "expected one with mode 755");
}

}  // namespace

bool sandbox_works() {
  static const bool works = [] {
    if (!fs::exists(kBubblewrap) || seccomp_filter().empty()) return false;
    if (is_root() && !fs::exists(kSetpriv)) return false;
    return ProcessAgent::succeeds("set --; " + isolated(system_mounts() + " --tmpfs /tmp", "true"));
  }();
  return works;
}

std::string no_sandbox_here() {
  std::string needs =
      ": programs are played in a sandbox; expected /usr/bin/bwrap (bubblewrap) to work";
  if (is_root()) needs += ", and /usr/bin/setpriv, because programs are never played as root";
  return needs;
}

std::string sandboxed_command(const std::string& command, const Sandbox& sandbox) {
  const std::string folder = fs::current_path().string();
  check_readable(folder);
  const PreloadedCommand forked = preloaded_command(command);
  const std::string plain = forked.modules.empty() ? command : forked.plain();
  const std::string mounts = system_mounts() + " --ro-bind /etc /etc --perms 1777 --tmpfs /tmp" +
                             mounts_of(readable_by(plain));
  if (forked.modules.empty()) {
    return hiding(sandbox.hidden) +
           isolated(mounts, "--chdir " + quoted(folder) + " sh -c " + quoted(command));
  }
  ForkPlace place{folder};
  if (const char* paths = std::getenv("PYTHONPATH")) place.paths = paths;
  for (const std::string& file : sandbox.hidden) {
    if (!is_within(fs::absolute(file), seed_folder())) place.hidden.push_back(fs::absolute(file));
  }
  return "set --; " + mounted_only(mounts, "sh -c " + quoted(server_words(forked, place)));
}

std::string sandboxed_folder(const std::string& folder, const std::string& command) {
  check_readable(folder);
  const std::string mounts =
      system_mounts() +
      " --perms 0755 --dir /etc --ro-bind-try /etc/alternatives /etc/alternatives"
      " --ro-bind-try /etc/ld.so.cache /etc/ld.so.cache --perms 1777 --tmpfs /tmp" +
      option("--ro-bind", fs::absolute(folder).string(), "/agent");
  const std::string environment = "--clearenv --setenv PATH /usr/bin:/bin --setenv HOME /tmp";
  const PreloadedCommand forked = preloaded_command(command);
  if (!forked.modules.empty()) {
    return "set --; " + mounted_only(mounts + ' ' + environment,
                                     "sh -c " + quoted(server_words(forked, {"/agent"})));
  }
  return "set --; " + isolated(mounts, environment + " --chdir /agent sh -c " + quoted(command));
}

std::string seed_folder() {
  if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/') {
    return std::string(state) + "/ninelives/seeds";
  }
  const char* home = std::getenv("HOME");
#ifndef _WIN32
  if (home == nullptr || *home == '\0') {
    const passwd* entry = getpwuid(geteuid());
    home = entry == nullptr ? nullptr : entry->pw_dir;
  }
#endif
  return std::string(home == nullptr ? "" : home) + "/.local/state/ninelives/seeds";
}

std::string seed_file(const std::string& log) {
  std::error_code unresolvable;  // a name longer than the file system allows, say
  fs::path path = fs::weakly_canonical(fs::absolute(log), unresolvable);
  if (unresolvable) path = fs::absolute(log).lexically_normal();
  const std::string full = path.string();
  return seed_folder() + '/' + short_sha256({as_bytes(full)}) + ".seed";
}

}  // namespace nl
