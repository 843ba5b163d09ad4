// House rules that stack the deck.
import { readFileSync } from "node:fs";
import type { Settings } from "./server";

// A box with nothing but these cards, the kittens and a Defuse for each; seat 0 begins.
const schema = new URL("../../../docs/protocol.schema.json", import.meta.url);
const allCards = (JSON.parse(readFileSync(schema, "utf8")) as { $defs: { card: { enum: string[] } } }).$defs.card.enum;
export function only(cards: Record<string, number>, more: Settings["rules"] = {}): Settings["rules"] {
  const copies = Object.fromEntries(allCards.map((card) => [`copies.${card}`, 0]));
  const given = Object.fromEntries(Object.entries(cards).map(([card, n]) => [`copies.${card}`, n]));
  return { ...copies, "copies.exploding": 4, "copies.defuse": 4, ...given, first: "zero", extra_defuses: "none", ...more };
}
