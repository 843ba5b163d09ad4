// Golden tests of drawn pages, in both languages and two sizes. To write them again:
//   NINELIVES_UPDATE_GOLDEN=1 terminal_tests --gtest_filter='*Golden*'
#include <gtest/gtest.h>

#include <functional>

#include "terminal/art.h"
#include "terminal/board.h"
#include "terminal/golden.h"
#include "terminal/has.h"
#include "terminal/screen_dialogue.h"
#include "terminal/screen_drama.h"
#include "terminal/screen_game.h"
#include "terminal/screen_pages.h"
#include "terminal/screen_table.h"
#include "terminal/screen_theme.h"

namespace nl {
namespace {

using Element = ftxui::Element;

std::vector<std::string> names_for(Language language, int seats) {
  const std::vector<std::string> english = {"Ann", "Bob", "Christopher", "Dee", "Eve", "Finn"};
  const std::vector<std::string> korean = {"민준", "서연", "Christopher", "지우", "하은", "도윤"};
  const auto& all = language == Language::English ? english : korean;
  return {all.begin(), all.begin() + seats};
}

class Drawer {
 public:
  Drawer(Language chosen, ScreenSize cells) : language(chosen), size(cells) {}

  const Language language;
  const ScreenSize size;

  const Words& w(const Board& board) const { return words(language, wording_of(board.preset)); }

  Scene scene(const Board& board, Seat eyes) const {
    Scene scene{.w = w(board)};
    scene.title = scene.w.preset(board.preset) + " - " + scene.w.expansions(board.expansions);
    scene.names = names_for(language, board.state.seats);
    scene.first_number = first_player_number(board.preset);
    scene.view = board.seen_by(eyes);
    scene.selected = -1;
    Narrator narrator(scene.w);
    for (const Event& event : board.events) {
      const Lines lines = narrator.tell(event, eyes, scene.names);
      scene.log.insert(scene.log.end(), lines.begin(), lines.end());
      if (is_deed(event) && !lines.empty()) scene.headline = lines.front();
    }
    scene.keys = scene.w.ui("screen_keys");
    return scene;
  }
  Scene asked(const Board& board, Seat seat) const {
    Scene page = scene(board, seat);
    page.question = question_for(board.rules, page.view, speech(page));
    return page;
  }
  static Speech speech(const Scene& page) { return {page.w, page.names, page.first_number}; }
  Element table(const Scene& page) const {
    Hits hits;
    Element element = table_page(page, size, hits);
    kept_.push_back(std::move(hits));
    return element;
  }

