// Seat files of this machine: one token per file, readable by its owner alone.
// After a restart the client takes its seat back with it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "client/client_model.h"
#include "client/file_lock.h"

namespace nl {

class SeatStore {
 public:
  // Without a folder nothing is stored.
  SeatStore(std::filesystem::path folder, std::string server)
      : folder_(std::move(folder)), server_(std::move(server)) {}

  // The token for this room and name. With an empty code: of the newest seat in any room.
  std::optional<OwnSeat> find(const std::string& room, const std::string& name) const;
  // The only seat of that room that no running client uses; empty if there are several.
  std::optional<OwnSeat> only_free_one(const std::string& room) const;
  // The newest seat in any room that no running client uses.
  std::optional<OwnSeat> last_free_one() const;
  // True if another client of this account sits there at this moment.
  bool in_use(const OwnSeat& seat) const;
  FileLock keep(const OwnSeat& seat) const;
  void forget(const OwnSeat& seat) const;

 private:
  std::filesystem::path file_of(const OwnSeat& seat) const;
  // All seats on this server, newest first.
  std::vector<OwnSeat> all() const;

  std::filesystem::path folder_;
  std::string server_;
};

// A seat with the address of its server.
struct KeptSeat {
  std::string server;
  OwnSeat seat;
};

// All seats of this machine that no running client uses, newest first.
std::vector<KeptSeat> kept_seats(const std::filesystem::path& folder);

// Written to a temporary file and renamed, so that no reader sees half a secret and the permissions
// are right from the start. False if it failed.
bool write_private(const std::filesystem::path& file, const std::string& text);

// $XDG_STATE_HOME/ninelives/seats, or the same in the home folder; empty if there is neither.
std::filesystem::path default_seat_folder();

}  // namespace nl
