// The language files as data: complete, alike, well-formed, and without a line that nobody reads.
// Requirements: EK-4, TERM-2
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bots/reason.h"
#include "protocol/net_refusal.h"
#include "text/lang_data.h"
#include "text/words.h"

namespace nl {
namespace {

using Leaves = std::map<std::string, Lines>;
using Strings = std::set<std::string>;

void collect(const nlohmann::json& node, const std::string& prefix, Leaves& leaves) {
  for (const auto& [key, value] : node.items()) {
    const std::string here = prefix.empty() ? key : prefix + '/' + key;
    if (value.is_object()) {
      collect(value, here, leaves);
    } else {
      leaves[here] = value.is_array() ? value.get<Lines>() : Lines{value.get<std::string>()};
    }
  }
}

const Leaves& leaves_of(Language language) {
  static const std::array<Leaves, kLanguages> kAll = [] {
    std::array<Leaves, kLanguages> all;
    collect(nlohmann::json::parse(kLangEn), "", all[0]);
    collect(nlohmann::json::parse(kLangKo), "", all[1]);
    return all;
  }();
  return kAll[static_cast<std::size_t>(language)];
}

const Leaves& english() { return leaves_of(Language::English); }
const Leaves& korean() { return leaves_of(Language::Korean); }

std::vector<std::string> slots(const std::string& line) {
  static const std::regex kSlot(R"(\{([^{}]*)\})");
  std::vector<std::string> found;
  for (std::sregex_iterator it(line.begin(), line.end(), kSlot), end; it != end; ++it) {
    found.push_back((*it)[1]);
  }
  return found;
}

Strings placeholders(const std::string& line) {
  Strings names;
  for (const std::string& slot : slots(line))
    names.insert(slot.substr(0, slot.find_first_of(":|")));
  return names;
}

Strings placeholders(const Lines& lines) {
  Strings names;
  for (const std::string& line : lines) names.merge(placeholders(line));
  return names;
}

bool starts_with(const std::string& text, std::string_view start) {
  return text.rfind(start, 0) == 0;
}

std::string without_overlay(const std::string& path) {
  return starts_with(path, "srs/") ? path.substr(4) : path;
}
bool has_viewpoints(const std::string& path) {
  return starts_with(path, "events/") || starts_with(path, "questions/");
}
std::string last_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }
std::string parent(const std::string& path) { return path.substr(0, path.rfind('/')); }

Strings known() {
  const std::vector<std::string> paths = known_paths();
  return {paths.begin(), paths.end()};
}

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// ---- the same in both languages ----------------------------------------------------------------

TEST(Lang, TERM_2_NoKeyIsWrittenTwice) {
  for (const std::string_view json : {kLangEn, kLangKo}) {
    std::vector<Strings> open;
    const auto note = [&](int, nlohmann::json::parse_event_t event, nlohmann::json& value) {
      using Parsed = nlohmann::json::parse_event_t;
      if (event == Parsed::object_start) open.emplace_back();
      if (event == Parsed::object_end) open.pop_back();
      if (event == Parsed::key) {
        EXPECT_TRUE(open.back().insert(value.get<std::string>()).second) << value;
      }
      return true;
    };
    EXPECT_FALSE(nlohmann::json::parse(json, note).is_discarded());
  }
}

TEST(Lang, TERM_2_BothLanguagesHaveTheSameKeysAndPlaceholders) {
  for (const auto& [path, lines] : english()) {
    const auto other = korean().find(path);
    ASSERT_NE(other, korean().end()) << path << " is missing in Korean";
    ASSERT_EQ(lines.size(), other->second.size()) << path;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      EXPECT_EQ(placeholders(lines[i]), placeholders(other->second[i])) << path;
    }
  }
  for (const auto& [path, lines] : korean()) {
    EXPECT_TRUE(english().contains(path)) << path << " is missing in English";
  }
}

bool has_letters(std::string line) {
  line = std::regex_replace(line, std::regex(R"(\{[^{}]*\})"), "");
  return std::regex_search(line, std::regex("[A-Za-z]"));
}

TEST(Lang, TERM_2_EverythingIsTranslated) {
  for (const auto& [path, lines] : english()) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      EXPECT_TRUE(!has_letters(lines[i]) || lines[i] != korean().at(path)[i]) << path;
      for (const char c : lines[i]) EXPECT_TRUE(c >= ' ' && c <= '~') << path << ": not ASCII";
    }
  }
}

// ---- nothing missing, nothing dead -------------------------------------------------------------

