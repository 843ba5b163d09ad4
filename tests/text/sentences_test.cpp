// Tests of templates by the table sentences.json, which the browser's words are held to as well
// (web/tests/unit/sentences.test.ts): both evaluators must say the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "text/grammar.h"
#include "text/korean_words.h"
#include "text/lang_data.h"
#include "text/notation.h"
#include "text/words.h"

namespace nl {
namespace {

const nlohmann::json& table() {
  static const nlohmann::json kTable = nlohmann::json::parse(std::ifstream(
      std::filesystem::path(NINELIVES_SOURCE_DIR) / "tests" / "text" / "sentences.json"));
  return kTable;
}

std::vector<std::string> names() { return table().at("names"); }

// Both languages, each with the words of the row's preset.
template <class Check>
void in_each_language(const nlohmann::json& row, Check check) {
  const auto preset = parse_preset(row.value("preset", std::string(preset_name(kDefaultPreset))));
  const Wording wording = wording_of(preset.value());
  check(words(Language::English, wording), row.at("en"));
  check(words(kKorean, wording), row.at("ko"));
}

// Viewer of a row: without one, the row speaks to everybody and shows all that stands in it.
Seat viewer_of(const nlohmann::json& row) { return row.value("viewer", kEveryone); }

EventKind kind_called(const std::string& name) {
  for (int kind = 0; kind < kEventKinds; ++kind) {
    if (kEventNames[static_cast<EventKind>(kind)] == name) return static_cast<EventKind>(kind);
  }
  ADD_FAILURE() << name;
  return EventKind::None;
}

std::vector<std::uint8_t> secret_of(const nlohmann::json& event) {
  std::vector<std::uint8_t> secret;
  if (event.contains("place")) secret.push_back(event.at("place"));
  for (const std::string name : event.value("secret", nlohmann::json::array())) {
    secret.push_back(static_cast<std::uint8_t>(parse_card(name).value()));
  }
  return secret;
}

Event event_of(const nlohmann::json& json) {
  Event event{.kind = kind_called(json.at("kind")),
              .seat = json.at("seat"),
              .other = json.value("other", kNoSeat),
              .number = json.value("number", std::uint8_t{0}),
              .knows = 0xFF};
  if (json.contains("card")) event.card = parse_card(std::string(json.at("card"))).value();
  const std::vector<std::uint8_t> secret = secret_of(json);
  event.secrets = static_cast<std::uint8_t>(secret.size());
  std::copy(secret.begin(), secret.end(), event.secret.begin());
  return event;
}

Phase phase_called(const std::string& name) {
  int phase = 0;
  while (phase_name(static_cast<Phase>(phase)) != name) ++phase;
  return static_cast<Phase>(phase);
}

QuestionContext question_context(const nlohmann::json& row) {
  return {.phase = phase_called(row.at("phase")),
          .seat = row.value("seat", Seat{0}),
          .seats = static_cast<int>(names().size()),
          .pile_size = row.value("pile", 20)};
}

Action action_called(const std::string& text, const QuestionContext& asked) {
  const std::string verb = text.substr(0, text.find(' '));
  const std::string what = text.substr(text.find(' ') + 1);
  const std::vector<std::string> plain = {"draw", "pass", "nope",  "blind",
                                          "five", "keep", "defuse"};
  const auto found = std::find(plain.begin(), plain.end(), verb);
  if (found != plain.end()) return make_action(static_cast<int>(found - plain.begin()));
  if (verb == "target") return target(asked.seat, static_cast<Seat>(std::stoi(what)), asked.seats);
  if (verb == "play") return play(parse_card(what).value());
  if (verb == "pair") return pair(parse_card(what).value());
  if (verb == "triple") return triple(parse_card(what).value());
  return verb == "card" ? name_card(parse_card(what).value()) : number(std::stoi(what));
}

Grammar grammar_of(const std::string& code) {
  for (const LanguageFile& file : language_files()) {
    if (file.code == code) return Grammar(nlohmann::json::parse(file.json).at("grammar"));
  }
  throw std::runtime_error(code);
}

Values values_of(const nlohmann::json& row) {
  Values values;
  for (const auto& [name, value] : row.at("values").items()) values.push_back({name, value});
  return values;
}

TEST(Sentences, TERM_2_WordsEndInTheSoundsOfTheTable) {
  const Grammar korean = grammar_of("ko");
  for (const auto& [sound, list] : table().at("sounds").items()) {
    for (const std::string word : list) EXPECT_EQ(korean.sound_of(word), sound[0]) << word;
  }
  for (const char* broken : {"\x80", "\x80\x80\x80\x80\x80", "a\xED", "\xFF"}) {
    EXPECT_EQ(korean.sound_of(broken), 'v');
  }
}

TEST(Sentences, TERM_2_TemplatesAreFilledAsTheTableHasIt) {
  for (const nlohmann::json& row : table().at("templates")) {
    const Values values = values_of(row);
    EXPECT_EQ(grammar_of(row.at("lang")).fill(row.at("template").get<std::string>(), values),
              row.at("text").get<std::string>())
        << row;
  }
}

// Name of the play in the row; empty if it was no combo.
std::string combo_of(const nlohmann::json& row, Card card, const Words& w) {
  const std::string combo = row.value("combo", "");
  if (combo.empty()) return {};
  return w.combo(combo == "pair" ? Verb::Pair : Verb::Triple, card);
}

TEST(Sentences, NET_3_EveryEventAsTheTableHasIt) {
  for (const nlohmann::json& row : table().at("events")) {
    in_each_language(row, [&](const Words& w, const Lines& expected) {
      const Event event = event_of(row.at("event"));
      EXPECT_EQ(w.event(event, viewer_of(row), names(), combo_of(row, event.card, w)), expected)
          << row;
    });
  }
}

TEST(Sentences, TERM_15_AGameAndAnEventChooseAWording) {
  for (const nlohmann::json& row : table().at("wordings")) {
    const Voice voice{row.at("game"), row.at("event")};
    EXPECT_EQ(wording_at(voice, row.at("count")), row.at("at").get<std::size_t>()) << row;
  }
}

TEST(Sentences, TERM_15_EveryWordingAsTheTableHasIt) {
  for (const nlohmann::json& row : table().at("voices")) {
    in_each_language(row, [&](const Words& w, const Lines& expected) {
      const Event event = event_of(row.at("event"));
      const Voice voice{row.at("voice").at("game"), row.at("voice").at("event")};
      EXPECT_EQ(w.event(event, viewer_of(row), names(), combo_of(row, event.card, w), voice),
                expected)
          << row;
    });
  }
}

TEST(Sentences, TERM_15_EveryRemarkAsTheTableHasIt) {
  for (const nlohmann::json& row : table().at("remarks")) {
    in_each_language(row, [&](const Words& w, const Lines& expected) {
      const std::vector<std::string> characters = row.at("characters");
      const Voice voice{row.at("voice").at("game"), row.at("voice").at("event")};
      EXPECT_EQ(w.remarks(event_of(row.at("event")), names(), characters, voice), expected) << row;
    });
  }
}

TEST(Sentences, TERM_2_EveryQuestionAsTheTableHasIt) {
  for (const nlohmann::json& row : table().at("questions")) {
    in_each_language(row, [&](const Words& w, const Lines& expected) {
      EXPECT_EQ(w.question(question_context(row), viewer_of(row), names()), expected) << row;
    });
  }
}

TEST(Sentences, TERM_2_EveryAnswerAsTheTableHasIt) {
  for (const nlohmann::json& row : table().at("actions")) {
    const QuestionContext asked = question_context(row);
    in_each_language(row, [&](const Words& w, const std::string& expected) {
      EXPECT_EQ(w.action(action_called(row.at("action"), asked), asked, names()), expected) << row;
    });
  }
}

// ---- nothing is left out of the table ----------------------------------------------------------

std::regex shape_of(const std::string& sentence) {
  static const std::regex kSpecial(R"([.()?*+^$|\[\]\\])"), kSlot(R"(\{[^{}]*\})");
  const std::string marked = std::regex_replace(sentence, kSlot, "\x01");
  const std::string quoted = std::regex_replace(marked, kSpecial, R"(\$&)");
  return std::regex(std::regex_replace(quoted, std::regex("\x01"), ".+"));
}

// True if a row of the table reads like this sentence: its first line, if it has several.
bool has_row(const std::string& preset, const std::string& section, const std::string& key,
             const nlohmann::json& sentence) {
  const nlohmann::json lines = sentence.is_array() ? sentence : nlohmann::json::array({sentence});
  for (const nlohmann::json& row : table().at(section)) {
    if (row.value("preset", "") != preset) continue;
    const std::string about = section == "events"      ? row.at("event").at("kind")
                              : section == "questions" ? row.at("phase")
                                                       : row.at("action");
    if (!key.starts_with(about.substr(0, about.find(' ')))) continue;
    const nlohmann::json told =
        row.at("en").is_array() ? row.at("en") : nlohmann::json::array({row.at("en")});
    if (told.empty() || lines.empty()) {
      if (told.empty() == lines.empty()) return true;
    } else if (std::regex_match(std::string(told[0]), shape_of(lines[0]))) {
      return true;
    }
  }
  return false;
}

void expect_rows(const std::string& preset, const nlohmann::json& texts) {
  for (const std::string section : {"events", "questions", "actions"}) {
    for (const auto& [key, node] : texts.at(section).items()) {
      const nlohmann::json sentences = node.is_object() ? node : nlohmann::json{{"", node}};
      for (const auto& [viewpoint, sentence] : sentences.items()) {
        EXPECT_TRUE(has_row(preset, section, key, sentence))
            << preset << ' ' << section << '/' << key << '/' << viewpoint;
      }
    }
  }
}

TEST(Sentences, NET_3_EverySentenceAndVariantStandsInTheTable) {
  const nlohmann::json english = nlohmann::json::parse(language_files()[0].json);
  expect_rows("", english);
  expect_rows("srs", english.at("srs"));
}

}  // namespace
}  // namespace nl
