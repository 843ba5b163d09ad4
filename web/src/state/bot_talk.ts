// Emotes of bots at public moments, seldom. They follow from public events, so every page shows the same.
import type { Event } from "../net/protocol";
import type { Numbered } from "./stage.svelte";

type Line = { from: "seat" | "other"; emote: string };
const moments: Partial<Record<Event["kind"], Line>> = {
  noped: { from: "seat", emote: "haha" }, defused: { from: "seat", emote: "wow" }, attacked: { from: "other", emote: "ouch" }, won: { from: "seat", emote: "nice" },
};
// One moment in this many, chosen by the public number of its event.
const seldom = 3;
export const talkGap = 8000;  // milliseconds

const chosen = (number: number) => Math.imul(number, 0x9e3779b1) >>> 8;

export function botLine(shown: readonly Numbered[], isBot: (seat: number) => boolean): { seat: number; emote: string } | undefined {
  for (const { number, event, nth } of shown) {
    const line = moments[event.kind];
    const seat = line && event[line.from];
    if (line && seat !== undefined && isBot(seat) && chosen(nth ?? number) % seldom === 0) return { seat, emote: line.emote };
  }
  return undefined;
}
