// C interface of texts: names, records, sentences.
#include <cstring>
#include <string>

#include "bots/bot.h"
#include "capi/boundary.h"
#include "capi/game_handle.h"
#include "capi/ninelives.h"
#include "capi/rulebook.h"
#include "capi/rules_option.h"
#include "engine/encode.h"
#include "engine/rules_block.h"
#include "protocol/view_json.h"
#include "text/notation.h"
#include "text/state_text.h"
#include "text/words.h"

using namespace nl;
using namespace nl::capi;

namespace {

Language language_called(std::string_view code) {
  if (const auto language = find_language(code)) return *language;
  throw Misuse("language " + std::string(code) + ": expected " + language_codes());
}

std::string lines_text(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

std::string story(const capi::Game& game, int seat, int first, Language language) {
  const Seat viewer = seat == -1 ? kWatcher : checked_seat(seat, game.seats());
  checked_range("event", first, 0, static_cast<int>(game.events().size()));
  std::vector<std::string> names;
  for (int i = 0; i < game.seats(); ++i) names.push_back("player_" + std::to_string(i));
  const Words& w = words(language, wording_of(game.header().preset));
  std::string text;
  for (auto i = static_cast<std::size_t>(first); i < game.events().size(); ++i) {
    text += lines_text(w.event(game.events()[i], viewer, names));
  }
  return text;
}

// The names live as long as the program, so their text can be returned.
const char* static_text(std::string_view name) { return name.data(); }

}  // namespace

const char* nl_card_name(int card) {
  return card >= 0 && card < kCardKinds ? static_text(card_name(card_at(card))) : nullptr;
}
const char* nl_phase_name(int phase) {
  return phase >= 0 && phase < kPhases ? static_text(phase_name(static_cast<Phase>(phase)))
                                       : nullptr;
}

const char* nl_preset_name(int preset) {
  return preset >= 0 && preset < kPresets ? static_text(preset_name(static_cast<Preset>(preset)))
                                          : nullptr;
}
const char* nl_expansion_name(int expansion) {
  if (expansion < 0 || expansion >= kBoxes) return nullptr;
  return static_text(box_rows()[static_cast<std::size_t>(expansion)].key);
}

int nl_observation_fields(char* text, size_t size) {
  return guarded(-1, [&] {
    std::string lines;
    for_each_field([&](const ObservationField& field) {
      lines += std::string(field.name) + ' ' + std::to_string(field.offset) + ' ' +
               std::to_string(field.size) + '\n';
    });
    return give_text(lines, text, size);
  });
}

int nl_bot_names(char* text, size_t size) {
  return guarded(-1, [&] {
    std::string names;
    for (const std::string_view name : bot_names()) {
      names += (names.empty() ? "" : " ") + std::string(name);
    }
    return give_text(names, text, size);
  });
}

int nl_rules_text(const char* rules, int seats, char* text, size_t size) {
  return guarded(-1, [&] {
    const Header header = parse_rules(given_text(rules, "rules"), seats);
    return give_text(rules_json(header.rules).dump(), text, size);
  });
}

int nl_rulebook(const char* rules, int seats, const char* language, char* text, size_t size) {
  return guarded(-1, [&] {
    const Header header = parse_rules(given_text(rules, "rules"), seats);
    const Language spoken = language_called(given_text(language, "language"));
    return give_text(rulebook_text(header, spoken), text, size);
  });
}

int nl_rules_bytes(const char* rules, int seats, uint8_t* bytes, size_t size) {
  return guarded(-1, [&] {
    const Header header = parse_rules(given_text(rules, "rules"), seats);
    if (bytes != nullptr && size >= sizeof(Rules)) std::memcpy(bytes, &header.rules, sizeof(Rules));
    return static_cast<int>(sizeof(Rules));
  });
}

int nl_rules_block(const char* rules, int seats, uint8_t* bytes, size_t size) {
  return guarded(-1, [&] {
    const RulesBlock block = rules_block(parse_rules(given_text(rules, "rules"), seats).rules);
    static_assert(sizeof(block) == NL_RULES_BLOCK || kLayoutVersion != 1);
    if (bytes != nullptr && size >= sizeof(block)) std::memcpy(bytes, &block, sizeof(block));
    return static_cast<int>(sizeof(block));
  });
}

int nl_rules_block_fields(char* text, size_t size) {
  return guarded(-1, [&] {
    std::string lines;
    for_each_rules_field([&](std::string_view name, std::size_t offset, std::size_t bytes) {
      lines +=
          std::string(name) + ' ' + std::to_string(offset) + ' ' + std::to_string(bytes) + '\n';
    });
    return give_text(lines, text, size);
  });
}

int nl_game_action_text(const nl_game* game, int seat, int action, char* text, size_t size) {
  return with_game(game, -1, [&](auto& g) {
    checked_range("action", action, 0, kActions - 1);
    const Seat asked = checked_seat(seat, g.seats());
    return give_text(action_text(g.state(), asked, make_action(action)), text, size);
  });
}

int nl_game_parse_action(const nl_game* game, int seat, const char* text) {
  return with_game(game, -1, [&](auto& g) {
    const std::string_view words = given_text(text, "action");
    const auto action = parse_action(g.state(), checked_seat(seat, g.seats()), words);
    if (action) return static_cast<int>(action->id);
    std::string list;
    for (const std::string& one : legal_texts(g.rules(), g.state(), static_cast<Seat>(seat))) {
      list += (list.empty() ? "" : ", ") + one;
    }
    throw Misuse("'" + std::string(words) + "' answers nothing here; expected one of: " + list);
  });
}

int nl_game_state_text(const nl_game* game, char* text, size_t size) {
  return with_game(game, -1, [&](auto& g) { return give_text(state_text(g.state()), text, size); });
}

int nl_game_view_text(const nl_game* game, int seat, char* text, size_t size) {
  return with_game(game, -1, [&](auto& g) {
    return give_text(view_json(g.rules(), g.view_of(seat)).dump(), text, size);
  });
}

int nl_game_story(const nl_game* game, int seat, int first, const char* language, char* text,
                  size_t size) {
  return with_game(game, -1, [&](auto& g) {
    const Language spoken = language_called(given_text(language, "language"));
    return give_text(story(g, seat, first, spoken), text, size);
  });
}

int nl_game_information(const nl_game* game, int seat, char* text, size_t size) {
  return with_game(game, -1, [&](auto& g) { return give_text(g.information(seat), text, size); });
}

int nl_game_record(const nl_game* game, char* text, size_t size) {
  return with_game(game, -1,
                   [&](auto& g) { return give_text(lines_text(g.record()), text, size); });
}
