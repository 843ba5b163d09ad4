// Tests of our own titles: no text of any language names a card or box as the publisher does.
#include "text/titles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/card.h"
#include "text/lang_data.h"
#include "text/notation.h"
#include "text/words.h"

namespace nl {
namespace {

// Our own box, whose names are nobody else's.
bool is_stray(Card card) { return card_at(28) <= card; }

class OwnTitles : public testing::Test {
 protected:
  void TearDown() override { use_titles(Titles::Known); }
};

// Languages whose titles lang/titles.json has; others keep the known ones.
std::vector<Language> retitled_languages() {
  const nlohmann::json titles = nlohmann::json::parse(titles_file());
  std::vector<Language> all;
  for (const Language language : all_languages()) {
    if (titles.contains(language_code(language))) all.push_back(language);
  }
  EXPECT_GE(all.size(), 2u);
  return all;
}

// Words that the language has without any card game.
bool is_ordinary(const nlohmann::json& titles, const std::string& word) {
  if (!titles.contains("ordinary")) return false;
  const nlohmann::json& words = titles["ordinary"];
  return std::find(words.begin(), words.end(), word) != words.end();
}

// With the titles of `book`, without what is typed.
void all_texts(const nlohmann::json& node, const std::string& path, const TitleBook& book,
               std::vector<std::string>& into) {
  if (path.starts_with("/commands") || path == "/keyboard") return;
  if (node.is_string()) into.push_back(book.text(path.substr(1), node.get<std::string>()));
  if (!node.is_structured()) return;
  for (const auto& [key, child] : node.items()) all_texts(child, path + '/' + key, book, into);
}

TEST_F(OwnTitles, SHIP_1_EveryCardAndBoxHasAnotherTitle) {
  for (const Language language : retitled_languages()) {
    use_titles(Titles::Known);
    const Words& known = words(language);
    use_titles(Titles::Own);
    const Words& own = words(language);
    for (int i = 0; i < kCardKinds; ++i) {
      const Card card = card_at(i);
      if (is_stray(card)) continue;
      EXPECT_NE(own.card(card), known.card(card)) << language_code(language);
    }
    for (const Expansions box : {kBase, kImploding, kStreaking}) {
      EXPECT_NE(own.box(box), known.box(box)) << language_code(language);
    }
  }
}

TEST_F(OwnTitles, SHIP_1_NoSentenceNamesAnotherTitle) {
  const nlohmann::json own = nlohmann::json::parse(titles_file());
  for (const LanguageFile& file : language_files()) {
    if (!own.contains(file.code)) continue;
    const nlohmann::json texts = nlohmann::json::parse(file.json);
    std::vector<std::string> titles;
    for (int i = 0; i < kCardKinds; ++i) {
      const std::string title = texts["cards"][card_name(card_at(i))]["name"];
      if (!is_stray(card_at(i)) && !is_ordinary(own[file.code], title)) titles.push_back(title);
    }
    std::vector<std::string> sentences;
    all_texts(texts, "", TitleBook::own(file.code), sentences);
    for (const std::string& sentence : sentences) {
      for (const std::string& title : titles) {
        EXPECT_EQ(retitled(sentence, title, "!"), sentence) << file.code << ": " << title;
      }
    }
  }
}

TEST_F(OwnTitles, SHIP_1_OnlyWholeWordsAreReplaced) {
  EXPECT_EQ(retitled("Skip, Skips, Skipper, aSkip", "Skip", "Tiptoe"),
            "Tiptoe, Tiptoes, Skipper, aSkip");
  EXPECT_EQ(retitled("", "Skip", "Tiptoe"), "");
}

}  // namespace
}  // namespace nl
