// Number of today's puzzle, and the streak of solved days; stored in this browser alone.
import { remembered } from "../state/remembered";

const daysKept = 400;
const oneDay = 86_400_000;

// Local days since 1970-01-01, as `ninelives puzzle` counts them.
export const dayOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / oneDay;
// Shown dates stay in one line: a word joiner after each hyphen.
export const dayShown = (day: number) => dayText(day).replaceAll("-", "-\u2060");
export const dayText = (day: number) => new Date(day * oneDay).toISOString().slice(0, 10);
export function readDay(text: string): number | undefined {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) / oneDay : NaN;
  return Number.isInteger(day) && dayText(day) === text ? day : undefined;
}

export type Answers = [day: string, right: boolean][];
const answers = () => remembered.read<Answers>("puzzles", []);
export const puzzleAnswers = answers;

// Answers of another browser; where both have a day, this one's stay.
export function mergeAnswers(others: unknown) {
  const isAnswer = (one: unknown): one is Answers[number] => Array.isArray(one) && readDay(String(one[0])) !== undefined && typeof one[1] === "boolean";
  const all = new Map([...(Array.isArray(others) ? others.filter(isAnswer) : []), ...answers()]);
  remembered.write("puzzles", [...all].sort(([a], [b]) => (a < b ? -1 : 1)).slice(-daysKept));
}

export const answered = (day: number): boolean | undefined => answers().find(([one]) => one === dayText(day))?.[1];

// The first answer of a day counts.
export function noteAnswer(day: number, right: boolean) {
  if (answered(day) !== undefined) return;
  remembered.write("puzzles", [...answers(), [dayText(day), right]].slice(-daysKept));
}

// Up to this day, which may be in the future.
export function daysInARow(until: number): number {
  const solved = new Set(answers().filter(([, right]) => right).map(([day]) => day));
  let day = answered(until) === undefined ? until - 1 : until;
  let count = 0;
  while (solved.has(dayText(day--))) ++count;
  return count;
}
