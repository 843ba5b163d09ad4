// Restores stored rooms, and voids those that can't go on.
#include "net/restore_rooms.h"

#include "net/server_log.h"
#include "server/voided_game.h"
#include "store/file.h"

namespace nl {
namespace {

namespace fs = std::filesystem;

void tell_loss(const std::string& loss, const fs::path& data, Time now) {
  log_event(LogLevel::Error, "loss_accepted", {{"what", loss}});
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now).count();
  write_private(data / "losses.txt", std::to_string(seconds) + ' ' + loss + '\n', Put::Behind);
}

}  // namespace

// Written before the room is closed in the store, so a crash in between repeats it.
void void_room(SealedStore& store, const StoredRoom& room, const VoidedGames& notes,
               const std::string& reason) {
  notes.write(room_code(room.id), voided_game_report(room, reason));
  store.close_room(room.id);
  store.commit();
  log_event(LogLevel::Warning, "room_voided", {{"room", room_in_log(room.id)}, {"reason", reason}});
}

RestoredRooms restore_rooms(SealedStore& store, ServerCore& core, const fs::path& data,
                            const VoidedGames& notes, Time now) {
  const std::string loss = store.loss();
  if (!loss.empty()) tell_loss(loss, data, now);
  RestoredRooms result;
  for (const StoredRoom& room : store.open_rooms()) {
    try {
      // Any room may lack its last moves, so none goes on as if nothing had happened.
      if (!loss.empty()) throw RoomFault("acknowledged moves were lost: " + loss);
      core.restore(room, now);
      ++result.going_on;
    } catch (const RoomFault& fault) {
      void_room(store, room, notes, fault.what());
      ++result.voided;
    }
  }
  return result;
}

}  // namespace nl
