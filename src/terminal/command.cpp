#include "terminal/command.h"

#include "names/names.h"
#include "terminal/question.h"
#include "terminal/typed.h"

namespace nl {
namespace {

struct Entry {
  std::string_view key;  // of lang/ under `commands`, where each language has its words for it
  Command::Kind kind;
};

constexpr Entry kCommands[] = {
    {"help", Command::Kind::Help},         {"hand", Command::Kind::Hand},
    {"describe", Command::Kind::Describe}, {"log", Command::Kind::Log},
    {"odds", Command::Kind::Odds},         {"hint", Command::Kind::Hint},
    {"table", Command::Kind::Table},       {"back", Command::Kind::Back},
    {"quit", Command::Kind::Quit},
};

}  // namespace

Command read_command(std::string_view input) {
  const std::size_t space = input.find(' ');
  const std::string_view key = command_called(lower(input.substr(0, space)));
  for (const Entry& entry : kCommands) {
    if (entry.key != key) continue;
    const bool takes_argument = entry.kind == Command::Kind::Describe;
    if (space == std::string_view::npos) return {entry.kind};
    if (takes_argument) return {entry.kind, std::string(input.substr(space + 1))};
  }
  return {};
}

Lines describe_card(std::string_view name, const Words& w) {
  if (name.empty()) return {w.ui("describe_what")};
  const auto card = find_card(name);
  if (!card) return {w.refusal(Refusal::UnknownCard, {{"text", clean_text(name, 40)}})};
  return {w.card(*card) + ": " + w.card_text(*card)};
}

}  // namespace nl
