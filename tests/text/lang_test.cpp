// Tests of the language files: complete, alike, well-formed, and without a line that nobody reads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bots/reason.h"
#include "protocol/emotes.h"
#include "protocol/net_refusal.h"
#include "terminal/theme.h"
#include "text/file_content.h"
#include "text/korean_words.h"
#include "text/lang_data.h"
#include "text/notation.h"
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

nlohmann::json file_of(Language language) {
  return nlohmann::json::parse(language_files()[static_cast<std::size_t>(language)].json);
}

const Leaves& leaves_of(Language language) {
  static const std::vector<Leaves> kAll = [] {
    std::vector<Leaves> all;
    for (const Language each : all_languages()) {
      nlohmann::json texts = file_of(each);
      texts.erase("grammar");
      collect(texts, "", all.emplace_back());
    }
    return all;
  }();
  return kAll[static_cast<std::size_t>(language)];
}

const Leaves& english() { return leaves_of(Language::English); }
const Leaves& korean() { return leaves_of(kKorean); }

std::vector<Language> translations() {
  return {all_languages().begin() + 1, all_languages().end()};
}

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
// "events/drew" of "events/drew number=1".
std::string without_variant(const std::string& path) {
  const std::size_t space = path.find(' ');
  if (space == std::string::npos) return path;
  const std::size_t slash = path.find('/', space);
  return path.substr(0, space) + (slash == std::string::npos ? "" : path.substr(slash));
}
bool has_viewpoints(const std::string& path) {
  return starts_with(path, "events/") || starts_with(path, "questions/");
}
// The events whose sentence a voice has other wordings for.
std::string without_voice(const std::string& path) {
  return starts_with(path, "voice/") ? "events" + path.substr(path.find('/')) : path;
}
std::string last_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }
std::string parent(const std::string& path) { return path.substr(0, path.rfind('/')); }

Strings known() {
  const std::vector<std::string> paths = known_paths();
  return {paths.begin(), paths.end()};
}

// ---- the same in both languages ----------------------------------------------------------------

TEST(Lang, TERM_2_NoKeyIsWrittenTwice) {
  for (const LanguageFile& file : language_files()) {
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
    EXPECT_FALSE(nlohmann::json::parse(file.json, note).is_discarded());
  }
}

// A variant is a key of its own here ("drew number=1"), so languages have the same ones.
TEST(Lang, TERM_2_AllLanguagesHaveTheSameKeysVariantsAndPlaceholders) {
  for (const Language language : translations()) {
    const Leaves& translated = leaves_of(language);
    for (const auto& [path, lines] : english()) {
      const auto other = translated.find(path);
      ASSERT_NE(other, translated.end()) << path << " is missing: " << language_code(language);
      ASSERT_EQ(lines.size(), other->second.size()) << path;
      for (std::size_t i = 0; i < lines.size(); ++i) {
        EXPECT_EQ(placeholders(lines[i]), placeholders(other->second[i])) << path;
      }
    }
    for (const auto& [path, lines] : translated) {
      EXPECT_TRUE(english().contains(path)) << path << " is missing in English";
    }
  }
}

// A value with a plural s alone may be the same in two languages.
bool has_letters(std::string line) {
  line = std::regex_replace(line, std::regex(R"(\{[^{}]*\}(s$)?)"), "");
  return std::regex_search(line, std::regex("[A-Za-z]"));
}

// Keyboards with Latin letters are alike.
TEST(Lang, TERM_2_EverythingIsTranslated) {
  for (const auto& [path, lines] : english()) {
    if (path == "keyboard") continue;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      for (const char c : lines[i]) EXPECT_TRUE(c >= ' ' && c <= '~') << path << ": not ASCII";
      for (const Language language : translations()) {
        const std::string& translated = leaves_of(language).at(path)[i];
        EXPECT_TRUE(!has_letters(lines[i]) || lines[i] != translated) << path;
      }
    }
  }
}

std::vector<std::string> split(const std::string& list) {
  std::istringstream words(list);
  return {std::istream_iterator<std::string>(words), {}};
}

TEST(Lang, TERM_3_AWordMeansOneCommandInAllLanguages) {
  std::map<std::string, std::string> meaning;
  for (const Language language : all_languages()) {
    for (const auto& [path, lines] : leaves_of(language)) {
      if (!starts_with(path, "commands/")) continue;
      for (const std::string& word : split(lines[0])) {
        EXPECT_EQ(meaning.emplace(word, path).first->second, path) << word;
        EXPECT_EQ(command_called(word), last_part(path)) << word;
      }
    }
    EXPECT_EQ(split(words(language).keyboard()).size(),
              split(words(Language::English).keyboard()).size());
  }
  EXPECT_EQ(command_called("favor"), "");
}

// ---- nothing missing, nothing dead -------------------------------------------------------------

