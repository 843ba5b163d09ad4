// The events of a game as lines for people.
import type { Event } from "../net/protocol";
import type { Words } from "../words/words";
import type { Told } from "./session.svelte";

const loud = new Set<Event["kind"]>(["turn_started", "drew_kitten", "died", "won", "noped", "cancelled", "kitten_loose", "defused", "game_started"]);

const said = new Set<Event["kind"]>(["chose_target", "named_card", "noped"]);

export type LogLine = { key: number; text: string; strong: boolean };

export function logLines(told: readonly Told[], words: Words, viewer: number | undefined, names: readonly string[]): LogLine[] {
  return told.flatMap(({ number, event }) =>
    words.event(event, viewer, names).map((text, i) => ({ key: number * 16 + i, text, strong: loud.has(event.kind) })),
  );
}

// What is being played, from the card on: for the Nope window.
export function sincePlay(told: readonly Told[]): Told[] {
  const at = told.findLastIndex(({ event }) => event.kind.startsWith("played"));
  return at < 0 ? [] : told.slice(at).filter(({ event }) => event.kind.startsWith("played") || said.has(event.kind));
}
