// Files with the tokens of this machine's seats.
#include "client/seat_store.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "fair/commitment.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

constexpr auto kKept = std::chrono::hours(24 * 30);

std::optional<KeptSeat> read_seat(const fs::path& file) {
  std::ifstream in(file);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  try {
    const Json parsed = parse_object(text);
    const JsonReader json(parsed);
    return KeptSeat{
        json["server"].text(),
        {json["room"].text(), json["name"].text(), json["token"].text(), json["wish"].text_or("")}};
  } catch (const JsonError&) {
    return std::nullopt;
  }
}

// Newest first; expired seats are removed.
std::vector<KeptSeat> seats_in(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, KeptSeat>> seats;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed)) {
    if (entry.path().extension() != ".json") continue;
    const auto written = entry.last_write_time(failed);
    if (fs::file_time_type::clock::now() - written > kKept) {
      fs::remove(entry.path(), failed);
      continue;
    }
    if (auto seat = read_seat(entry.path())) seats.emplace_back(written, *seat);
  }
  std::sort(seats.begin(), seats.end(),
            [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<KeptSeat> found;
  for (auto& [written, seat] : seats) found.push_back(std::move(seat));
  return found;
}

}  // namespace

bool write_private(const fs::path& file, const std::string& text) {
  const fs::path fresh = file.string() + '.' + std::to_string(getpid());
  const int out = open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (out < 0) return false;
  const bool whole = write(out, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(out);
  std::error_code failed;
  if (whole) fs::rename(fresh, file, failed);
  if (whole && !failed) return true;
  fs::remove(fresh, failed);
  return false;
}

std::vector<KeptSeat> kept_seats(const fs::path& folder) {
  std::vector<KeptSeat> free = seats_in(folder);
  std::erase_if(
      free, [&](const KeptSeat& kept) { return SeatStore(folder, kept.server).in_use(kept.seat); });
  return free;
}

fs::path default_seat_folder() {
  if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/') {
    return fs::path(state) / "ninelives" / "seats";
  }
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home != '/') return {};
  return fs::path(home) / ".local" / "state" / "ninelives" / "seats";
}

fs::path SeatStore::file_of(const OwnSeat& seat) const {
  const std::string what = server_ + '\n' + seat.room + '\n' + seat.name;
  const Bytes32 digest = sha256({as_bytes(what)});
  return folder_ / (to_hex(Bytes(digest).first(12)) + ".json");
}

std::vector<OwnSeat> SeatStore::all() const {
  std::vector<OwnSeat> found;
  for (KeptSeat& kept : seats_in(folder_)) {
    if (kept.server == server_) found.push_back(std::move(kept.seat));
  }
  return found;
}

std::optional<OwnSeat> SeatStore::find(const std::string& room, const std::string& name) const {
  for (OwnSeat& seat : all()) {
    if (seat.name == name && (room.empty() || seat.room == room)) return std::move(seat);
  }
  return std::nullopt;
}

std::optional<OwnSeat> SeatStore::only_free_one(const std::string& room) const {
  std::optional<OwnSeat> found;
  for (OwnSeat& seat : all()) {
    if (seat.room != room || in_use(seat)) continue;
    if (found) return std::nullopt;
    found = std::move(seat);
  }
  return found;
}

std::optional<OwnSeat> SeatStore::last_free_one() const {
  for (OwnSeat& seat : all()) {
    if (!in_use(seat)) return std::move(seat);
  }
  return std::nullopt;
}

bool SeatStore::in_use(const OwnSeat& seat) const {
  return FileLock(file_of(seat)).is_locked_elsewhere();
}

FileLock SeatStore::keep(const OwnSeat& seat) const {
  if (folder_.empty() || seat.token.empty()) return {};
  std::error_code failed;
  fs::create_directories(folder_, failed);
  fs::permissions(folder_, fs::perms::owner_all, failed);
  const Json json = {{"server", server_},
                     {"room", seat.room},
                     {"name", seat.name},
                     {"token", seat.token},
                     {"wish", seat.wish}};
  write_private(file_of(seat), json.dump() + '\n');
  return FileLock(file_of(seat));
}

void SeatStore::forget(const OwnSeat& seat) const {
  std::error_code failed;
  if (!folder_.empty()) fs::remove(file_of(seat), failed);
}

}  // namespace nl
