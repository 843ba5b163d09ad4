// Allowed commands and variables of ssh clients.
#include "ssh/session_request.h"

#include <algorithm>
#include <array>
#include <utility>

#include "protocol/room_info.h"

namespace nl {
namespace {

constexpr std::size_t kLongestValue = 32;

bool is_plain(std::string_view text) {
  return text.size() <= kLongestValue && std::ranges::all_of(text, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '.' || c == '_' || c == '-' || c == '@';
         });
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    if (c != ' ') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

}  // namespace

std::optional<std::vector<std::string>> session_arguments(std::string_view command) {
  constexpr std::size_t kLongestCommand = 64;
  if (command.size() > kLongestCommand) return std::nullopt;
  std::vector<std::string> words = words_of(command);
  if (words.size() == 1 && words[0] == "puzzle") return words;
  if (words.size() != 2 || (words[0] != "join" && words[0] != "watch")) return std::nullopt;
  for (char& c : words[1]) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (!is_room_code(words[1])) return std::nullopt;
  return words;
}

std::optional<std::string> session_variable(std::string_view name, std::string_view value) {
  constexpr std::array<std::string_view, 3> kAllowed = {"LANG", "NO_COLOR", "COLORTERM"};
  if (std::ranges::find(kAllowed, name) == kAllowed.end() || !is_plain(value)) return std::nullopt;
  return std::string(name) + '=' + std::string(value);
}

std::string session_terminal_type(std::string_view type) {
  return !type.empty() && is_plain(type) ? std::string(type) : "xterm";
}

}  // namespace nl
