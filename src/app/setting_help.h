// Help texts of the server's settings, by name.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace nl {

inline constexpr auto kSettingHelp = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"bind", "address to listen at"},
    {"port", "0: any that is free"},
    {"data", "folder of the games; made on the first start"},
    {"key", "file of the store's key; default: ninelives.key in the data folder"},
    {"store", "postgres://…: several nodes on one set of rooms (cluster.md)"},
    {"node_url", "this node's WebSocket as clients reach it: wss://host/n/1/ws"},
    {"later_nodes", "without a proxy: where nodes may come later: [\"wss://*.cats.example\"]"},
    {"void_after_ms", "games that no node can continue are voided after this time"},
    {"keep_days", "closed rooms stay in the store, sealed, for so long; 0: not at all"},
    {"tls_cert", "PEM file with the certificate chain"},
    {"tls_key", "PEM file with its private key"},
    {"origins", "pages that may connect: [\"https://cats.example\"]; empty: this server's own"},
    {"web", "folder of the browser's client; default: next to the program"},
    {"log", "debug, info, warning, error or off"},
    {"log_form", "text, or json: one object a line"},
    {"log_addresses", "of clients: off, hash (with a key of this run) or plain"},
    {"threads", "for connections; the store has one more"},
    {"bot_threads", "for bots and hints, at a low priority"},
    {"connections", "most at once"},
    {"per_address", "connections of one address; of IPv6 a /64 is one address"},
    {"trusted_proxies", "networks whose X-Forwarded-For counts: [\"127.0.0.1\", \"10.0.0.0/8\"]"},
    {"open_metrics", "/metrics for everybody at the players' port"},
    {"metrics_port", "port of /metrics and /healthz; 0: none"},
    {"metrics_bind", "address of that port"},
    {"ssh_port", "people may play there with an ssh client; 0: none"},
    {"handshake_ms", "for a request, a handshake, and the client's hello"},
    {"idle_ms", "then a ping; a connection without an answer is closed"},
    {"bytes_a_second", "read from one connection"},
    {"call_networks", "own networks that webhooks may call, also without TLS: [\"127.0.0.1\"]"},
    {"page_url", "address of the page for links in calls; default: the first of origins"},
    {"push_contact", "mailto:… for browser makers; default: page_url"},
    {"keep_games_days", "finished games have an address, /g/GAME, for so long; 0: none"},
    {"keep_bytes", "size limit of closed rooms; the oldest go first; 0: no limit"},
    {"reserve_bytes", "with less free disk, finished games and device sync make way"},
    {"keep_games_bytes", "size limit of finished games; the oldest go first; 0: no limit"},
    {"lockers", "device sync: most entries of users, all nodes together; 0: off"},
    {"keep_lockers_days", "an entry of device sync goes so long after its last change"},
    {"limits.message_bytes", "of one message from a client"},
    {"limits.outbound_bytes", "waiting for one client; then it is cut and comes back"},
    {"limits.strikes", "wrong or too fast messages before the connection is cut"},
    {"limits.rooms", "most at once"},
    {"limits.watchers", "of one room; its host may want fewer"},
    {"limits.listed", "rooms in one list"},
    {"limits.rooms_per_address", "open at once; a room counts for its creator"},
    {"limits.slow_rooms", "rooms with a clock of hours or days; a start replays their games"},
    {"limits.slow_rooms_per_address", "the same for one address"},
    {"limits.bots_per_address", "seats of bots in rooms of one address"},
    {"limits.padded", "pad messages without TLS, too; on TLS they always are"},
    {"limits.message_burst", "messages of one connection at once"},
    {"limits.message_every_ms", "… then one in this time"},
    {"limits.chat_burst", "chat lines of one connection"},
    {"limits.chat_every_ms", "… then one in this time"},
    {"limits.list_burst", "lists of rooms"},
    {"limits.list_every_ms", "… then one in this time"},
    {"limits.room_burst", "rooms made from one address"},
    {"limits.room_every_ms", "… then one in this time"},
    {"limits.game_burst", "games begun from one address"},
    {"limits.game_every_ms", "… then one in this time"},
    {"limits.hint_burst", "hints for one address"},
    {"limits.hint_every_ms", "… then one in this time"},
    {"limits.enter_burst", "rooms entered from one address"},
    {"limits.enter_every_ms", "… then one in this time"},
    {"limits.host_burst", "changes by the host of one room"},
    {"limits.host_every_ms", "… then one in this time"},
    {"limits.call_burst", "calls (webhook, push) of one room"},
    {"limits.call_every_ms", "… then one in this time"},
    {"limits.address_call_burst", "calls of all rooms of one address"},
    {"limits.address_call_every_ms", "… then one in this time"},
    {"features.find", "tables with strangers"},
    {"features.list", "the list of open rooms"},
    {"features.watch", "watchers"},
    {"features.chat", "chat"},
    {"features.emotes", "quick words at the seats"},
    {"features.hints", "hints at practice tables"},
    {"features.webhooks", "hosts may have turns posted to an address: the server calls out"},
    {"features.push", "push notifications to browsers, if the page came over TLS"},
    {"features.ladder", "nicknames by strength, at /ladder (ladder.md)"},
    {"features.slow", "rooms with a clock of hours or days"},
    {"pace.grace_ms", "a lost connection waits so long before a bot takes the seat"},
    {"pace.commit_ms", "for the players' commitments to a shuffle"},
    {"pace.reveal_ms", "for their shares"},
    {"pace.bot_ms", "a bot answers so long after its question"},
    {"pace.bot_spread_ms", "… and up to so much later"},
    {"pace.bot_search_ms", "a searching bot is never faster, whatever the host's pace"},
    {"pace.after_restart_ms", "least time left for a question after a restart"},
    {"pace.empty_ms", "a room with nobody in it closes after this time"},
    {"pace.unattended_ms", "the same while bots play on"},
    {"pace.presence_ms", "players coming and going are announced at most this often"},
});

// Empty: the setting has no text.
constexpr std::string_view setting_help(std::string_view name) {
  const auto* row =
      std::ranges::find(kSettingHelp, name, [](const auto& one) { return one.first; });
  return row == kSettingHelp.end() ? std::string_view() : row->second;
}

}  // namespace nl