TEST(Lang, TERM_2_EveryTextThatCodeAsksForIsThere) {
  for (const std::string& path : known()) {
    if (has_viewpoints(path)) {
      // Sentences that are always hidden need no words for those they are hidden from.
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
    const std::string path = without_variant(without_voice(without_overlay(full)));
    if (starts_with(path, "ui/") || starts_with(path, "web/")) continue;
    // By data: see below. The page's rulebook and form ask by fields of the rules and their values.
    if (starts_with(path, "characters/") || starts_with(path, "learn/")) continue;
    if (starts_with(path, "remarks/")) continue;  // by characters: see below
    if (starts_with(path, "rulebook/") || starts_with(path, "house/")) continue;
    if (starts_with(path, "emotes/")) {
      EXPECT_TRUE(is_emote(last_part(path))) << full;
      continue;
    }
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
  for (const std::string_view theme : kThemeNames) paths.insert("ui/theme_" + std::string(theme));
  // Effects of cards in a window; not all can be played by themselves.
  for (int i = 0; i < kCardKinds; ++i) {
    const std::string path = "ui/does_" + std::string(card_name(static_cast<Card>(i)));
    if (english().contains(path)) paths.insert(path);
    if (english().contains(path + "_you")) paths.insert(path + "_you");
  }
  return paths;
}

TEST(Lang, TERM_2_EveryRefusalAndEveryReasonHasItsWords) {
  for (const std::string& path : asked_by_table()) EXPECT_TRUE(english().contains(path)) << path;
}

TEST(Lang, EveryWordOfTheUserInterfaceIsUsed) {
  const Strings by_table = asked_by_table();
  std::string sources;
  for (const char* folder : {"src", "web/src"}) {
    for (const auto& file : std::filesystem::recursive_directory_iterator(
             std::filesystem::path(NINELIVES_SOURCE_DIR) / folder)) {
      if (file.is_regular_file()) sources += content_of(file.path());
    }
  }
  for (const auto& [path, lines] : english()) {
    if (!starts_with(path, "ui/") || by_table.contains(path)) continue;
    // The coach puts together these keys.
    if (starts_with(path, "ui/because_") &&
        sources.find('"' + path.substr(11) + '"') != sources.npos)
      continue;
    const bool here = sources.find('"' + path.substr(3) + '"') != std::string::npos;
    const bool on_page = sources.find('"' + path + '"') != std::string::npos;
    EXPECT_TRUE(here || on_page) << path;
  }
}

TEST(Lang, TERM_9_EveryCharacterAndEveryLineOfTheLessonIsInItsFile) {
  const auto data = std::filesystem::path(NINELIVES_SOURCE_DIR) / "data";
  const std::string characters = content_of(data / "characters.json");
  const std::string lesson = content_of(data / "learn.jsonl");
  for (const auto& [path, lines] : english()) {
    const std::string key = '"' + last_part(path) + '"';
    if (starts_with(path, "characters/")) {
      EXPECT_NE(characters.find(key), std::string::npos) << path;
    } else if (starts_with(path, "learn/")) {
      EXPECT_NE(lesson.find("\"say\":" + key), std::string::npos) << path;
    }
  }
}

// Prefixes of keys that the page puts together: web(`quiz_${number}`).
std::vector<std::string> key_families(const std::string& sources) {
  constexpr std::string_view kCall = "web(`";
  std::vector<std::string> families;
  for (auto at = sources.find(kCall); at != std::string::npos; at = sources.find(kCall, at + 1)) {
    const std::size_t first = at + kCall.size(), end = sources.find("${", first);
    if (end != std::string::npos && end > first)
      families.push_back(sources.substr(first, end - first));
  }
  return families;
}

// The page's words; that every key it asks for is there is checked by its own tests.
TEST(Lang, EveryWordOfThePageIsUsed) {
  const auto page = std::filesystem::path(NINELIVES_SOURCE_DIR) / "web" / "src";
  std::string sources;
  for (const auto& file : std::filesystem::recursive_directory_iterator(page)) {
    if (file.is_regular_file()) sources += content_of(file.path());
  }
  const std::vector<std::string> families = key_families(sources);
  for (const auto& [path, lines] : english()) {
    if (!starts_with(path, "web/")) continue;
    const std::string key = path.substr(4);
    const bool in_family = std::any_of(families.begin(), families.end(),
                                       [&](const auto& first) { return key.starts_with(first); });
    const bool asked = sources.find("web(\"" + key + '"') != std::string::npos;
    const bool named = sources.find("\"web/" + key + '"') != std::string::npos;
    EXPECT_TRUE(in_family || asked || named) << path;
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

// A wording has other sentences, not other cases: only the plain ones say which variants there are.
TEST(Lang, AWordingHasOnlyVariantsOfThePlainSentences) {
  for (const auto& [full, lines] : english()) {
    const std::string path = without_overlay(full);
    if (path == full || !has_viewpoints(path)) continue;
    const auto plain = english().lower_bound(parent(path) + '/');
    EXPECT_TRUE(plain != english().end() && starts_with(plain->first, parent(path) + '/')) << full;
  }
}

bool is_card_or_none(const std::string& name) { return name == "none" || parse_card(name); }
bool is_phase(const std::string& name) {
  for (int i = 0; i < kPhases; ++i) {
    if (phase_name(static_cast<Phase>(i)) == name) return true;
  }
  return false;
}

bool is_known_variant(const std::string& full) {
  const std::string path = without_variant(without_voice(without_overlay(full)));
  return known().contains(has_viewpoints(path) ? parent(path) : path);
}

TEST(Lang, VariantsTestWhatEventsAndAnswersHave) {
  const std::regex variant(" (number|below|card|phase|combo)=([a-z0-9_]+)(/.*)?$");
  for (const auto& [path, lines] : english()) {
    if (path.find(' ') == std::string::npos) continue;
    std::smatch found;
    ASSERT_TRUE(std::regex_search(path, found, variant)) << path;
    EXPECT_TRUE(found[1] != "card" || is_card_or_none(found[2])) << path;
    EXPECT_TRUE(found[1] != "phase" || is_phase(found[2])) << path;
    const bool counts = found[1] == "number" || found[1] == "below" || found[1] == "combo";
    EXPECT_EQ(std::isdigit(found.str(2)[0]) != 0, counts) << path;
    EXPECT_TRUE(is_known_variant(path)) << path;
  }
}

// The slots that a language may have: {name}, {name:particle}, {name|form|form}.
bool is_slot_of(const nlohmann::json& grammar, const std::string& slot) {
  static const std::regex kForm("([a-z_]+)(([:|])(.+))?");
  std::smatch parts;
  if (!std::regex_match(slot, parts, kForm)) return false;
  if (parts[3] == ":") return grammar.at("particles").contains(parts.str(4));
  if (parts[3] != "|") return true;
  int most = 0;
  for (const auto& [number, form] : grammar.at("plurals").items()) most = std::max<int>(most, form);
  const std::string forms = parts[4];
  return std::count(forms.begin(), forms.end(), '|') == most - 1;
}

TEST(Lang, TemplatesAreWellFormed) {
  for (const Language language : all_languages()) {
    const nlohmann::json grammar = file_of(language).at("grammar");
    for (const auto& [path, lines] : leaves_of(language)) {
      for (const std::string& line : lines) {
        EXPECT_FALSE(line.empty()) << path;
        for (const std::string& slot : slots(line)) {
          EXPECT_TRUE(is_slot_of(grammar, slot)) << path << ": " << slot;
        }
        const std::string rest = std::regex_replace(line, std::regex(R"(\{[^{}]*\})"), "");
        EXPECT_EQ(rest.find_first_of("{}"), std::string::npos) << path;
      }
    }
  }
}

// Every number takes a form, and every sound has one of each particle.
TEST(Lang, TERM_2_GrammarsAreComplete) {
  for (const Language language : all_languages()) {
    const nlohmann::json grammar = file_of(language).at("grammar");
    EXPECT_TRUE(grammar.at("plurals").contains("*")) << language_code(language);
    if (!grammar.contains("particles")) continue;
    const nlohmann::json& sounds = grammar.at("sounds");
    std::string all = sounds.at("else");
    for (const auto& row : sounds.at("characters")) all += std::string(row.at("sounds"));
    for (const auto& [sound, endings] : sounds.at("endings").items()) all += sound;
    for (const auto& [name, forms] : grammar.at("particles").items()) {
      for (const char sound : all) EXPECT_TRUE(forms.contains(std::string(1, sound))) << name;
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
  for (const Language language : all_languages()) {
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
      {"played_pair", {"combo", "number"}},
      {"played_triple", {"combo", "number"}},
      {"added_to_five", {"card"}},
      {"played_blind", {"card"}},
      {"lost_blind", {"card"}},
      {"chose_target", {"other", "card"}},
      {"named_card", {"other", "card"}},
      {"noped", {"card", "number"}},
      {"cancelled", {"card", "many", "number"}},
      {"went_through", {"card", "many", "number"}},
      {"fizzled", {"card", "many"}},
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
      {"took_turns", {"number"}},
      {"shown", {"other", "number", "cards", "card_lines"}},
      {"put_on_top", {"secret"}},
      {"lifted", {"secret"}},
      {"buried", {"place", "secret"}},
      {"marked", {"other", "card"}},
      {"cursed_player", {"other"}},
  };
  return kFields;
}

Strings fields_of(const std::string& kind) {
  Strings fields = event_fields().contains(kind) ? event_fields().at(kind) : Strings{};
  fields.insert("seat");
  return fields;
}

TEST(Lang, EventSentencesUseOnlyWhatTheEventHas) {
  for (const auto& [full, lines] : english()) {
    const std::string path = without_variant(without_overlay(full));
    if (!starts_with(path, "events/")) continue;
    const Strings fields = fields_of(last_part(parent(path)));
    for (const std::string& name : placeholders(lines)) {
      EXPECT_TRUE(fields.contains(name)) << full << ": " << name;
    }
    EXPECT_TRUE(last_part(path) != "other" || fields.contains("other")) << full;
  }
}

std::size_t words_of_characters(const Leaves& leaves) {
  return static_cast<std::size_t>(std::count_if(leaves.begin(), leaves.end(), [](const auto& leaf) {
    return starts_with(leaf.first, "characters/");
  }));
}

// Each viewpoint of an event has a wording for every choice, and each wording says what the
// sentence says: it has the same values. With the sentence itself there are at least three.
TEST(Lang, TERM_15_EveryWordingKeepsTheFact) {
  for (const Language language : all_languages()) {
    const Leaves& leaves = leaves_of(language);
    for (const auto& [path, wordings] : leaves) {
      if (!starts_with(path, "voice/")) continue;
      const Lines& fact = leaves.at(without_voice(path));
      EXPECT_GE(wordings.size(), 2U) << path;
      Strings different(fact.begin(), fact.end());
      for (const std::string& wording : wordings) {
        EXPECT_EQ(placeholders(wording), placeholders(fact)) << path << ": " << wording;
        EXPECT_TRUE(different.insert(wording).second) << path << ": twice: " << wording;
      }
      for (const char* viewpoint : {"own", "other", "all", "open"}) {
        const std::string other = parent(path) + '/' + viewpoint;
        const auto sentence = leaves.find(without_voice(other));
        if (sentence == leaves.end() || placeholders(sentence->second).contains("card_lines")) {
          continue;
        }
        ASSERT_TRUE(leaves.contains(other)) << other;
        EXPECT_EQ(leaves.at(other).size(), wordings.size()) << other;
      }
    }
  }
}

TEST(Lang, TERM_15_EachCharacterHasTwoOrThreeRemarks) {
  for (const Language language : all_languages()) {
    const Leaves& leaves = leaves_of(language);
    std::size_t remarks = 0;
    for (const auto& [path, lines] : leaves) {
      if (starts_with(path, "remarks/")) ++remarks;
      if (!starts_with(path, "characters/")) continue;
      const Lines& own = leaves.at("remarks/" + last_part(path));
      EXPECT_TRUE(own.size() == 2 || own.size() == 3) << path;
      EXPECT_EQ(Strings(own.begin(), own.end()).size(), own.size()) << path;
    }
    EXPECT_GE(leaves.at("remarks/last_words").size(), 3U);
    EXPECT_EQ(remarks, words_of_characters(leaves) + 1);
  }
}

// Events of nearly every game.
TEST(Lang, TERM_15_CommonEventsHaveWordings) {
  for (const char* event : {"turn_started number=1",
                            "turn_started",
                            "drew",
                            "played",
                            "played_pair number=0",
                            "skipped_turn",
                            "reversed",
                            "reversed number=0",
                            "attacked",
                            "noped number=1",
                            "noped",
                            "cancelled",
                            "went_through number=0",
                            "went_through",
                            "fizzled",
                            "shuffled number=1",
                            "saw",
                            "gave",
                            "stole",
                            "put_back",
                            "drew_kitten",
                            "defused",
                            "died",
                            "won"}) {
    EXPECT_TRUE(english().contains("voice/" + std::string(event) + "/all")) << event;
  }
}

// A thing for nobody's eyes but the drawer's is hidden from the target, too.
TEST(Lang, OnlyGivenAndStolenCardsAreToldToTheOther) {
  for (const auto& [path, lines] : english()) {
    if (last_part(path) != "other" || !placeholders(lines).contains("secret")) continue;
    const std::string event = without_voice(path);
    EXPECT_TRUE(event == "events/gave/other" || event == "events/stole/other") << path;
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
  for (const Language language : all_languages()) {
    for (const auto& [path, lines] : leaves_of(language)) {
      EXPECT_TRUE(last_part(path) != "short" || columns(lines[0]) <= 60) << path;
    }
  }
}

TEST(Lang, TERM_2_CardNamesAreDistinct) {
  for (const Language language : all_languages()) {
    Strings names;
    for (int i = 0; i < kCardKinds; ++i) names.insert(words(language).card(card_at(i)));
    EXPECT_EQ(names.size(), static_cast<std::size_t>(kCardKinds));
  }
}

}  // namespace
}  // namespace nl
