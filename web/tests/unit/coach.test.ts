// Tests of the coach in WebAssembly: it says what the program says of the same game and of the same day.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { CoachCore, type GameReview } from "../../src/coach/core";
import { costliest, curve, points, printedAccount } from "../../src/coach/figures";
import { answered, dayOf, dayText, daysInARow, noteAnswer, readDay } from "../../src/coach/streak";
import { remembered } from "../../src/state/remembered";
import { readRoute, writeRoute } from "../../src/state/route";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const program = process.env.NINELIVES_PROGRAM ?? root + "build/release/ninelives";
const module = await WebAssembly.compile(readFileSync(root + "build/wasm/coach.wasm"));
const networks: string[] = [];

function reviewed(file: string, worlds: number, progress: (done: number, of: number) => void = () => undefined): GameReview {
  const core = new CoachCore(module, progress);
  networks.length = 0;
  for (const name of core.open(readFileSync(file, "utf8"))) {
    networks.push(name);
    core.giveNetwork(name, new Uint8Array(readFileSync(`${root}data/nets/${name}.nlnet`)));
  }
  return core.review(worlds);
}

// By the critic, by games played out, and for more than it has learned.
const games = [["official-none-3", ["policy", "critic"]], ["family-both-3", []], ["official-imploding-3", []]] as const;

test.runIf(existsSync(program)).each(games)("WEB-10 %s is reviewed as by the program, figure by figure", (name, wanted) => {
  const file = `${root}tests/golden/${name}.jsonl`;
  const said = JSON.parse(execFileSync(program, ["review", file, "--json", "--worlds", "3"], { encoding: "utf8" })) as GameReview;
  const steps: number[] = [];
  const made = reviewed(file, 3, (done) => steps.push(done));
  expect({ ...made, names: [] }).toEqual({ ...said, names: [] });
  expect(networks).toEqual(wanted);
  expect(steps).toEqual(made.steps.map((_, i) => i + 1));
});

test("WEB-10 a record that is none is refused, and so is one without its networks", () => {
  expect(() => new CoachCore(module).open("not json")).toThrow();
  const core = new CoachCore(module);
  core.open(readFileSync(root + "tests/golden/official-none-3.jsonl", "utf8"));
  expect(() => core.review(1)).toThrow(/network/);
});

test.runIf(existsSync(program))("WEB-10 the puzzle of a day is the program's", () => {
  const core = new CoachCore(module);
  core.givePuzzles(readFileSync(root + "data/puzzles.txt", "utf8"));
  for (const date of ["1969-12-30", "2026-11-16", "2026-11-17", "2031-02-28"]) {
    const said = JSON.parse(execFileSync(program, ["puzzle", "--json", "--date", date], { encoding: "utf8" })) as object;
    expect(core.puzzle(readDay(date)!), date).toEqual(said);
  }
});

test("a review's figures", () => {
  const step = (loss: number, mark?: "mistake") => ({ seat: 0, do: "draw", table: [30, 70], choice: { loss, ...(mark ? { mark } : {}) } });
  const review = { whole: 100, end: [100, 0], steps: [step(2), step(9, "mistake"), step(8, "mistake")] } as unknown as GameReview;
  expect(costliest(review)).toEqual([1, 2]);
  expect(curve(review, 0)).toEqual([0.3, 0.3, 0.3, 1]);
  expect([points(12.34, 100), points(-0.01, 100), points(3, 100, true)]).toEqual(["12.3", "0.0", "+3.0"]);
});

beforeEach(() => remembered.write("puzzles", []));

test("WEB-10 the streak: days in a row, the first answer of a day counts", () => {
  const today = readDay("2026-03-02")!;
  expect(dayText(today - 1)).toBe("2026-03-01");
  expect(readDay("2026-02-30")).toBeUndefined();
  expect(readDay("tomorrow")).toBeUndefined();
  expect(dayOf(new Date(2026, 2, 2, 23, 59))).toBe(today);
  noteAnswer(today - 3, false);
  noteAnswer(today - 2, true);
  noteAnswer(today - 1, true);
  expect(daysInARow(today)).toBe(2);
  noteAnswer(today, true);
  noteAnswer(today, false);
  expect(answered(today)).toBe(true);
  expect(daysInARow(today)).toBe(3);
  expect(daysInARow(today + 1)).toBe(3);
  expect(daysInARow(today + 2)).toBe(0);
});

test("addresses of reviews and puzzles are read as they are written", () => {
  for (const hash of ["puzzle", "puzzle/2026-11-16", "replay/review", "replay", "4f0c2m8k1q/replay/3/all/2/review", "4f0c2m8k1q/replay/3/1/review", "g/0123456789abcdef/7/all/review", "g/0123456789abcdef/7/0"]) {
    expect(writeRoute(readRoute("#" + hash))).toBe(hash);
  }
});

test("REV-3 the printed parts of an account add up to the printed end", () => {
  const number = (text: string) => Math.round(10 * Number(text));
  let state = 7;
  const random = (below: number) => (state = (state * 48271) % 2147483647) % below;
  for (let i = 0; i < 500; ++i) {
    const whole = 3 * 65536;
    const [share, skill, others, deal, cards] = Array.from({ length: 5 }, () => random(whole) - (whole >> 1)) as [number, number, number, number, number];
    const end = random(whole);
    const printed = printedAccount({ share, skill, others, deal, cards, unknown: end - share - skill - others - deal - cards, end }, whole);
    expect(number(printed.share) + number(printed.skill) + number(printed.others) + number(printed.luck)).toBe(number(printed.end));
    expect(number(printed.deal) + number(printed.cards) + number(printed.unknown)).toBe(number(printed.luck));
  }
});
