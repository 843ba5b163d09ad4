// Plays from tapped cards: which of the legal answers they can mean.
import type { Card, Cards } from "../net/protocol";

export const countOf = (cards: Cards) => Object.values(cards).reduce((sum, n) => sum + n, 0);

// A hand as a list of cards, equal ones side by side, in the order of the server's names.
export function listed(cards: Cards, order: readonly Card[]): Card[] {
  return order.flatMap((card) => Array<Card>(cards[card] ?? 0).fill(card));
}

export function counted(cards: readonly Card[]): Cards {
  const counts: Cards = {};
  for (const card of cards) counts[card] = (counts[card] ?? 0) + 1;
  return counts;
}

const sizes: Record<string, number> = { play: 1, pair: 2, triple: 3 };

// The cards that a play takes from this hand: Feral Cats fill up what is missing.
function costOf(action: string, hand: Cards): Cards | undefined {
  const [verb = "", what = ""] = action.split(" ");
  const size = sizes[verb];
  if (size === undefined || what === "") return undefined;
  const own = Math.min(hand[what as Card] ?? 0, size);
  const cost: Cards = own > 0 ? { [what as Card]: own } : {};
  if (own < size) cost.feral = (cost.feral ?? 0) + size - own;
  return cost;
}

// The plays that the selected cards can be part of; those that take exactly them come first.
export function playsWith(selected: readonly Card[], legal: readonly string[], hand: Cards): string[] {
  if (selected.length === 0) return [];
  const wanted = Object.entries(counted(selected)) as [Card, number][];
  const fits = legal.filter((action) => {
    if (action === "five") return selected.length <= 5 && wanted.every(([, n]) => n === 1);
    if (action.startsWith("card ")) return selected.length === 1 && action === `card ${selected[0]}`;
    const cost = costOf(action, hand);
    return cost !== undefined && wanted.every(([card, n]) => (cost[card] ?? 0) >= n);
  });
  const extra = (action: string) =>
    (action === "five" ? 5 : countOf(costOf(action, hand) ?? {})) - selected.length;
  return fits.sort((a, b) => extra(a) - extra(b));
}

// True if an answer is given with cards of the hand.
export const takesCards = (action: string) => action === "five" || action.startsWith("card ") || action.split(" ")[0]! in sizes;

// True if a play takes exactly these cards.
export function takesExactly(action: string, selected: readonly Card[], hand: Cards): boolean {
  const cost = action === "five" ? 5 : countOf(costOf(action, hand) ?? {});
  return cost === selected.length;
}

// Defuses in a pair are rarely intended.
export const spendsDefuse = (action: string, hand: Cards) => (costOf(action, hand)?.defuse ?? 0) > 0;

// The cards that can be part of some play.
export function playable(legal: readonly string[], hand: Cards): Set<Card> {
  const cards = new Set<Card>();
  for (const action of legal) {
    if (action.startsWith("card ")) cards.add(action.slice(5) as Card);
    for (const card of Object.keys(costOf(action, hand) ?? {})) cards.add(card as Card);
  }
  return cards;
}

// The answers `order I` that put the cards into this order. `order` lists the old places of the cards
// that are not placed yet, counted from the first of them, as they shall come; the last isn't asked.
export function orderAnswers(order: readonly number[]): string[] {
  const left = order.map((_, i) => i);
  const answers: string[] = [];
  for (const place of order.slice(0, -1)) {
    const index = left.indexOf(place);
    answers.push(`order ${index}`);
    left.splice(index, 1);
  }
  return answers;
}
