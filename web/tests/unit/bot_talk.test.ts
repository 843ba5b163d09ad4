// Tests of the bots' emotes: seldom, from public events alone, and the same on every page.
import { expect, test } from "vitest";
import { botLine } from "../../src/state/bot_talk";
import type { Event } from "../../src/net/protocol";

const event = (kind: Event["kind"], seat: number, other?: number) => ({ kind, seat, ...(other === undefined ? {} : { other }) }) as Event;
const isBot = (seat: number) => seat > 0;

test("WEB-12 bots speak at public moments, about one time in three, and people are never spoken for", () => {
  const said = Array.from({ length: 300 }, (_, number) => botLine([{ number, event: event("noped", 1) }], isBot));
  const spoken = said.filter((line) => line !== undefined);
  expect(spoken.length).toBeGreaterThan(60);
  expect(spoken.length).toBeLessThan(140);
  expect(spoken[0]).toEqual({ seat: 1, emote: "haha" });
  const number = said.findIndex((line) => line !== undefined);
  expect(botLine([{ number, event: event("noped", 0) }], isBot), "a person's Nope").toBeUndefined();
  expect(botLine([{ number, event: event("attacked", 0, 2) }], isBot)).toEqual({ seat: 2, emote: "ouch" });
  expect(botLine([{ number, event: event("drew", 2) }], isBot), "nothing that is secret").toBeUndefined();
});
