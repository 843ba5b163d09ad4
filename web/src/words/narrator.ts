// Narrator: events in words, in order. It remembers what was played: a combo has a name of its own, and later events
// know only its card. src/text/narrator.h in small.
import type { Event } from "../net/protocol";
import type { Film } from "../replay/engine";
import { playedCombos, type Combo, type Words } from "./words";

export class Narrator {
  readonly #words: Words;
  readonly #viewer: number | undefined;
  readonly #names: readonly string[];
  #combo: Combo | undefined;

  constructor(words: Words, viewer: number | undefined, names: readonly string[]) {
    this.#words = words;
    this.#viewer = viewer;
    this.#names = names;
  }

  // Takes in earlier events, without a word of them.
  heard(events: readonly Event[]): this {
    const played = events.findLast((event) => event.kind.startsWith("played"));
    if (played) this.#combo = playedCombos[played.kind];
    return this;
  }

  tell(event: Event): string[] {
    this.heard([event]);
    return this.#words.event(event, this.#viewer, this.#names, this.#combo);
  }
}

// One frame of a film, told by somebody who has seen those before it.
export function frameLines(film: Film, at: number, eyes: number | "all", words: Words, names: readonly string[]): string[] {
  const narrator = new Narrator(words, eyes === "all" ? undefined : eyes, names);
  const isPlay = (event: Event) => event.kind.startsWith("played");
  let before = at - 1;
  while (before >= 0 && !film.show(before, eyes).events.some(isPlay)) --before;
  if (before >= 0) narrator.heard(film.show(before, eyes).events);
  return film.show(at, eyes).events.flatMap((event) => narrator.tell(event));
}
