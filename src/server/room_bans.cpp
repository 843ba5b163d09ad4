// Bans of a room, by name and address.
#include "server/room_bans.h"

#include "names/confusables.h"
#include "names/names.h"

namespace nl {
namespace {

// Hashes that identify a removed player.
const std::string kBannedAddress = "address ";
const std::string kBannedName = "name ";
const std::string kBannedToWatch = "watching ";

}  // namespace

// Also recognises the player on another connection. A player at the host's address is banned by
// name only, since the rest of the household must not be shut out. The name is also all that is
// known of a player who has not connected since the server started.
void RoomBans::ban_player(Seat seat, const std::string& near_address, Time at) {
  const std::string& address = members_.presence(seat).address;
  const bool by_name = address.empty() || address == near_address;
  by_name ? ban(kBannedName, skeleton(state_.players()[seat].name), at)
          : ban(kBannedAddress, address, at);
}

// Watchers have no names, so a ban at the host's own address refuses every new watcher from there.
// Watchers who are already in stay, and everybody may still take a seat under a name.
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

// Also refuses a name that only looks the same, or one that would get the same number.
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