TEST(Lang, TERM_2_EveryTextThatCodeAsksForIsThere) {
  for (const std::string& path : known()) {
    if (has_viewpoints(path)) {
      // What is always hidden needs no words for those it is hidden from.
      const bool hidden = path == "events/committed_nope" || path == "events/ordering" ||
                          path == "events/found_kitten";
      EXPECT_TRUE(english().contains(path + (hidden ? "/open" : "/all"))) << path;
      EXPECT_FALSE(hidden && english().contains(path + "/all")) << path;
    } else {
      EXPECT_TRUE(english().contains(path)) << path;
    }
  }
}

TEST(Lang, EveryTextIsAskedForByCode) {
  const Strings asked = known();
  const Strings viewpoints = {"own", "other", "all", "open"};
  for (const auto& [full, lines] : english()) {
    const std::string path = without_overlay(full);
    if (starts_with(path, "ui/") || starts_with(path, "web/")) continue;
    if (has_viewpoints(path)) {
      EXPECT_TRUE(asked.contains(parent(path))) << full;
      EXPECT_TRUE(viewpoints.contains(last_part(path))) << full;
    } else {
      EXPECT_TRUE(asked.contains(path)) << full;
    }
  }
}

// The words of `ui` that code asks for by a table of names.
Strings asked_by_table() {
  Strings paths;
  for (int i = 0; i < kNetRefusals; ++i) {
    paths.insert("ui/" + net_refusal_key(static_cast<NetRefusal>(i)));
  }
  for (int i = 0; i < kWhys; ++i) paths.insert(reason_key(static_cast<Why>(i)));
  return paths;
}

TEST(Lang, TERM_2_EveryRefusalAndEveryReasonHasItsWords) {
  for (const std::string& path : asked_by_table()) EXPECT_TRUE(english().contains(path)) << path;
}

TEST(Lang, EveryWordOfTheUserInterfaceIsUsed) {
  const Strings by_table = asked_by_table();
  std::string sources;
  for (const auto& file : std::filesystem::recursive_directory_iterator(
           std::filesystem::path(NINELIVES_SOURCE_DIR) / "src")) {
    if (file.is_regular_file()) sources += read(file.path());
  }
  for (const auto& [path, lines] : english()) {
    if (!starts_with(path, "ui/") || by_table.contains(path)) continue;
    EXPECT_NE(sources.find("ui(\"" + path.substr(3) + '"'), std::string::npos) << path;
  }
}

// The page's words; that every key it asks for is there is checked by its own tests.
TEST(Lang, EveryWordOfThePageIsUsed) {
  const auto page = std::filesystem::path(NINELIVES_SOURCE_DIR) / "web" / "src";
  std::string sources;
  for (const auto& file : std::filesystem::recursive_directory_iterator(page)) {
    if (file.is_regular_file()) sources += read(file.path());
  }
  for (const auto& [path, lines] : english()) {
    if (!starts_with(path, "web/")) continue;
    EXPECT_NE(sources.find("web(\"" + path.substr(4) + '"'), std::string::npos) << path;
  }
}

template <class Enum, std::size_t kSize>
void expect_known(const std::string& section, const EnumNames<Enum, kSize>& table) {
  const Strings asked = known();
  for (const std::string_view key : table.names) {
    EXPECT_EQ(asked.contains(section + '/' + std::string(key)), key != "none") << key;
  }
}

TEST(Lang, TERM_2_TextsAreKeyedByTheNamesInTheCode) {
  expect_known("events", kEventNames);
  expect_known("refusals", kRefusalNames);
  expect_known("faults", kFaultNames);
}

// ---- templates ---------------------------------------------------------------------------------

TEST(Lang, TemplatesAreWellFormed) {
  const std::regex english_slot(R"([a-z_]+(\|[A-Za-z ]+\|[A-Za-z ]+)?)");
  const std::regex korean_slot("[a-z_]+(:(을/를|이/가|은/는|과/와|으로/로|아/야))?");
  for (const auto language : {Language::English, Language::Korean}) {
    const std::regex& form = language == Language::English ? english_slot : korean_slot;
    for (const auto& [path, lines] : leaves_of(language)) {
      for (const std::string& line : lines) {
        EXPECT_FALSE(line.empty()) << path;
        for (const std::string& slot : slots(line))
          EXPECT_TRUE(std::regex_match(slot, form)) << path;
        const std::string rest = std::regex_replace(line, std::regex(R"(\{[^{}]*\})"), "");
        EXPECT_EQ(rest.find_first_of("{}"), std::string::npos) << path;
      }
    }
  }
}

// A name or a card between a word and a particle that fits only some of them is a mistake.
TEST(Lang, TERM_2_NoParticleIsFixedAfterAPlaceholder) {
  const std::regex fixed(R"(\}(을|를|이|가|은|는|과|와|으로|로)( |$))");
  for (const auto& [path, lines] : korean()) {
    for (const std::string& line : lines) EXPECT_FALSE(std::regex_search(line, fixed)) << path;
  }
}

