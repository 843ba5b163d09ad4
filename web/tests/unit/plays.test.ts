// Tests of plays from tapped cards.
import { expect, test } from "vitest";
import { counted, listed, orderAnswers, playable, playsWith, spendsDefuse, takesExactly } from "../../src/state/plays";
import { readCode, readRoute, writeRoute } from "../../src/state/route";
import { allCards } from "../../src/state/box";

const hand = { tacocat: 2, feral: 1, favor: 3, skip: 1 };
const legal = ["draw", "play favor", "play skip", "pair favor", "triple favor", "pair tacocat", "triple tacocat"];

test("a card offers every play it can be part of, the smallest first", () => {
  expect(playsWith(["favor"], legal, hand)).toEqual(["play favor", "pair favor", "triple favor"]);
  expect(playsWith(["favor", "favor"], legal, hand)).toEqual(["pair favor", "triple favor"]);
  expect(playsWith(["skip"], legal, hand)).toEqual(["play skip"]);
  expect(playsWith(["skip", "favor"], legal, hand)).toEqual([]);
  expect(playsWith([], legal, hand)).toEqual([]);
});

test("a Feral Cat fills up a triple, and only where it would be spent", () => {
  expect(playsWith(["feral"], legal, hand)).toEqual(["triple tacocat"]);
  expect(playsWith(["tacocat", "feral"], legal, hand)).toEqual(["triple tacocat"]);
  expect(playsWith(["tacocat", "tacocat"], legal, hand)).toEqual(["pair tacocat", "triple tacocat"]);
  expect([...playable(legal, hand)].sort()).toEqual(["favor", "feral", "skip", "tacocat"]);
});

test("COMBO-5 five different cards offer the five", () => {
  const five = [...legal, "five"];
  expect(playsWith(["tacocat", "feral", "favor", "skip", "nope"], five, hand)).toEqual(["five"]);
  expect(playsWith(["tacocat", "tacocat"], five, hand)).not.toContain("five");
});

test("IMP-3 an order becomes the answers that make it", () => {
  expect(orderAnswers([0, 1, 2])).toEqual(["order 0", "order 0"]);
  expect(orderAnswers([2, 1, 0])).toEqual(["order 2", "order 1"]);
  expect(orderAnswers([1, 0, 2])).toEqual(["order 1", "order 0"]);
  expect(orderAnswers([4, 0, 3, 1, 2])).toEqual(["order 4", "order 0", "order 2", "order 0"]);
});

test("a hand is listed and counted alike", () => {
  expect(counted(listed(hand, allCards))).toEqual(hand);
});

test("codes are read as people type them; addresses come back", () => {
  expect(readCode("4F0C2M8K1Q")).toBe("4f0c2m8k1q");
  expect(readCode(" 4f0c2-m8k1q ")).toBe("4f0c2m8k1q");
  expect(readCode("http://192.168.0.7:8080/#4f0c2m8k1q")).toBe("4f0c2m8k1q");
  expect(readCode("4fOc2m8klq")).toBe("4f0c2m8k1q");
  expect(readCode("hello")).toBeUndefined();
  expect(readCode("javascript:alert(1)")).toBeUndefined();
  for (const hash of ["", "new", "4f0c2m8k1q", "4f0c2m8k1q/replay/17/2", "4f0c2m8k1q/replay/3/all", "replay"]) {
    expect(writeRoute(readRoute("#" + hash))).toBe(hash);
  }
  expect(readRoute("#<script>")).toEqual({ page: "unknown", text: "<script>" });
  expect(readRoute("#4f0c2m8k1")).toEqual({ page: "unknown", text: "4f0c2m8k1" });
  expect(readRoute("#/")).toEqual({ page: "home" });
});

test("a play that takes more than was tapped is offered, not urged; Defuses are asked for twice", () => {
  const hand = { defuse: 2, tacocat: 2, favor: 1 };
  expect(takesExactly("pair defuse", ["defuse"], hand)).toBe(false);
  expect(takesExactly("pair defuse", ["defuse", "defuse"], hand)).toBe(true);
  expect(takesExactly("play favor", ["favor"], hand)).toBe(true);
  expect(spendsDefuse("pair defuse", hand)).toBe(true);
  expect(spendsDefuse("pair tacocat", hand)).toBe(false);
});
