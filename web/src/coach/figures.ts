// A review's figures as people read them.
import type { GameReview, Step } from "./core";

const mostMoves = 6;

export const percent = (figure: number, whole: number) => Math.round((100 * figure) / whole);

// Points of a hundred with one digit behind the point, "+1.5" where a sign is asked for.
export function points(figure: number, whole: number, sign = false): string {
  const tenths = Math.round((1000 * figure) / whole);
  return (sign && tenths > 0 ? "+" : "") + (tenths / 10).toFixed(1).replace("-0.0", "0.0");
}

const tenthsOf = (figure: number, whole: number) => Math.round((1000 * figure) / whole);
const tenthsText = (tenths: number, sign: boolean) => (sign && tenths > 0 ? "+" : "") + (tenths / 10).toFixed(1).replace("-0.0", "0.0");

// The parts of an account, as printed: they add up to the printed end. What rounding leaves over goes to luck, and
// within luck to what is unknown, as in the terminal.
export type PrintedAccount = Record<"share" | "skill" | "others" | "luck" | "deal" | "cards" | "unknown" | "end", string>;
export function printedAccount(one: GameReview["accounts"][number], whole: number): PrintedAccount {
  const [share, skill, others, deal, cards, end] = [one.share, one.skill, one.others, one.deal, one.cards, one.end].map((figure) => tenthsOf(figure, whole)) as [number, number, number, number, number, number];
  const luck = end - share - skill - others;
  return {
    share: tenthsText(share, false), skill: tenthsText(skill, true), others: tenthsText(others, true), luck: tenthsText(luck, true),
    deal: tenthsText(deal, true), cards: tenthsText(cards, true), unknown: tenthsText(luck - deal - cards, true), end: tenthsText(end, false),
  };
}

export const marks = { inaccuracy: "?!", mistake: "?", blunder: "??" };

// Numbers of the steps whose answers cost the most, the costliest first.
export function costliest(review: GameReview): number[] {
  const loss = (step: Step) => step.choice?.loss ?? 0;
  return review.steps
    .map((step, i) => ({ step, i }))
    .filter(({ step }) => step.choice?.mark)
    .sort((a, b) => loss(b.step) - loss(a.step))
    .slice(0, mostMoves)
    .map(({ i }) => i);
}

// Everybody's chances before each step and at the end.
export const curve = (review: GameReview, seat: number) =>
  [...review.steps.map((step) => step.table[seat]!), review.end[seat]!].map((figure) => figure / review.whole);
