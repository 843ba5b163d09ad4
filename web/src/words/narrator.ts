// Narrator: events in words, in order. It remembers what was played: a combo has a name of its own, and later events
// know only its card. src/text/narrator.h in small.
import type { Event } from "../net/protocol";
import type { Film } from "../replay/engine";
import { characterKeys } from "../state/characters";
import { playedCombos, type Combo, type Words } from "./words";

export class Narrator {
  readonly #words: Words;
  readonly #viewer: number | undefined;
  readonly #names: readonly string[];
  readonly #game: number | undefined;
  readonly #characters: readonly (string | undefined)[];
  #combo: Combo | undefined;

  // `game`: the game's public number, which chooses among wordings; without it events come as facts.
  // With `characters`, the keys of the bots' by seat, those who are at a public moment have a word to say.
  constructor(words: Words, viewer: number | undefined, names: readonly string[], game?: number, characters: readonly (string | undefined)[] = []) {
    this.#words = words;
    this.#viewer = viewer;
    this.#names = names;
    this.#game = game;
    this.#characters = characters;
  }

  // Processes earlier events without words.
  heard(events: readonly Event[]): this {
    const played = events.findLast((event) => event.kind.startsWith("played"));
    if (played) this.#combo = playedCombos[played.kind];
    return this;
  }

  // `nth`: the event's number among the public ones.
  tell(event: Event, nth = 0): string[] {
    this.heard([event]);
    const voice = this.#game === undefined ? undefined : { game: this.#game, event: nth };
    const lines = this.#words.event(event, this.#viewer, this.#names, this.#combo, voice);
    return voice ? [...lines, ...this.#words.remarks(event, this.#names, this.#characters, voice)] : lines;
  }
}

// Numbers the public events, from the one after `before`; a hidden event has the number before it.
export function numbered(events: readonly Event[], before: number): { event: Event; nth: number }[] {
  let nth = before;
  return events.map((event) => ({ event, nth: event.hidden ? nth : ++nth }));
}

// One frame of a film, for a reader of the earlier ones; `lively`: in the game's wordings.
export function frameLines(film: Film, at: number, eyes: number | "all", words: Words, names: readonly string[], lively = false): string[] {
  const narrator = new Narrator(words, eyes === "all" ? undefined : eyes, names, lively ? film.voice : undefined, characterKeys(film.players));
  const isPlay = (event: Event) => event.kind.startsWith("played");
  let before = at - 1;
  while (before >= 0 && !film.show(before, eyes).events.some(isPlay)) --before;
  if (before >= 0) narrator.heard(film.show(before, eyes).events);
  const frame = film.show(at, eyes);
  return numbered(frame.events, frame.told).flatMap(({ event, nth }) => narrator.tell(event, nth));
}
