// House rules that stack the deck.
import type { Settings } from "./server";

// A box with nothing but these cards, the kittens and a Defuse for each; seat 0 begins.
const allCards = "exploding imploding streaking defuse attack targeted skip superskip reverse bottom favor nope shuffle see see5 alter alter5 swap garbage catomic mark curse feral tacocat cattermelon potato beard rainbow".split(" ");
export function only(cards: Record<string, number>, more: Settings["rules"] = {}): Settings["rules"] {
  const copies = Object.fromEntries(allCards.map((card) => [`copies.${card}`, 0]));
  const given = Object.fromEntries(Object.entries(cards).map(([card, n]) => [`copies.${card}`, n]));
  return { ...copies, "copies.exploding": 4, "copies.defuse": 4, ...given, first: "zero", extra_defuses: "none", ...more };
}
