// The pages of a game on a server, drawn, in both languages and two sizes. The clients are real
// ones in the simulator's world.
#include "terminal/screen_client.h"

#include <gtest/gtest.h>

#include "client/plain_player.h"
#include "terminal/golden.h"
#include "terminal/screen_table.h"

namespace nl {
namespace {

const Json kRich = {
    {"seats", 4},
    {"bots", 1},
    {"rules", {{"copies.nope", 22}, {"copies.skip", 22}, {"first", "zero"}, {"hand", 8}}}};

// Ann hosts; Bob is there, a bot, and a free seat.
struct Drawn {
  explicit Drawn(Language language) : world(3, {}), ann(world, host_options(language)) {
    bob = std::make_unique<PlainPlayer>(world, options(language, joining("Bob", code())));
    watcher = std::make_unique<PlainPlayer>(world, options(language, watching(code())));
  }
  static SessionOptions options(Language language, SessionOptions base) {
    base.language = language;
    base.address = "10.0.0.2:9009";
    return base;
  }
  static SessionOptions host_options(Language language) {
    SessionOptions all = options(language, creating("Ann", kRich, true));
    all.invitations = {"ninelives join 10.0.0.2:9009", "ninelives join 192.168.1.17:9009"};
    return all;
  }
  std::string code() { return ann.net.model.room().code; }
  void start() {
    ann.types("1");
    world.run_for(Time{3'000});
  }

  SimWorld world;
  PlainPlayer ann;
  std::unique_ptr<PlainPlayer> bob;
  std::unique_ptr<PlainPlayer> watcher;
};

using Draw = std::function<ftxui::Element(Drawn&, ScreenSize)>;

void draw_all(const std::string& name, const Draw& draw) {
  for (const Language language : {Language::English, Language::Korean}) {
    Drawn table(language);
    for (const ScreenSize size : kSizes) {
      compare_golden(golden_file(name, language, size), plain(draw(table, size), size));
    }
  }
}

ftxui::Element menu_of(PlainPlayer& player, ScreenSize size, const Lines& recent = {}) {
  static Hits hits;
  const NetSession& session = player.session;
  return dialogue_element(menu_page(player.session.menu(), recent, session.w().ui("net_keys")),
                          size, hits);
}

ftxui::Element game_of(PlainPlayer& player, ScreenSize size) {
  static std::vector<Hits> kept;
  Lines log;
  for (const News& told : player.net.model.told()) {
    for (const std::string& line : player.session.words_of(told)) {
      if (!line.empty()) log.push_back(line);
    }
  }
  const Scene scene = net_scene(player.session, log, 0, player.net.world.now());
  kept.emplace_back();
  return table_page(scene, size, kept.back());
}

TEST(Golden, NET_1_LobbyOfTheHost) {
  draw_all("net_lobby",
           [](Drawn& table, ScreenSize size) { return menu_of(table.ann, size, {"Bob: hello"}); });
}

TEST(Golden, NET_1_RoomsAndANewOne) {
  draw_all("net_rooms", [](Drawn& table, ScreenSize size) {
    SessionOptions options = joining("Carl", "");
    options.language = table.ann.session.options().language;
    options.errand.kind = Errand::Kind::Browse;
    PlainPlayer carl(table.world, options);
    return menu_of(carl, size);
  });
  draw_all("net_form", [](Drawn& table, ScreenSize size) {
    SessionOptions options = joining("Carl", "");
    options.language = table.ann.session.options().language;
    PlainPlayer carl(table.world, options);
    carl.types("1");
    return menu_of(carl, size);
  });
}

// The same moment of a Nope window through three pairs of eyes.
TEST(Golden, NOPE_8_NET_5_TheWindowOfAskedPlayerAndWatcher) {
  const auto opened = [](Drawn& table) {
    if (table.ann.net.model.has_game()) return;
    table.start();
    table.ann.types("skip");
    table.world.run_for(Time{1'200});
  };
  draw_all("net_window", [&](Drawn& table, ScreenSize size) {
    opened(table);
    return game_of(*table.bob, size);
  });
  draw_all("net_window_player", [&](Drawn& table, ScreenSize size) {
    opened(table);
    return game_of(table.ann, size);
  });
  draw_all("net_window_watcher", [&](Drawn& table, ScreenSize size) {
    opened(table);
    return game_of(*table.watcher, size);
  });
}

TEST(Golden, NET_4_AwayLostAndLeaving) {
  draw_all("net_away", [](Drawn& table, ScreenSize size) {
    if (!table.ann.net.model.has_game()) {
      table.start();
      table.bob->net.comes_back = false;
      table.bob->net.lose();
      table.world.run_for(Time{6'000});
    }
    return game_of(table.ann, size);
  });
  draw_all("net_lost", [](Drawn& table, ScreenSize size) {
    if (!table.ann.net.model.has_game()) {
      table.start();
      table.bob->net.comes_back = false;
      table.bob->net.lose();
      table.bob->update();
    }
    return game_of(*table.bob, size);
  });
  draw_all("net_leave", [](Drawn& table, ScreenSize size) {
    if (!table.ann.net.model.has_game()) {
      table.start();
      table.ann.interrupts();
    }
    return menu_of(table.ann, size);
  });
}

TEST(Golden, FAIR_1_TheEndSaysThatItWasVerified) {
  draw_all("net_over", [](Drawn& table, ScreenSize size) {
    if (!table.ann.net.model.has_game()) {
      table.start();
      table.ann.net.answers = table.bob->net.answers = true;
      for (int i = 0; i < 3'000 && !table.ann.net.model.verdict(); ++i) {
        table.world.run_for(Time{200});
      }
    }
    return menu_of(table.ann, size);
  });
}

}  // namespace
}  // namespace nl
