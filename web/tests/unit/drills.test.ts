// Tests of drills and daily deals: what is stored of them, and when they come back.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, test, vi } from "vitest";
import type { GameReview, Step } from "../../src/coach/core";
import { oneIn, twoBars } from "../../src/coach/figures";
import { dailyName, dailyStreak, dayOfRecord, isPlayedOn, noteResult, resultOf, utcDay } from "../../src/history/daily";
import { answerDrill, dueDrills, luckOf, noteReview } from "../../src/history/drills";
import { noteGame, playedOf, statisticsOf } from "../../src/history/games";
import { allGames, clearGames } from "../../src/history/store";
import { dailyDeal, openRecord, useEngine } from "../../src/replay/engine";
import { dueToday } from "../../src/state/due_today";
import { remembered } from "../../src/state/remembered";

const root = fileURLToPath(new URL("../../../", import.meta.url));
useEngine(WebAssembly.compile(readFileSync(root + "build/wasm/engine.wasm")));
const record = (name: string) => readFileSync(`${root}tests/golden/${name}.jsonl`, "utf8").trimEnd().split("\n");

const step = (seat: number, mark: "blunder" | "inaccuracy" | undefined, answers: [string, number][], given: number): Step =>
  ({ seat, do: answers[given]![0], table: [], open: [], skill: [], cards: [], unknown: [], choice: { chances: [], answers: answers.map(([action, wins]) => ({ do: action, wins })), given, loss: 0, error: 0, why: { key: "", percent: 0 }, ...(mark ? { mark } : {}) } });
const review = {
  whole: 1000, end: [1000, 0, 0], moments: [], by: "critic", worlds: 1, orders: 1, over: true,
  accounts: [{ share: 333, deal: 0, skill: -200, others: 0, cards: 867, unknown: 0, end: 1000 }],
  steps: [
    step(0, "blunder", [["play skip", 500], ["play attack", 495], ["draw", 100]], 2), step(1, "blunder", [["draw", 500], ["play skip", 1]], 1),
    step(0, "inaccuracy", [["draw", 500], ["play skip", 400]], 1), step(0, "blunder", [["depth 0", 500], ["depth 1", 100]], 1),
  ],
} as unknown as GameReview;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 18, 12) });
  for (const key of ["drills", "luck", "daily"] as const) remembered.write(key, []);
  await clearGames();
});

test("WEB-17 one's own clear mistakes come back the next day, and again after more days until they are solved", async () => {
  const lines = record("official-none-3");
  await noteReview(lines, 0, review);
  expect(luckOf().size, "no game of this browser").toBe(0);
  await noteGame(lines, 0, 1);
  await noteReview(lines, 0, review);
  await noteReview(lines, 0, review);
  expect(dueDrills(), "not on the same day").toEqual([]);
  vi.setSystemTime(new Date(2026, 10, 19, 8));
  const [drill, ...others] = dueDrills();
  expect(others).toEqual([]);
  expect(dueToday()).toBe(1);
  expect(drill).toMatchObject({ step: 0, seat: 0, best: ["play skip", "play attack"] });
  answerDrill(drill!, false);
  expect(dueDrills()).toEqual([]);
  vi.setSystemTime(new Date(2026, 10, 21, 8));
  expect(dueDrills()).toHaveLength(1);
  answerDrill(dueDrills()[0]!, true);
  vi.setSystemTime(new Date(2027, 10, 21, 8));
  expect(dueDrills()).toEqual([]);
  expect([...luckOf().values()]).toEqual([86.7]);
});

test("WEB-18 everybody has the same deal on a day, another one on the next, and it is a game for four", async () => {
  const day = utcDay(Date.UTC(2026, 10, 18, 23, 59));
  expect(dailyName(day)).toBe("daily-2026-11-18");
  const lines = await dailyDeal(day);
  expect(await dailyDeal(day)).toEqual(lines);
  expect(await dailyDeal(day + 1)).not.toEqual(lines);
  const film = await openRecord(lines.join("\n"));
  expect([film.seats, film.frames, film.over]).toEqual([4, 1, false]);
});

test("WEB-18 the first attempt of a day counts, its points come later, days in a row are counted", () => {
  const day = utcDay(Date.UTC(2026, 10, 18));
  noteResult({ date: "2026-11-17", place: 3, of: 4, points: -4 });
  expect(dailyStreak(day)).toBe(1);
  noteResult({ date: "2026-11-18", place: 2, of: 4 });
  noteResult({ date: "2026-11-18", place: 1, of: 4, points: 7.5 });
  expect(resultOf(day)).toEqual({ date: "2026-11-18", place: 2, of: 4, points: 7.5 });
  noteResult({ date: "2026-11-18", place: 1, of: 4, points: 30 });
  expect(resultOf(day)!.points).toBe(7.5);
  expect([dailyStreak(day), dailyStreak(day + 1), dailyStreak(day + 2)]).toEqual([2, 2, 0]);
});

test("WEB-18 a record says which day's deal it is; a game that was played on is in no statistics", async () => {
  const lines = record("official-none-3");
  const from = (origin: object) => [lines[0]!, JSON.stringify({ origin }), ...lines.slice(1)];
  expect(dayOfRecord(from({ game: "daily-2026-11-18", step: 0 }))).toBe("2026-11-18");
  expect(dayOfRecord(from({ game: "daily-2026-11-18", step: 5 })), "from its middle").toBeUndefined();
  expect(dayOfRecord(lines)).toBeUndefined();
  expect([isPlayedOn(from({ game: "0123456789abcdef", step: 5 })), isPlayedOn(lines)]).toEqual([true, false]);
  for (const seat of [0, 1, 2]) await noteGame([...lines.slice(0, 1), JSON.stringify({ n: seat }), ...lines.slice(1)], seat, seat);
  await noteGame(from({ game: "0123456789abcdef", step: 5 }), 0, 9);
  const played = await Promise.all((await allGames()).map(playedOf));
  const { games, wins, places, rate } = statisticsOf(played);
  expect([games, wins, places]).toEqual([3, 1, [1, 1, 1]]);
  expect(rate).toHaveLength(3);
  expect(rate.at(-1)).toBeCloseTo(1 / 3);
});

test("REV-3 two bars and where everybody starts add up to the end, as printed; chances are said as fractions", () => {
  const number = (text: string) => Math.round(10 * Number(text));
  for (const skill of [-1280, -333, 0, 7, 412]) {
    const { text } = twoBars({ share: 333, deal: 1, skill, others: 2, cards: 3, unknown: 4, end: 1000 }, 1000);
    expect(number(text.start) + number(text.skill) + number(text.luck)).toBe(number(text.end));
  }
  expect([oneIn(25), oneIn(26), oneIn(50), oneIn(67), oneIn(90), oneIn(3)]).toEqual([{ number: 1, of: 4 }, { number: 1, of: 4 }, { number: 1, of: 2 }, { number: 2, of: 3 }, { number: 9, of: 10 }, { number: 1, of: 20 }]);
});
