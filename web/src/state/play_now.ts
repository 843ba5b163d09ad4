// Actions of the start page: a game with bots of the last level, or a private room for friends.
import { session } from "./game.svelte";
import { player } from "./player.svelte";
import { remembered } from "./remembered";

export const levels = ["easy", "medium", "hard"] as const;
export type Level = (typeof levels)[number];

const isLevel = (text: string | undefined): text is Level => levels.includes(text as Level);

export function chosenLevel(): Level {
  const kept = remembered.get("level");
  return isLevel(kept) ? kept : "easy";
}

export function playNow(level: Level = chosenLevel()) {
  remembered.set("level", level);
  const table = { name: player.nameOrDefault(), seats: 4, window_ms: 5000, turn_s: 0, practice: true };
  session.create(table, [...Array.from({ length: 3 }, () => ({ t: "add_bot" as const, bot: level })), { t: "start" }]);
}

// A private room at once; its settings can be changed in the lobby.
export function playWithFriends() {
  session.create({ name: player.nameOrDefault(), seats: 4, window_ms: 5000, turn_s: 60, listed: false });
}
