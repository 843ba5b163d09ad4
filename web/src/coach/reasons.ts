// Reasons behind the coach's figures, in words: the knowledge that a player had at a decision.
import type { Card, View } from "../net/protocol";
import type { Choice } from "./core";

export type ReasonText = { key: string; card?: Card; percent?: number };

const kittens: readonly Card[] = ["exploding", "imploding"];
// Keys of reasons that only repeat the figures.
const bare = new Set(["ui/why_foreseen", "ui/why_searched", "ui/why_learned", "ui/why_chance"]);

// The card on top of the pile, where the player knows it.
function knownTop(view: View): Card | undefined {
  const fact = view.known.pile.find((one) => one.low === 0 && one.high === 0);
  return fact?.card as Card | undefined;
}

// One reason for the better answer: the coach's own where it has one, or what the view showed.
export function reasonOf(view: View, choice: Choice): ReasonText | undefined {
  const drew = choice.answers[choice.given]!.do === "draw";
  const better = choice.answers[0]!.do === "draw";
  const top = knownTop(view);
  if (top && drew && kittens.includes(top)) return { key: "web/review_knew_kitten" };
  if (top && better && !kittens.includes(top)) return { key: "web/review_knew_safe", card: top };
  if (!bare.has(choice.why.key)) return { key: choice.why.key, percent: choice.why.percent };
  const { kittens: risk, cards } = view.odds;
  return drew && risk > 0 ? { key: "web/review_risk", percent: Math.round((100 * risk) / Math.max(1, cards)) } : undefined;
}