 private:
  // The places of the choices are written while the page is rendered.
  mutable std::vector<Hits> kept_;
};

void draw_all(const std::string& name, const std::function<Element(const Drawer&)>& draw) {
  for (const Language language : all_languages()) {
    for (const ScreenSize size : kSizes) {
      const Drawer drawer(language, size);
      compare_golden(golden_file(name, language, size), plain(draw(drawer), size));
    }
  }
}

constexpr std::string_view kTwentyKinds =
    "defuse*2 attack targeted skip*3 superskip reverse bottom favor*2 nope*2 shuffle see see5 "
    "alter "
    "alter5 swap garbage catomic mark feral tacocat*2 rainbow*3 potato";

Board big_hand() {
  Board board(Preset::Official, kImploding | kStreaking, 2);
  board.hand(0, kTwentyKinds).hand(1, "defuse skip*6").pile("skip exploding imploding beard*20");
  return board.begin();
}

// Six players; one dead, one cursed, two with open cards, an attack under way, backwards.
Board six_players() {
  Board board(Preset::Official, kImploding | kStreaking, 6);
  board.hand(0, "defuse mark*2 curse reverse see skip nope tacocat*2")
      .hand(1, "defuse attack*2 targeted")
      .hand(2, "skip")
      .hand(3, "defuse favor shuffle nope")
      .hand(4, "defuse nope beard")
      .hand(5, "defuse see feral potato*2")
      .pile("shuffle exploding skip*30");
  board.begin();
  board.does(0, "play mark, target 5").all_pass();
  board.does(0, "play mark, target 3").all_pass();
  board.does(0, "play curse, target 4").all_pass();
  board.does(0, "draw").does(1, "play attack").all_pass();
  board.does(2, "draw");
  board.does(3, "play shuffle").all_pass();
  return board;
}

TEST(Golden, TERM_1_TERM_2_TurnWithABigHand) {
  const Board board = big_hand();
  draw_all("turn_big_hand", [&](const Drawer& d) {
    Scene page = d.asked(board, 0);
    page.selected = 3;
    return d.table(page);
  });
}

TEST(Golden, TERM_1_TERM_2_TurnWithPictures) {
  Board board(Preset::Official, kBase, 3);
  board.hand(0, "defuse attack skip nope see tacocat*2 rainbow")
      .hand(1, "defuse")
      .hand(2, "defuse");
  board.pile("skip exploding beard*20").begin();
  draw_all("turn_pictures", [&](const Drawer& d) {
    Scene page = d.asked(board, 0);
    page.typed = "7";
    page.selected = 6;
    return d.table(page);
  });
}

TEST(Golden, TERM_1_SixPlayersWithDeathsCurseAndMarks) {
  const Board board = six_players();
  draw_all("six_players", [&](const Drawer& d) { return d.table(d.scene(board, 0)); });
}

TEST(Golden, TERM_1_Target) {
  Board board(Preset::Official, kImploding, 6);
  for (int seat = 0; seat < 6; ++seat) board.hand(seat, "defuse targeted skip");
  board.pile("skip*30").begin().does(0, "play targeted");
  draw_all("target", [&](const Drawer& d) { return d.table(d.asked(board, 0)); });
}

TEST(Golden, NOPE_5_NOPE_8_WindowAtTheTable) {
  Board board(Preset::Official, kBase, 4);
  for (int seat = 0; seat < 4; ++seat) board.hand(seat, "defuse attack nope");
  board.pile("skip*30").begin().does(0, "play attack").does(2, "nope");
  draw_all("window", [&](const Drawer& d) {
    Scene page = d.scene(board, kWatcher);
    page.question = nope_question_for(page.view, all_seats(4), Drawer::speech(page));
    page.countdown = Countdown{2, 0.6F};
    page.keys = page.w.ui("screen_keys_claim");
    return d.table(page);
  });
}

TEST(Golden, NOPE_5_NOPE_7_YesOrNoOfSrs) {
  Board board(Preset::Srs, kBase, 3);
  for (int seat = 0; seat < 3; ++seat) board.hand(seat, "defuse skip nope");
  board.pile("skip*30").begin().does(0, "play skip");
  draw_all("nope_in_turn", [&](const Drawer& d) {
    Scene page = d.scene(board, kWatcher);
    page.question = question_for(board.rules, board.seen_by(1), Drawer::speech(page));
    page.notice = page.w.refusal(Refusal::OneOrTwo);
    return d.table(page);
  });
}

TEST(Golden, EK_3_Place) {
  Board board(Preset::Official, kBase, 2);
  board.hand(0, "defuse skip attack").hand(1, "defuse").pile("exploding skip*40").begin();
  board.does(0, "draw");
  draw_all("place", [&](const Drawer& d) {
    Scene page = d.asked(board, 0);
    page.typed = "41";
    page.notice =
        page.w.refusal(Refusal::OutOfRange, {{"number", "41"}, {"low", "0"}, {"high", "40"}});
    return d.table(page);
  });
}

TEST(Golden, SHUF_2_Times) {
  Board board(Preset::Srs, kBase, 2);
  board.hand(0, "defuse shuffle").hand(1, "defuse").pile("skip*40").begin();
  board.does(0, "play shuffle").all_pass();
  draw_all("times", [&](const Drawer& d) { return d.table(d.asked(board, 0)); });
}

TEST(Golden, STR_4_Alter) {
  Board board(Preset::Official, kStreaking, 2);
  board.hand(0, "defuse alter5 skip")
      .hand(1, "defuse")
      .pile("skip exploding nope see favor skip*9");
  board.begin().does(0, "play alter5").all_pass().does(0, "order 1");
  draw_all("alter", [&](const Drawer& d) { return d.table(d.asked(board, 0)); });
}

TEST(Golden, FAV_1_Give) {
  Board board(Preset::Official, kBase, 3);
  board.hand(0, "favor").hand(1, "defuse nope*2 see tacocat*3").hand(2, "defuse").pile("skip*20");
  board.begin().does(0, "play favor, target 1").all_pass();
  draw_all("give", [&](const Drawer& d) { return d.table(d.asked(board, 1)); });
}

TEST(Golden, COMBO_3_Name) {
  Board board(Preset::Official, kImploding | kStreaking, 2);
  board.hand(0, "defuse tacocat*3 skip").hand(1, "defuse").pile("skip*20").begin();
  board.does(0, "triple tacocat, target 1");
  draw_all("name", [&](const Drawer& d) { return d.table(d.asked(board, 0)); });
}

TEST(Golden, EK_11_Guess) {
  Board board(Preset::Official, kStreaking, 2);
  board.hand(0, "curse").hand(1, "defuse skip*3 nope see").pile("skip exploding skip*9").begin();
  board.does(0, "play curse, target 1").all_pass().does(0, "draw").does(1, "draw");
  draw_all("guess", [&](const Drawer& d) { return d.table(d.asked(board, 1)); });
}

TEST(Golden, EK_8_Keep) {
  Board board(Preset::Official, kStreaking, 2);
  board.hand(0, "defuse streaking skip").hand(1, "defuse").pile("exploding skip*9").begin();
  board.does(0, "draw");
  draw_all("keep", [&](const Drawer& d) { return d.table(d.asked(board, 0)); });
}

TEST(Golden, TERM_1_HandOver) {
  const Board board = six_players();
  draw_all("hand_over", [&](const Drawer& d) {
    Scene page = d.scene(board, kWatcher);
    page.prompt = {page.w.ui("screen_hand_over", {{"seat", page.names[3]}}),
                   page.w.ui("screen_hand_over_ready", {{"seat", page.names[3]}})};
    page.keys = page.w.ui("screen_keys_enter");
    return hand_over_page(page, d.size);
  });
}

// Four at one keyboard; a pair of cats is Noped once.
Board claimed_nope() {
  Board board(Preset::Official, kBase, 4);
  for (int seat = 0; seat < 4; ++seat) board.hand(seat, "defuse attack nope tacocat*2 see favor");
  board.pile("skip*30").begin().does(0, "pair tacocat, target 2").does(2, "nope");
  return board;
}

TEST(Golden, TERM_6_FirstLook) {
  Board board(Preset::Official, kBase, 3);
  for (int seat = 0; seat < 3; ++seat) board.hand(seat, "defuse attack nope tacocat*2 see favor");
  board.pile("skip*30").begin();
  draw_all("first_look", [&](const Drawer& d) {
    Scene page = d.scene(board, kWatcher);
    const Values who = {{"seat", page.names[1]}};
    page.prompt = {page.w.ui("look_first", who), page.w.ui("look_first_ready", who)};
    page.keys = page.w.ui("screen_keys_look");
    page.typed = "0";
    return hand_over_page(page, d.size);
  });
  draw_all("look_at_hand", [&](const Drawer& d) {
    Scene page = d.scene(board, 1);
    page.prompt = {page.w.ui("look_done", {{"seat", page.names[1]}})};
    page.keys = page.w.ui("screen_keys_enter");
    page.reads = true;
    return d.table(page);
  });
}

TEST(Golden, TERM_6_AClaimOfANope) {
  const Board board = claimed_nope();
  draw_all("claim_table", [&](const Drawer& d) {
    Scene page = d.scene(board, kWatcher);
    page.question = nope_question_for(page.view, all_seats(4), Drawer::speech(page));
    page.keys = page.w.ui("screen_keys_claim");
    return d.table(page);
  });
  draw_all("claim_over", [&](const Drawer& d) {
    Scene page = d.scene(board, kWatcher);
    const Values who = {{"seat", page.names[3]}};
    page.prompt = {page.w.ui("claim_over", who), page.w.ui("screen_hand_over_ready", who)};
    page.keys = page.w.ui("screen_keys_enter");
    page.notice = page.w.ui("only_enter");
    return hand_over_page(page, d.size);
  });
  draw_all("claim_alone", [&](const Drawer& d) {
    Scene page = d.scene(board, 3);
    page.question = claim_question_for(page.view, Drawer::speech(page));
    return d.table(page);
  });
}

TEST(Golden, TERM_3_CardCounter) {
  const Board board = claimed_nope();
  draw_all("card_counter", [&](const Drawer& d) {
    const Scene page = d.scene(board, 3);
    const Note note{page.w.ui("cards_title"), card_count_lines(board.rules, page.view, page.w)};
    return with_note(d.table(page), note, page.w, d.size);
  });
}

// The whole screen belongs to the moment: no hand, no table.
TEST(Golden, TERM_10_TERM_14_AKittenIsAMomentForAll) {
  const std::vector<std::string> names = {"Ann", "Bob", "Cho"};
  const auto said = [&](const Drawer& d, Event event) {
    return words(d.language).event(event, kWatcher, names).front();
  };
  draw_all("kitten", [&](const Drawer& d) {
    const Event drew{.kind = EventKind::DrewKitten, .seat = 1, .card = Card::Exploding};
    return turned_card_page(words(d.language), Card::Exploding, said(d, drew), d.size);
  });
  draw_all("explosion", [&](const Drawer& d) { return blast_page(3, false, d.size); });
  draw_all("tombstone", [&](const Drawer& d) {
    const Event died{.kind = EventKind::Died, .seat = 1, .card = Card::Exploding};
    return tombstone_page("Bob", said(d, died), d.size);
  });
  draw_all("relief", [&](const Drawer& d) {
    const Event defused{.kind = EventKind::Defused, .seat = 1, .card = Card::Defuse};
    return defusal_page(words(d.language), said(d, defused), kDefusalFrames - 1, d.size);
  });
}

// A dead player looks on, with the seat's death at the table and the keys for dead players.
TEST(Golden, TERM_10_TheDeadLookOnAndMayHurry) {
  Board board(Preset::Official, kBase, 3);
  board.hand(0, "skip").hand(1, "defuse attack").hand(2, "defuse skip*3");
  board.pile("exploding skip*30").begin();
  board.does(0, "draw").does(1, "play attack").all_pass();
  draw_all("dead", [&](const Drawer& d) {
    Scene page = d.scene(board, 0);
    const View& v = page.view;
    page.bots = seat_bit(1) | seat_bit(2);
    page.prompt =
        page.w.question({v.phase(), v.top().seat, v.seats, v.pile_size}, kWatcher, page.names);
    page.keys = page.w.ui("screen_keys_dead");
    return d.table(page);
  });
}

TEST(Screen, TERM_1_ACurseStandsBesideTheTurnsThatAreOwed) {
  Board board(Preset::Official, kStreaking, 3);
  board.hand(0, "defuse curse attack").hand(1, "defuse skip").hand(2, "defuse").pile("skip*30");
  board.begin().does(0, "play curse, target 1").all_pass().does(0, "play attack").all_pass();
  for (const Language language : all_languages()) {
    const Drawer drawer(language, {80, 24});
    const Scene page = drawer.scene(board, kWatcher);
    const std::string drawn = plain(drawer.table(page), drawer.size);
    const std::size_t row = drawn.find("> 2 ");
    ASSERT_NE(row, std::string::npos);
    const std::string cells = drawn.substr(row, drawn.find("││", row) - row);
    EXPECT_TRUE(has(cells, page.w.ui("screen_cursed"))) << cells;
    EXPECT_TRUE(has(cells, page.w.ui("screen_owes", {{"number", "2"}}))) << cells;
  }
}

TEST(Golden, TERM_3_DescriptionAndHelp) {
  const Board board = big_hand();
  draw_all("description", [&](const Drawer& d) {
    const Scene page = d.asked(board, 0);
    const Note note{page.w.card(Card::Curse), {page.w.card_text(Card::Curse)}, Card::Curse};
    return with_note(d.table(page), note, page.w, d.size);
  });
  draw_all("help", [&](const Drawer& d) {
    const Scene page = d.asked(board, 0);
    return with_note(d.table(page), help_note(page.w, board.rules), page.w, d.size);
  });
}

// Text of the start page in this language, as dialogue_page() gets it.
TEST(Golden, TERM_3_SET_1_StartPage) {
  draw_all("start", [&](const Drawer& d) {
    const Words& w = words(d.language);
    std::string said = std::string(kCat) + '\n' + w.ui("choose_variant") + '\n';
    said += "1. " + w.box(kBase) + ": " + w.box_text(kBase) + '\n';
    int number = 2;
    for (const BoxRow& box : box_rows()) {
      said += std::to_string(number++) + ". " + w.box(box.bit) + ": " + w.box_text(box.bit) + '\n';
    }
    static Hits hits;
    return dialogue_element(dialogue_page(said), d.size, hits);
  });
}

// A whole short game: two kittens are survived, two players don't survive theirs.
TEST(Golden, SET_9_End) {
  Board board(Preset::Official, kBase, 3);
  board.hand(0, "defuse skip").hand(1, "skip nope").hand(2, "skip attack");
  board.pile("exploding exploding skip*30").begin();
  board.does(0, "draw, depth 1").does(1, "draw").does(2, "draw");
  draw_all("end", [&](const Drawer& d) {
    const Words& w = words(d.language);
    const auto names = names_for(d.language, 3);
    std::string said;
    for (const std::string& line : game_statistics_lines(board.events, names, w))
      said += line + '\n';
    said += '\n' + w.ui("play_again") + '\n';
    said += "1. " + w.ui("yes") + "\n2. " + w.ui("no") + '\n';
    DialoguePage page = dialogue_page(said);
    if (d.language == Language::English) page.big = "ann";
    page.keys = dialogue_keys(page, w);
    static Hits hits;
    return dialogue_element(page, d.size, hits);
  });
}

bool has_colours(Element page, ScreenSize size) {
  for (const std::string& row : drawn(page, size)) {
    for (std::size_t at = row.find("\x1b["); at != std::string::npos;
         at = row.find("\x1b[", at + 1)) {
      const int code = std::atoi(row.c_str() + at + 2);
      if ((code >= 30 && code <= 38) || (code >= 90 && code <= 97)) return true;
    }
  }
  return false;
}

TEST(Golden, TERM_1_ColoursCanBeTurnedOff) {
  const Board board = big_hand();
  const Drawer drawer(Language::English, {80, 24});
  use_colours(true);
  EXPECT_TRUE(has_colours(drawer.table(drawer.asked(board, 0)), drawer.size));
  use_colours(false);
  EXPECT_FALSE(has_colours(drawer.table(drawer.asked(board, 0)), drawer.size));
}

TEST(Golden, TERM_1_ATerminalThatIsTooSmallIsToldSo) {
  const Board board = big_hand();
  const Drawer drawer(Language::English, {40, 10});
  const std::string page = plain(drawer.table(drawer.asked(board, 0)), drawer.size);
  EXPECT_NE(page.find("too small"), std::string::npos);
}

}  // namespace
}  // namespace nl
