// Plain-text client in the simulator: typed lines go in, printed lines come out.
#pragma once

#include <filesystem>
#include <sstream>

#include "client/net_player.h"
#include "terminal/has.h"
#include "terminal/plain_client.h"

namespace nl {

// A folder for tokens that goes with its test.
struct SeatFolder {
  SeatFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "nl_seats_XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~SeatFolder() { std::filesystem::remove_all(path); }
  std::filesystem::path path;
};

struct PlainPlayer {
  PlainPlayer(SimWorld& world, SessionOptions options, const std::filesystem::path& folder = {},
              const std::string& address = {})
      : net(world), seats(folder, "server:1"), session(net.model, seats, std::move(options)) {
    net.answers = false;
    net.address = address;
    net.on_change = [this] { update(); };
    update();
    net.connect();
    net.world.run_for(Time{60});
  }

  void update() {
    plain.update(net.world.now());
    net.flush();
  }
  // Output from the moment of the line until things have settled.
  std::string types(const std::string& line) {
    const std::size_t before = out.str().size();
    plain.line(line, net.world.now());
    net.flush();
    net.world.run_for(Time{60});
    return out.str().substr(before);
  }
  std::string waits(Time time) {
    const std::size_t before = out.str().size();
    net.world.run_for(time);
    update();
    return out.str().substr(before);
  }
  std::string interrupts() {
    const std::size_t before = out.str().size();
    session.interrupt(net.world.now());
    update();
    net.world.run_for(Time{60});
    return out.str().substr(before);
  }
  // The number of the choice that says this; 0: there is none.
  int choice(const std::string& text) {
    const Menu menu = session.menu();
    for (std::size_t i = 0; i < menu.items.size(); ++i) {
      if (menu.items[i].text.find(text) != std::string::npos) return static_cast<int>(i) + 1;
    }
    return 0;
  }
  // The whole line of that choice.
  std::string line_of(const std::string& text) {
    const int number = choice(text);
    EXPECT_NE(number, 0) << text;
    return number == 0 ? "" : session.menu().items[static_cast<std::size_t>(number - 1)].text;
  }
  std::string chooses(const std::string& text) {
    const int number = choice(text);
    EXPECT_NE(number, 0) << text;
    return types(std::to_string(number));
  }
  bool said(const std::string& text) const { return out.str().find(text) != std::string::npos; }

  NetPlayer net;
  SeatStore seats;
  NetSession session;
  std::ostringstream out;
  std::istringstream nothing;
  StreamInput in{nothing};
  Console console{in, out, false};
  PlainClient plain{session, console};
};

inline SessionOptions creating(const std::string& name, const Json& settings, bool hosts = false) {
  SessionOptions options{.address = "server:1"};
  options.errand = errand_to_create(name, settings);
  options.hosts_server = hosts;
  return options;
}
inline SessionOptions joining(const std::string& name, const std::string& room) {
  SessionOptions options{.address = "server:1"};
  options.errand = {
      .kind = room.empty() ? Errand::Goal::Browse : Errand::Goal::Join, .room = room, .name = name};
  return options;
}
inline SessionOptions finding(const std::string& name, AcceptedTables accepted, int wait_s) {
  SessionOptions options{.address = "server:1"};
  options.errand = {.kind = Errand::Goal::Find, .name = name, .wait_s = wait_s};
  options.errand.settings = {.preset = accepted.presets.front(), .seats = accepted.seats.front()};
  options.errand.accepted = std::move(accepted);
  return options;
}
inline SessionOptions watching(const std::string& room) {
  SessionOptions options{.address = "server:1"};
  options.errand = {.kind = Errand::Goal::Watch, .room = room};
  return options;
}

}  // namespace nl
