// Choice of an event's wording from public facts: the game's public number, and the event's number
// among those that everybody is told. src/text/voice.h does the same sum.
export type Voice = { game: number; event: number };

// Another choice at the same event, for what somebody says about it.
export const aside = ({ game, event }: Voice): Voice => ({ game: (game ^ 0x52454d41) >>> 0, event });

export function wordingAt({ game, event }: Voice, count: number): number {
  let mixed = (game ^ Math.imul(event, 0x9e3779b1)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % count;
}
