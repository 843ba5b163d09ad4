import { expect, test } from "vitest";
import { makeTypes, readSchema, readTypes } from "../../tools/make_types.mjs";
import { mergePatch } from "../../src/net/merge_patch";

test("the page's types are those of the schema (npm run types)", () => {
  expect(readTypes()).toBe(makeTypes(readSchema()));
});

test("a patch changes, adds and takes away, at any depth", () => {
  const view = { pile: 3, hand: { skip: 1, nope: 2 }, alive: [0, 1], discard_top: "skip" };
  const patch = { pile: 2, hand: { nope: null, favor: 1 }, alive: [1], discard_top: null };
  expect(mergePatch(view, patch)).toEqual({ pile: 2, hand: { skip: 1, favor: 1 }, alive: [1] });
  expect(view.hand).toEqual({ skip: 1, nope: 2 });
});
