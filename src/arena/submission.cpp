#include "arena/submission.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "arena/identity.h"

namespace nl {
namespace {

constexpr const char* kSandbox = "/usr/bin/bwrap";

[[noreturn]] void refuse(const std::string& folder, const std::string& expected) {
  throw std::invalid_argument(folder + "/manifest.json: expected " + expected);
}

bool names_an_agent(const std::string& name) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_'; };
  return !name.empty() && name.size() <= 32 && std::all_of(name.begin(), name.end(), fits);
}

std::string text_field(const nlohmann::json& manifest, const char* field) {
  const auto found = manifest.find(field);
  return found != manifest.end() && found->is_string() ? found->get<std::string>() : "";
}

// As one word of a shell's line.
std::string quoted(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + '\'';
}

}  // namespace

Submission read_submission(const std::string& folder) {
  std::ifstream file(folder + "/manifest.json");
  const nlohmann::json manifest = nlohmann::json::parse(file, nullptr, false);
  if (!manifest.is_object()) refuse(folder, "an object of JSON");
  Submission submission{text_field(manifest, "name"), text_field(manifest, "command")};
  if (!names_an_agent(submission.name)) refuse(folder, "a name of letters, digits, - and _");
  if (submission.command.empty()) refuse(folder, "a command");
  const auto learned = manifest.find("learned");
  if (learned == manifest.end() || !learned->is_boolean()) refuse(folder, "learned: true or false");
  submission.learned = *learned;
  submission.training = text_field(manifest, "training");
  if (submission.learned && submission.training.empty()) {
    refuse(folder, "training: what it was trained by, and for how long");
  }
  submission.hash = folder_identity(folder);
  return submission;
}

std::string sandboxed(const Submission& submission, const std::string& folder) {
  if (!std::filesystem::exists(kSandbox)) {
    throw std::invalid_argument(folder + ": played in a sandbox; expected bubblewrap, " + kSandbox);
  }
  return std::string("exec ") + kSandbox +
         " --unshare-all --die-with-parent --new-session --clearenv"
         " --setenv PATH /usr/bin:/bin --setenv HOME /tmp"
         " --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib"
         " --symlink usr/lib64 /lib64 --ro-bind-try /etc/alternatives /etc/alternatives"
         " --ro-bind-try /etc/ld.so.cache /etc/ld.so.cache --proc /proc --dev /dev --tmpfs /tmp"
         " --ro-bind " +
         quoted(std::filesystem::absolute(folder).string()) + " /agent --chdir /agent sh -c " +
         quoted(submission.command);
}

}  // namespace nl
