// Replacement of titles in the texts of a language.
#include "text/titles.h"

#include <atomic>
#include <nlohmann/json.hpp>

#include "text/lang_data.h"

namespace nl {
namespace {

std::atomic<Titles> in_use{Titles::Known};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool ends_word(std::string_view rest) {
  if (!rest.empty() && rest[0] == 's') rest.remove_prefix(1);
  return rest.empty() || !is_letter(rest[0]);
}

void retitle_all(nlohmann::json& node, const nlohmann::json& words) {
  if (node.is_string()) {
    std::string text = node.get<std::string>();
    for (const nlohmann::json& pair : words) {
      text = retitled(text, pair[0].get_ref<const std::string&>(),
                      pair[1].get_ref<const std::string&>());
    }
    node = std::move(text);
    return;
  }
  if (node.is_structured()) {
    for (nlohmann::json& child : node) retitle_all(child, words);
  }
}

}  // namespace

void use_titles(Titles titles) { in_use = titles; }

Titles titles_in_use() { return in_use; }

std::string retitled(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = text.find(from); at != std::string_view::npos;
       at = text.find(from, at + 1)) {
    if (at < done || (at > 0 && is_letter(text[at - 1]))) continue;
    if (!ends_word(text.substr(at + from.size()))) continue;
    out.append(text, done, at - done).append(to);
    done = at + from.size();
  }
  return out.append(text, done);
}

void take_own_titles(nlohmann::json& texts, std::string_view language) {
  const nlohmann::json titles = nlohmann::json::parse(titles_file());
  const auto found = titles.find(language);
  if (found == titles.end()) return;
  for (const auto& [box, title] : found->at("boxes").items())
    texts["expansions"][box]["name"] = title;
  // What is typed stays as it is.
  for (const auto& [section, node] : texts.items()) {
    if (section != "keyboard" && section != "commands") retitle_all(node, found->at("words"));
  }
  if (!found->contains("cards")) return;
  for (const auto& [card, title] : found->at("cards").items()) texts["cards"][card]["name"] = title;
}

}  // namespace nl
