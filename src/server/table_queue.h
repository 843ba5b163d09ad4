// Matchmaking queue: tables of the rules and numbers of seats that their players accept. Times come
// in, tables go out.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fair/entropy.h"
#include "protocol/request.h"
#include "protocol/room_settings.h"
#include "server/output.h"

namespace nl {

// The settings that strangers agree on; all others of a room have their defaults.
struct TableKind {
  Preset preset = kDefaultPreset;
  Expansions boxes = kBase;
  int seats = 0;

  RoomSettings settings() const { return {.preset = preset, .expansions = boxes, .seats = seats}; }
  friend auto operator<=>(const TableKind&, const TableKind&) = default;
};

// All tables that a request accepts, first choice first. Impossible ones are left out.
std::vector<TableKind> accepted_kinds(const RoomSettings& first, const AcceptedTables& accepted);

struct Seeker {
  SessionId session = 0;
  std::string name{};
  std::string address{};
  bool together = false;  // accepts others of the same address
  std::vector<TableKind> kinds{};
  Time until{0};           // then bots fill the table
  bool up_to_date = true;  // the displayed number of waiting players is right

  bool accepts(const TableKind& kind) const;
};

// No address twice; unknown ones are taken for different.
bool distinct_addresses(const std::vector<Seeker>& seekers);

class TableQueue {
 public:
  void add(Seeker seeker) { waiting_.push_back(std::move(seeker)); }
  std::size_t size() const { return waiting_.size(); }
  // Empty if the session is not in the queue.
  std::optional<Seeker> remove(SessionId session);

  // Earliest deadline of a waiting player.
  std::optional<Time> next() const;
  // A table that is full, or where one player has waited long enough: that player, then others at
  // random, in random order. One address has one seat unless all agree. Empty: there is none.
  struct Table {
    TableKind kind{};
    std::vector<Seeker> people{};
  };
  Table take(Time now, Entropy& entropy);
  // Players who accept such a table, in order of arrival.
  std::vector<Seeker> like(const TableKind& kind) const;
  // The table that needs the fewest more players, among those that this player accepts; of these
  // the one with the most players.
  struct Nearest {
    TableKind kind{};
    std::size_t waiting = 0;
  };
  Nearest nearest(const Seeker& seeker) const;
  // A player came or went: the displayed counts of everybody who accepts one of the same tables are
  // outdated.
  void changed(const std::vector<TableKind>& kinds);
  bool all_up_to_date() const;
  // Takes the players whose displayed count is outdated, and marks them up to date.
  std::vector<Seeker> take_outdated();

 private:
  using Counts = std::map<TableKind, std::size_t>;
  Counts count_kinds() const;
  static Nearest nearest_of(const Seeker& seeker, const Counts& counts);
  Table full_table(Time now, Entropy& entropy) const;
  Table late_table(Time now, Entropy& entropy) const;
  Table draw(const TableKind& kind, Time now, Entropy& entropy) const;

  std::vector<Seeker> waiting_;
};

}  // namespace nl
