// Tests of protocol types against the schema.
import { expect, test } from "vitest";
import { makeTypes, readSchema, readTypes } from "../../tools/make_types.mjs";
import { allCards, allExpansions, allPresets, mostSeats } from "../../src/state/box";
import { mergePatch } from "../../src/net/merge_patch";

test("the page's types are those of the schema (npm run types)", async () => {
  expect(readTypes()).toBe(await makeTypes(readSchema()));
});

test("the schema names the engine's own cards, presets and expansions", () => {
  const { $defs } = readSchema() as { $defs: { card: { enum: unknown }; preset: { enum: unknown }; expansions: { items: { enum: unknown } } } };
  expect($defs.card.enum).toEqual(allCards);
  expect($defs.preset.enum).toEqual(allPresets);
  expect($defs.expansions.items.enum).toEqual(allExpansions);
});

test("how many may sit down is the engine's answer, for every preset and set of expansions", () => {
  expect(mostSeats("official", [])).toBe(5);
  expect(mostSeats("official", ["imploding"])).toBe(6);
  expect(mostSeats("srs", [])).toBe(4);
  expect(mostSeats("srs", ["streaking"])).toBe(4);
  expect(mostSeats("srs", ["imploding", "streaking"])).toBe(4);
});

test("a patch changes, adds and takes away, at any depth", () => {
  const view = { pile: 3, hand: { skip: 1, nope: 2 }, alive: [0, 1], discard_top: "skip" };
  const patch = { pile: 2, hand: { nope: null, favor: 1 }, alive: [1], discard_top: null };
  expect(mergePatch(view, patch)).toEqual({ pile: 2, hand: { skip: 1, favor: 1 }, alive: [1] });
  expect(view.hand).toEqual({ skip: 1, nope: 2 });
});
