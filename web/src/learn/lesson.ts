// Script of the tutorial, from data/learn.jsonl: a record, and between its lines what is said to the one
// who learns. The learner sits at seat 0, and does as the script says.
export const pupil = 0;

// A step and the words before it; nobody's at the very end. `frame` is the game before it.
export type Beat = { says: string[]; seat: number | undefined; action: string; frame: number };
export type Lesson = { record: string; beats: Beat[] };

type Line = { say?: string; seat?: number; do?: string };

export function readLesson(script: string): Lesson {
  const beats: Beat[] = [];
  const record: string[] = [];
  let says: string[] = [];
  for (const text of script.split("\n").filter((line) => line.trim() !== "")) {
    const line = JSON.parse(text) as Line;
    if (line.say !== undefined) says.push(line.say);
    else record.push(text);
    if (line.do === undefined) continue;
    beats.push({ says, seat: line.seat, action: line.do, frame: beats.length });
    says = [];
  }
  beats.push({ says, seat: undefined, action: "", frame: beats.length });
  return { record: record.join("\n"), beats };
}

// The lesson from step `at` on, where the kitten goes to another place than the script's: everybody draws in turn. The
// pile is the one from which the kitten was taken. Nobody but the pupil has a Defuse left, and the pupil has `defuses`.
export function hiddenElsewhere(lesson: Lesson, at: number, depth: number, pile: readonly string[], defuses: number): Lesson {
  const beats = lesson.beats.slice(0, at);
  const add = (seat: number, action: string, says: string[] = []) => beats.push({ says, seat, action, frame: beats.length });
  const left = [...pile];
  left.splice(depth, 0, "exploding");
  add(pupil, `depth ${depth}`, lesson.beats[at]!.says);
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
      // On top: the next player gets it.
      left.unshift("exploding");
      add(seat, "depth 0", ["web/learn_saved"]);
      alive.push(seat);
    }
  }
  beats.push({ says: [alive[0] === pupil ? "web/learn_won" : "web/learn_lost"], seat: undefined, action: "", frame: beats.length });
  const moves = beats.flatMap(({ seat, action }) => (seat === undefined ? [] : [{ seat, do: action }]));
  return { record: joined(lesson.record, moves), beats };
}

// The record's own lines with other moves from where they differ: what chance did before stays where it was.
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
