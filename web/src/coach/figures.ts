// Formats of a review's figures.
import type { GameReview, Step } from "./core";

const mostMoves = 6;

export const percent = (figure: number, whole: number) => Math.round((100 * figure) / whole);

// Points of a hundred with one decimal, optionally with a sign: "+1.5".
export function points(figure: number, whole: number, sign = false): string {
  const tenths = Math.round((1000 * figure) / whole);
  return (sign && tenths > 0 ? "+" : "") + (tenths / 10).toFixed(1).replace("-0.0", "0.0");
}

const tenthsOf = (figure: number, whole: number) => Math.round((1000 * figure) / whole);
const tenthsText = (tenths: number, sign: boolean) => (sign && tenths > 0 ? "+" : "") + (tenths / 10).toFixed(1).replace("-0.0", "0.0");

// The parts of an account, as printed: they add up to the printed end. The rounding remainder goes
// to luck, and within luck to its unknown part, as in the terminal.
export type PrintedAccount = Record<"share" | "skill" | "others" | "luck" | "deal" | "cards" | "unknown" | "end", string>;
export function printedAccount(one: GameReview["accounts"][number], whole: number): PrintedAccount {
  const [share, skill, others, deal, cards, end] = [one.share, one.skill, one.others, one.deal, one.cards, one.end].map((figure) => tenthsOf(figure, whole)) as [number, number, number, number, number, number];
  const luck = end - share - skill - others;
  return {
    share: tenthsText(share, false), skill: tenthsText(skill, true), others: tenthsText(others, true), luck: tenthsText(luck, true),
    deal: tenthsText(deal, true), cards: tenthsText(cards, true), unknown: tenthsText(luck - deal - cards, true), end: tenthsText(end, false),
  };
}

// The account as two bars: the player's own moves, and everything else. With the starting share
// they add up to the end.
export function twoBars(one: GameReview["accounts"][number], whole: number) {
  const [start, skill, end] = [one.share, one.skill, one.end].map((figure) => tenthsOf(figure, whole)) as [number, number, number];
  const luck = end - start - skill;
  const longest = Math.max(500, Math.abs(skill), Math.abs(luck));
  return {
    skill: skill / longest, luck: luck / longest,  // parts of the longer bar
    text: { start: tenthsText(start, false), skill: tenthsText(skill, true), luck: tenthsText(luck, true), end: tenthsText(end, false) },
  };
}

// A percentage in everyday words: 1 in 4, 2 in 3, 9 in 10.
export function oneIn(percent: number): { number: number; of: number } {
  let best = { number: 1, of: 20 };
  for (let of = 2; of <= 10; ++of) {
    for (let number = 1; number < of; ++number) {
      const off = (one: { number: number; of: number }) => Math.abs((100 * one.number) / one.of - percent);
      if (off({ number, of }) < off(best) - 1) best = { number, of };
    }
  }
  return best;
}

export const marks = { inaccuracy: "?!", mistake: "?", blunder: "??" };

// Numbers of the steps with the costliest answers, costliest first; of one seat or of all.
export function costliest(review: GameReview, seat?: number): number[] {
  const loss = (step: Step) => step.choice?.loss ?? 0;
  return review.steps
    .map((step, i) => ({ step, i }))
    .filter(({ step }) => step.choice?.mark && (seat === undefined || step.seat === seat))
    .sort((a, b) => loss(b.step) - loss(a.step))
    .slice(0, mostMoves)
    .map(({ i }) => i);
}

// Everybody's chances before each step and at the end.
export const curve = (review: GameReview, seat: number) =>
  [...review.steps.map((step) => step.table[seat]!), review.end[seat]!].map((figure) => figure / review.whole);
