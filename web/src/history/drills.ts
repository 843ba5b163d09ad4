// Drills: mistakes from the user's own games as exercises. They come back after some days until they are solved.
import type { GameReview } from "../coach/core";
import { dayOf } from "../coach/streak";
import { remembered } from "../state/remembered";
import { idOf } from "./games";
import { gameOf } from "./store";

export type Drill = { id: string; step: number; seat: number; answers: string[]; best: string[]; due: number; gap: number };
type Luck = [id: string, points: number];

const mostDrills = 60;
const mostLuck = 200;
const firstGap = 1;
// Practically equal answers: maximum distance from the best, in parts of a whole win.
const asGood = 0.01;

const all = () => remembered.read<Drill[]>("drills", []);
const today = () => dayOf(new Date());

export const dueDrills = (day = today()): Drill[] => all().filter((one) => one.due <= day);
// Luck in points, by the id of the game.
export const luckOf = (): ReadonlyMap<string, number> => new Map(remembered.read<Luck[]>("luck", []));

function drillsOf(id: string, seat: number, review: GameReview): Drill[] {
  return review.steps.flatMap(({ seat: mover, choice }, step) => {
    if (mover !== seat || !choice?.mark || choice.mark === "inaccuracy") return [];
    // Only drills about the kind of play, not about one of several cards: such a position needs no
    // further explanation.
    if (!choice.answers.some((one) => one.do === "draw" || one.do === "pass")) return [];
    const top = choice.answers[0]!.wins;
    const best = choice.answers.filter((one) => top - one.wins <= asGood * review.whole).map((one) => one.do);
    return [{ id, step, seat, answers: choice.answers.map((one) => one.do), best, due: today() + firstGap, gap: firstGap }];
  });
}

// From a review of a stored game, for its own player.
export async function noteReview(lines: readonly string[], seat: number, review: GameReview): Promise<void> {
  const id = idOf(lines);
  const own = await gameOf(id);
  if (own?.seat !== seat || luckOf().has(id)) return;
  const account = review.accounts[seat]!;
  const luck = (100 * (account.end - account.share - account.skill)) / review.whole;
  remembered.write("luck", [...remembered.read<Luck[]>("luck", []), [id, luck]].slice(-mostLuck));
  remembered.write("drills", [...all(), ...drillsOf(id, seat, review)].slice(-mostDrills));
}

// Solved for good, or due again after a longer interval.
export function answerDrill(drill: Drill, right: boolean) {
  const same = (one: Drill) => one.id === drill.id && one.step === drill.step;
  const again = { ...drill, due: today() + drill.gap * 2, gap: drill.gap * 2 };
  remembered.write("drills", all().flatMap((one) => (same(one) ? (right ? [] : [again]) : [one])));
}

export const forgetDrills = (ids: readonly string[]) => remembered.write("drills", all().filter((one) => !ids.includes(one.id)));
