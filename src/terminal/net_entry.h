// Room entry: the player's errand, seats taken from here before, and a host's earlier table.
#pragma once

#include <optional>
#include <string>

#include "client/client_model.h"
#include "client/seat_store.h"

namespace nl {

class NetEntry {
 public:
  // Begins at once unless it must ask for the player's name.
  NetEntry(ClientModel& model, const SeatStore& seats, Errand errand);

  const Errand& errand() const { return errand_; }
  bool began() const { return began_; }

  // Begins under this name.
  void set_name(std::string name);
  void ask_name_again() { began_ = false; }
  // Begins another errand; an empty room code keeps the present one.
  void begin(Errand::Goal goal, const std::string& room = {});
  // Opens a new room, without looking for earlier seats.
  void create(const RoomSettings& settings, int bots);

  // ---- a seat of this player that another window uses ----------------------------------------

  const std::optional<OwnSeat>& in_use() const { return in_use_; }
  void take_over();
  void take_another_name();

  // ---- a host's table of before --------------------------------------------------------------

  bool found() const { return found_; }
  void return_to_table() { go_to_seat(*returning_); }
  void open_new_table();

  // ---- refusals ------------------------------------------------------------------------------

  void note_refusal(std::string text, std::optional<NetRefusal> reason);
  const std::string& refusal() const { return refusal_; }
  std::optional<NetRefusal> refused() const { return refused_; }

  // Call it after new messages.
  void update();
  // The player leaves: other clients of this machine may use the seat.
  void release(bool forget_seat);

 private:
  void begin();
  void go_to_seat(OwnSeat seat);
  void consider_table();
  void keep_seat();
  std::string wished_settings() const;

  ClientModel& model_;
  const SeatStore& seats_;
  Errand errand_;
  bool began_ = false;
  OwnSeat kept_;
  FileLock hold_;
  std::optional<OwnSeat> in_use_;
  std::optional<OwnSeat> returning_;  // a host's earlier seat, while its table is looked for
  bool found_ = false;                // … the table is there, and the host is asked
  std::string refusal_;               // reason why the server refused entry
  std::optional<NetRefusal> refused_;
};

}  // namespace nl
