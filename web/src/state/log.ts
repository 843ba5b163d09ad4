// Log lines: the events of a game in words.
import type { Event } from "../net/protocol";
import { Narrator } from "../words/narrator";
import type { Words } from "../words/words";
import type { NumberedEvent, RanOut } from "./room_game.svelte";

const loud = new Set<Event["kind"]>(["turn_started", "drew_kitten", "died", "won", "noped", "cancelled", "kitten_loose", "defused", "game_started"]);

const said = new Set<Event["kind"]>(["chose_target", "named_card", "noped"]);

export type LogLine = { key: number; text: string; strong: boolean };

// `game`: the game's public number selects its wordings; without it events are facts.
export function logLines(events: readonly NumberedEvent[], words: Words, viewer: number | undefined, names: readonly string[], game?: number, characters: readonly (string | undefined)[] = []): LogLine[] {
  const narrator = new Narrator(words, viewer, names, game, characters);
  return events.flatMap(({ number, event, nth }) =>
    narrator.tell(event, nth).map((text, i) => ({ key: number * 16 + i, text, strong: loud.has(event.kind) })),
  );
}

// Between what happened before and what the clock has chosen: whose time was up.
export function withTimeouts(lines: readonly LogLine[], ranOut: readonly RanOut[], words: Words, names: readonly string[], viewer?: number): LogLine[] {
  const timeouts = ranOut.map(({ after, seat }) => ({ key: after * 16 + 15, text: timeoutWords(seat, words, names, viewer), strong: true }));
  return [...lines, ...timeouts].sort((one, other) => one.key - other.key);
}

export function timeoutWords(seat: number, words: Words, names: readonly string[], viewer?: number): string {
  if (seat === viewer) return words.text("web/ran_out_own");
  return words.text("ui/ran_out_of_time", { seat: names[seat] ?? "" });
}

// The last of these lines, as many as don't take more than so much room together, a Hangul letter that of two; at least one.
// The last lines say most: the acting player, and the question.
export function lastThatFit(lines: readonly string[], room: number): string[] {
  const long = (line: string) => [...line].reduce((sum, letter) => sum + (letter > "\u1100" ? 2 : 1), 0);
  let left = room;
  const first = lines.findLastIndex((line) => (left -= long(line)) < 0) + 1;
  return lines.slice(Math.min(first, lines.length - 1));
}

// Events of the current play, starting with the card: for the Nope window.
export function sincePlay(events: readonly NumberedEvent[]): NumberedEvent[] {
  const at = events.findLastIndex(({ event }) => event.kind.startsWith("played"));
  return at < 0 ? [] : events.slice(at).filter(({ event }) => event.kind.startsWith("played") || said.has(event.kind));
}
