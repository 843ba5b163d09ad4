// House rules that stack the deck.
import { readFileSync } from "node:fs";
import type { GameServer, Person, Settings } from "./server";

// A box with nothing but these cards, the kittens and a Defuse for each; seat 0 begins.
const schema = new URL("../../../docs/reference/protocol.schema.json", import.meta.url);
const allCards = (JSON.parse(readFileSync(schema, "utf8")) as { $defs: { card: { enum: string[] } } }).$defs.card.enum;
export function only(cards: Record<string, number>, more: Settings["rules"] = {}): Settings["rules"] {
  const copies = Object.fromEntries(allCards.map((card) => [`copies.${card}`, 0]));
  const given = Object.fromEntries(Object.entries(cards).map(([card, n]) => [`copies.${card}`, n]));
  return { ...copies, "copies.exploding": 4, "copies.defuse": 4, ...given, first: "zero", extra_defuses: "none", ...more };
}

type NewPerson = () => Promise<Person>;

// Ann and Bob at the first turn of a game with these cards.
export async function dealt(server: GameServer, person: NewPerson, cards: Record<string, number>, window_ms: number): Promise<[Person, Person]> {
  const [ann, bob] = [await person(), await person()];
  const code = await ann.seatAt(server, "Ann", { seats: 2, window_ms, turn_s: 0, rules: only(cards) });
  await bob.join(server, code, "Bob");
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  for (const one of [ann, bob]) await one.page.locator(".hand .slot").first().waitFor();
  return [ann, bob];
}

// … until neither of them was dealt a Nope of this box.
export async function dealtWithoutNope(server: GameServer, person: NewPerson, cards: Record<string, number>, window_ms: number): Promise<[Person, Person]> {
  for (;;) {
    const table = await dealt(server, person, cards, window_ms);
    const nopes = await Promise.all(table.map((one) => one.page.locator(".hand").getByRole("button", { name: /^Nope/ }).count()));
    if (nopes.every((count) => count === 0)) return table;
  }
}
