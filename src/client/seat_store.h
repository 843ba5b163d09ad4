// The seats that were taken from this machine, each in a file of its own that nobody else may read:
// whoever has the token has the seat. Started again, a client takes its seat back.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "client/client_model.h"
#include "client/file_hold.h"

namespace nl {

class SeatStore {
 public:
  // An empty folder keeps nothing.
  SeatStore(std::filesystem::path folder, std::string server)
      : folder_(std::move(folder)), server_(std::move(server)) {}

  // The token for that room and name; of any room where the code is empty: the last one taken.
  std::optional<OwnSeat> find(const std::string& room, const std::string& name) const;
  // The one seat of that room that nobody uses just now; nothing where there are several.
  std::optional<OwnSeat> only_free_one(const std::string& room) const;
  // Whether another client of this account sits there at this moment.
  bool in_use(const OwnSeat& seat) const;
  FileHold keep(const OwnSeat& seat) const;
  void forget(const OwnSeat& seat) const;

 private:
  std::filesystem::path file_of(const OwnSeat& seat) const;
  // All of this server, the last one taken first.
  std::vector<OwnSeat> all() const;

  std::filesystem::path folder_;
  std::string server_;
};

// $XDG_STATE_HOME/ninelives/seats, or the same in the home folder; empty where there is neither.
std::filesystem::path default_seat_folder();

}  // namespace nl