TEST(Lang, EK_4_SentencesForAllHaveNoSecretPlaceholders) {
  for (const auto language : {Language::English, Language::Korean}) {
    for (const auto& [path, lines] : leaves_of(language)) {
      if (last_part(path) != "all") continue;
      for (const char* secret : {"secret", "cards", "card_lines", "place"}) {
        EXPECT_FALSE(placeholders(lines).contains(secret)) << path;
      }
    }
  }
}

// The fields that each kind of event fills, as event.h has them. The kinds not named have a seat
// only.
const std::map<std::string, Strings>& event_fields() {
  static const std::map<std::string, Strings> kFields = {
      {"game_started", {"number"}},
      {"turn_started", {"number"}},
      {"played", {"card"}},
      {"played_pair", {"card", "number"}},
      {"played_triple", {"card", "number"}},
      {"added_to_five", {"card"}},
      {"played_blind", {"card"}},
      {"lost_blind", {"card"}},
      {"chose_target", {"other", "card"}},
      {"named_card", {"other", "card"}},
      {"noped", {"card", "number"}},
      {"cancelled", {"card", "number"}},
      {"went_through", {"card", "number"}},
      {"fizzled", {"card"}},
      {"attacked", {"other", "number"}},
      {"reversed", {"number"}},
      {"shuffled", {"number"}},
      {"saw", {"number", "cards", "card_lines"}},
      {"altering", {"number", "cards", "card_lines"}},
      {"ordering", {"number", "cards", "card_lines"}},
      {"altered", {"number", "cards", "card_lines"}},
      {"bombed", {"number"}},
      {"drew", {"number", "secret"}},
      {"drew_kitten", {"card", "number"}},
      {"kitten_loose", {"card"}},
      {"guessed", {"card"}},
      {"put_back", {"card", "place"}},
      {"died", {"card"}},
      {"kittens_returned", {"number"}},
      {"gave", {"other", "secret"}},
      {"stole", {"other", "secret"}},
      {"took_named", {"other", "card"}},
      {"took_nothing", {"other", "card"}},
      {"took_discard", {"card"}},
      {"collected", {"secret"}},
      {"marked", {"other", "card"}},
      {"cursed_player", {"other"}},
  };
  return kFields;
}

// The longest kind that the key of an event begins with: the rest is a variant.
Strings fields_of(const std::string& key) {
  std::string kind = key;
  while (!event_fields().contains(kind) && kind.find('_') != std::string::npos) {
    kind = kind.substr(0, kind.rfind('_'));
  }
  Strings fields = event_fields().contains(kind) ? event_fields().at(kind) : Strings{};
  fields.insert("seat");
  return fields;
}

TEST(Lang, EventSentencesUseOnlyWhatTheEventHas) {
  for (const auto& [full, lines] : english()) {
    const std::string path = without_overlay(full);
    if (!starts_with(path, "events/")) continue;
    const std::string key = last_part(parent(path));
    const Strings fields = fields_of(key);
    for (const std::string& name : placeholders(lines)) {
      EXPECT_TRUE(fields.contains(name)) << full << ": " << name;
    }
    EXPECT_TRUE(last_part(path) != "other" || fields.contains("other")) << full;
  }
}

// Where nobody's eyes but the drawer's may see a thing, neither may the one acted upon.
TEST(Lang, OnlyGivenAndStolenCardsAreToldToTheOther) {
  for (const auto& [path, lines] : english()) {
    if (last_part(path) != "other" || !placeholders(lines).contains("secret")) continue;
    EXPECT_TRUE(path == "events/gave/other" || path == "events/stole/other") << path;
  }
}

int columns(const std::string& text) {
  int sum = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) sum += byte < 0x80 ? 1 : 2;
  }
  return sum;
}

TEST(Lang, TERM_2_ShortTextsFitOnACard) {
  for (const auto language : {Language::English, Language::Korean}) {
    for (const auto& [path, lines] : leaves_of(language)) {
      EXPECT_TRUE(last_part(path) != "short" || columns(lines[0]) <= 60) << path;
    }
  }
}

TEST(Lang, TERM_2_CardNamesAreDistinct) {
  for (const auto language : {Language::English, Language::Korean}) {
    Strings names;
    for (int i = 0; i < kCardKinds; ++i) names.insert(words(language).card(card_at(i)));
    EXPECT_EQ(names.size(), static_cast<std::size_t>(kCardKinds));
  }
}

}  // namespace
}  // namespace nl
