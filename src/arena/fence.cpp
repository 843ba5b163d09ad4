#include "arena/fence.h"

#include <cstdlib>
#include <filesystem>

#include "arena/identity.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFence = "/usr/bin/bwrap --unshare-all --die-with-parent --new-session";

// As one word of a shell's line.
std::string quoted(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + '\'';
}

// What the fence lays an empty folder or its own devices over; the rest of the file system can be
// read anyway. /dev/shm is some machines' folder for temporary files.
bool is_hidden(const std::string& path) {
  return path.starts_with("/tmp/") || path.starts_with("/run/") || path.starts_with("/dev/shm/");
}

std::string shown(const fs::path& path) {
  const std::string whole = fs::absolute(path).lexically_normal().string();
  if (!is_hidden(whole)) return {};
  return " --ro-bind " + quoted(whole) + ' ' + quoted(whole);
}

// A file that comes only when the arena has begun is looked for when a game begins.
std::string hiding(const std::vector<std::string>& files) {
  std::string lines = "set --\n";
  for (const std::string& file : files) {
    const std::string word = quoted(fs::absolute(file).string());
    lines += "if [ -e " + word + " ]; then set -- \"$@\" --ro-bind /dev/null " + word + "; fi\n";
  }
  return lines;
}

}  // namespace

bool fence_works() {
  static const bool works =
      fs::exists("/usr/bin/bwrap") &&
      std::system(
          (std::string(kFence) + " --ro-bind / / true </dev/null >/dev/null 2>&1").c_str()) == 0;
  return works;
}

std::string fenced(const std::string& command, const Fence& fence) {
  std::string line = hiding(fence.hidden) + "exec " + kFence +
                     " --ro-bind / / --tmpfs /run --tmpfs /tmp --proc /proc --dev /dev" +
                     shown(fs::current_path());
  for (const std::string& path : paths_in(command)) line += shown(path);
  return line + " \"$@\" --chdir " + quoted(fs::current_path().string()) + " sh -c " +
         quoted(command);
}

std::string fenced_in(const std::string& folder, const std::string& command) {
  return std::string("exec ") + kFence +
         " --clearenv --setenv PATH /usr/bin:/bin --setenv HOME /tmp"
         " --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib"
         " --symlink usr/lib64 /lib64 --ro-bind-try /etc/alternatives /etc/alternatives"
         " --ro-bind-try /etc/ld.so.cache /etc/ld.so.cache --proc /proc --dev /dev --tmpfs /tmp"
         " --ro-bind " +
         quoted(fs::absolute(folder).string()) + " /agent --chdir /agent sh -c " + quoted(command);
}

}  // namespace nl
