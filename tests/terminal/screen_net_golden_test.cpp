// Golden tests of a network game's pages, in both languages and two sizes. The clients are real
// ones in the simulator's world.
#include <gtest/gtest.h>

#include "client/plain_player.h"
#include "terminal/golden.h"
#include "terminal/net_pages.h"
#include "terminal/screen_table.h"

namespace nl {
namespace {

const Json kRich = {
    {"seats", 4},
    {"bots", 1},
    {"listed", true},
    {"rules", {{"copies.nope", 22}, {"copies.skip", 22}, {"first", "zero"}, {"hand", 8}}}};

// Ann hosts; Bob is there, a bot, a free seat, and somebody who watches.
struct Drawn {
  explicit Drawn(Language chosen, const Json& settings = kRich)
      : language(chosen), world(3, {}), ann(world, host_options(settings)) {
    bob = std::make_unique<PlainPlayer>(world, options(joining(name("Bob", "서연"), code())));
    watcher = std::make_unique<PlainPlayer>(world, options(watching(code())));
  }
  std::string name(const char* english, const char* korean) const {
    return language == Language::English ? english : korean;
  }
  SessionOptions options(SessionOptions base) const {
    base.language = language;
    base.address = "10.0.0.2:9009";
    return base;
  }
  SessionOptions host_options(const Json& settings) const {
    SessionOptions all = options(creating(name("Ann", "민준"), settings, true));
    all.invitations = {"ninelives join 10.0.0.2:9009", "ninelives join 192.168.1.17:9009"};
    return all;
  }
  std::string code() { return ann.net.model.room().code; }
  PlainPlayer& comes(const std::string& name, const std::string& room) {
    carl = std::make_unique<PlainPlayer>(world, options(joining(name, room)));
    return *carl;
  }
  void start() {
    ann.types("1");
    world.run_for(Time{3'000});
  }
  void loses_bob() {
    bob->net.comes_back = false;
    bob->net.lose();
    bob->update();
  }

  // The page as that player's screen has it now; `change` does what keys would.
  void draw(const std::string& file, PlainPlayer& player,
            const std::function<void(NetPages&, Scene&)>& change = nullptr) {
    const Time now = world.now();
    NetPages pages(player.session);
    pages.take_news();
    pages.turn();
    Hits hits;
    for (const ScreenSize size : kSizes) {
      ftxui::Element page;
      if (pages.at_table()) {
        Scene scene = pages.table(now);
        if (change) change(pages, scene);
        page = scene_page(scene, table_page, size, hits);
      } else {
        page = dialogue_element(pages.menu(now), size, hits);
      }
      compare_golden(golden_file(file, language, size), plain(page, size));
    }
  }

  const Language language;
  SimWorld world;
  PlainPlayer ann;
  std::unique_ptr<PlainPlayer> bob;
  std::unique_ptr<PlainPlayer> watcher;
  std::unique_ptr<PlainPlayer> carl;
};

void in_both_languages(const std::function<void(Drawn&)>& draw, const Json& settings = kRich) {
  for (const Language language : all_languages()) {
    Drawn table(language, settings);
    draw(table);
  }
}

TEST(NetGolden, NET_1_LobbyOfTheHost) {
  in_both_languages([](Drawn& table) { table.draw("net_lobby", table.ann); });
}

// More than a small screen has rows for: where to type stays in sight.
TEST(NetGolden, NET_1_AFullLobbyWithMuchTalk) {
  Json six = kRich;
  six["seats"] = 6;
  six["bots"] = 3;
  six["expansions"] = {"imploding", "streaking"};
  six["rules"] = {{"copies.nope", 6}, {"copies.skip", 5}, {"first", "zero"}, {"hand", 8}};
  in_both_languages(
      [](Drawn& table) {
        PlainPlayer& carl = table.comes(table.name("Christopher", "도윤"), table.code());
        carl.types("say one");
        carl.types("say two");
        table.bob->types("say three");
        table.draw("net_lobby_full", table.ann);
      },
      six);
}

TEST(NetGolden, NET_1_RoomsANewOneAndNoWayIn) {
  in_both_languages([](Drawn& table) {
    PlainPlayer& carl = table.comes(table.name("Carl", "지우"), "");
    table.draw("net_rooms", carl);
    carl.types("2");
    table.draw("net_form", carl);
    table.draw("net_refused", table.comes("Dora", "nosuchroom"));
  });
}

// The same moment of a Nope window through three pairs of eyes, and with a text laid over it.
TEST(NetGolden, NOPE_8_NET_5_TheWindowOfAskedPlayerAndWatcher) {
  in_both_languages([](Drawn& table) {
    table.start();
    table.ann.types("skip");
    table.world.run_for(Time{1'200});
    table.draw("net_window", *table.bob);
    table.draw("net_window_player", table.ann);
    table.draw("net_window_watcher", *table.watcher);
    table.draw("net_window_help", *table.bob,
               [](NetPages& pages, Scene& scene) { scene.note = pages.help(); });
  });
}

TEST(NetGolden, NET_4_AwayLostAndLeaving) {
  in_both_languages([](Drawn& table) {
    table.start();
    table.loses_bob();
    table.draw("net_lost", *table.bob);
    table.world.run_for(Time{6'000});
    table.draw("net_away", table.ann);
    table.ann.interrupts();
    table.world.run_for(Time{1'500});
    table.draw("net_leave", table.ann);
  });
}

// A seat that another window has, and a table of before with other options.
TEST(NetGolden, NET_4_TheOwnSeatInAnotherWindowAndATableOfBefore) {
  for (const Language language : all_languages()) {
    const SeatFolder folder;
    Drawn table(language);
    PlainPlayer first(table.world, table.options(creating("Dora", {{"seats", 2}})), folder.path);
    const std::string room = first.net.model.room().code;
    PlainPlayer second(table.world, table.options(joining("Dora", room)), folder.path);
    table.draw("net_in_use", second);
    first.net.comes_back = false;
    first.net.lose();
    first.session.terminated();
    PlainPlayer again(table.world, table.options(creating("Dora", {{"seats", 3}})), folder.path);
    table.draw("net_found", again);
  }
}

TEST(NetGolden, NET_5_TheHostDecidesAboutThoseWhoWatch) {
  in_both_languages([](Drawn& table) {
    table.ann.chooses(words(table.language).ui("net_watchers_menu"));
    table.draw("net_watchers", table.ann);
  });
}

TEST(NetGolden, NET_5_WhoIsOutWatchesTheOthers) {
  in_both_languages([](Drawn& table) {
    table.start();
    table.bob->net.does([](ClientModel& model) { model.forfeit(); });
    table.draw("net_out", *table.bob);
  });
}

TEST(NetGolden, FAIR_1_TheEndSaysThatItWasVerified) {
  in_both_languages([](Drawn& table) {
    table.start();
    table.ann.net.answers = table.bob->net.answers = true;
    for (int i = 0; i < 3'000 && !table.ann.net.model.verdict(); ++i) {
      table.world.run_for(Time{200});
    }
    table.draw("net_over", table.ann);
    table.draw("net_over_guest", *table.bob);
  });
}

}  // namespace
}  // namespace nl
