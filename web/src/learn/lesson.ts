// The first game, as data/learn.jsonl has it: a record, and between its lines what is said to the one
// who learns. That one sits at seat 0; what the script says is what is to be done.
export const pupil = 0;

// What is said before a step, and the step; nobody's at the very end. `frame` is the game before it.
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
