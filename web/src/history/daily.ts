// Daily deal: a public deal for each UTC date. The first game of a day counts; it is never ranked.
import { dayText } from "../coach/streak";
import { remembered } from "../state/remembered";

// `points`: gained or lost by the player's moves, of a hundred; missing until the coach has counted them.
export type DailyResult = { date: string; place: number; of: number; points?: number };

const oneDay = 86_400_000;
const daysKept = 400;
const name = "daily-";

export const utcDay = (now = Date.now()) => Math.floor(now / oneDay);
export const dailyName = (day: number) => name + dayText(day);

export const dailyResults = (): DailyResult[] => remembered.read<DailyResult[]>("daily", []);
export const resultOf = (day: number) => dailyResults().find((one) => one.date === dayText(day));

// The first attempt counts; its points arrive later.
export function noteResult(result: DailyResult) {
  const before = dailyResults();
  const first = before.find((one) => one.date === result.date);
  if (!first) return remembered.write("daily", [...before, result].slice(-daysKept));
  if (first.points === undefined && result.points !== undefined) {
    remembered.write("daily", before.map((one) => (one === first ? { ...one, points: result.points } : one)));
  }
}

export function dailyStreak(today: number): number {
  const played = new Set(dailyResults().map((one) => one.date));
  let day = played.has(dayText(today)) ? today : today - 1;
  let count = 0;
  while (played.has(dayText(day--))) ++count;
  return count;
}

// Day of the deal that a record continues; undefined: none.
export function dayOfRecord(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const from = /^\{"origin":\{"game":"daily-(\d{4}-\d\d-\d\d)","step":0\}\}$/.exec(line);
    if (from) return from[1];
  }
  return undefined;
}

export const isPlayedOn = (lines: readonly string[]) => lines.some((line) => line.startsWith('{"origin"'));
