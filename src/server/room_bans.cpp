// Bans of a room, by name and address.
#include "server/room_bans.h"

#include "names/confusables.h"
#include "names/names.h"

namespace nl {
namespace {

// Marks of a player who was sent away.
const std::string kBannedAddress = "address ";
const std::string kBannedName = "name ";
const std::string kBannedToWatch = "watching ";

}  // namespace

// Over another connection, too. A player at the host's address is known by name instead: the others
// of a household must not be shut out with one of them. Nor is more than the name known of one who
// has not been here since the server began.
void RoomBans::ban_player(Seat seat, const std::string& near_address, Time at) {
  const std::string& address = members_.presence(seat).address;
  const bool by_name = address.empty() || address == near_address;
  by_name ? ban(kBannedName, skeleton(state_.players()[seat].name), at)
          : ban(kBannedAddress, address, at);
}

// Watchers have no names, so at the host's own address nobody comes to watch any more. A watcher
// who is there already goes on, and everybody may still sit down under a name.
void RoomBans::ban_watcher(const RoomInput& host, const std::string& address) {
  const bool near_host = address.empty() || address == host.address;
  ban(near_host ? kBannedToWatch : kBannedAddress, address, host.at);
}

bool RoomBans::is_banned(const RoomInput& input, const std::string& kind,
                         const std::string& who) const {
  return members_.is_kicked(input.session) ||
         state_.is_banned(ban_mark(id_, kBannedAddress + input.address)) ||
         state_.is_banned(ban_mark(id_, kind + who));
}

// Neither under a name that only looks the same, nor as a namesake whose number would be the same.
bool RoomBans::is_banned_by_name(const RoomInput& input, const std::string& name) const {
  std::vector<std::string> names;
  for (const Player& player : state_.players()) names.push_back(player.name);
  names.push_back(clean_name(name));
  const std::string asked = skeleton(names.back());
  make_distinct(names);
  return is_banned(input, kBannedName, asked) ||
         is_banned(input, kBannedName, skeleton(names.back()));
}

void RoomBans::ban(const std::string& kind, const std::string& who, Time at) {
  room_.commit(stored::Banned{ban_mark(id_, kind + who)}, at);
}

bool RoomBans::is_banned_to_watch(const RoomInput& input) const {
  return is_banned(input, kBannedToWatch, input.address);
}

}  // namespace nl
