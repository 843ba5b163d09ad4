// Script of the tutorial, from data/learn.jsonl: a record, and between its lines what is said to the one
// who learns. The learner sits at seat 0, and does as the script says.
export const pupil = 0;

// A step and the words before it; the last beat has no step. `frame` is the game before it.
export type LessonStep = { says: string[]; seat: number | undefined; action: string; frame: number };
export type Lesson = { record: string; steps: LessonStep[] };

type Line = { say?: string; seat?: number; do?: string };

export function readLesson(script: string): Lesson {
  const steps: LessonStep[] = [];
  const record: string[] = [];
  let says: string[] = [];
  for (const text of script.split("\n").filter((line) => line.trim() !== "")) {
    const line = JSON.parse(text) as Line;
    if (line.say !== undefined) says.push(line.say);
    else record.push(text);
    if (line.do === undefined) continue;
    steps.push({ says, seat: line.seat, action: line.do, frame: steps.length });
    says = [];
  }
  steps.push({ says, seat: undefined, action: "", frame: steps.length });
  return { record: record.join("\n"), steps };
}

// The lesson from step `at` on, where the kitten goes to another place than the script's: everybody draws in turn. The
// pile is the one from which the kitten was taken. Nobody but the pupil has a Defuse left, and the pupil has `defuses`.
export function hiddenElsewhere(lesson: Lesson, at: number, depth: number, pile: readonly string[], defuses: number): Lesson {
  const steps = lesson.steps.slice(0, at);
  const add = (seat: number, action: string, says: string[] = []) => steps.push({ says, seat, action, frame: steps.length });
  const left = [...pile];
  left.splice(depth, 0, "exploding");
  add(pupil, `depth ${depth}`, lesson.steps[at]!.says);
  const alive = [1, 2, pupil];
  let spare = defuses;
  let says = ["web/learn_elsewhere"];
  while (alive.length > 1) {
    const seat = alive.shift()!;
    add(seat, "draw", says);
    says = [];
    if (left.shift() !== "exploding") alive.push(seat);
    else if (seat === pupil && spare > 0) {
      --spare;
      // On top: the next player draws it.
      left.unshift("exploding");
      add(seat, "depth 0", ["web/learn_saved"]);
      alive.push(seat);
    }
  }
  steps.push({ says: [alive[0] === pupil ? "web/learn_won" : "web/learn_lost"], seat: undefined, action: "", frame: steps.length });
  const moves = steps.flatMap(({ seat, action }) => (seat === undefined ? [] : [{ seat, do: action }]));
  return { record: joined(lesson.record, moves), steps };
}

// The record's own lines, with other moves from where they differ: earlier random outcomes stay the
// same.
function joined(record: string, moves: { seat: number; do: string }[]): string {
  const lines: string[] = [];
  let next = 0;
  for (const text of record.split("\n")) {
    const line = JSON.parse(text) as Line;
    if (line.do === undefined) lines.push(text);
    else if (moves[next]?.seat === line.seat && moves[next]?.do === line.do) {
      lines.push(text);
      ++next;
    } else break;
  }
  return [...lines, ...moves.slice(next).map((move) => JSON.stringify(move))].join("\n");
}
