// Tests of the tutorial's script: it is a record that the engine plays, and every word of it is there.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { hiddenElsewhere, pupil, readLesson } from "../../src/learn/lesson";
import { openRecord, useEngine } from "../../src/replay/engine";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const read = (path: string) => readFileSync(root + path, "utf8");
useEngine(WebAssembly.compile(readFileSync(root + "build/wasm/engine.wasm")));

const lesson = readLesson(read("data/learn.jsonl"));

test("the lesson is a game that the engine plays to its end, and the pupil wins it", async () => {
  const film = await openRecord(lesson.record);
  expect(film.over).toBe(true);
  expect(film.frames).toBe(lesson.steps.length);
  expect(film.actions.slice(1)).toEqual(lesson.steps.slice(0, -1).map((step) => `${step.seat} ${step.action}`));
  expect(film.show(film.frames - 1, pupil).view.alive).toEqual([pupil]);
});

test("it shows a draw, a Nope and its chain, a look ahead, a pair, an Attack, a Defuse and where to put the kitten", () => {
  const done = lesson.steps.filter((step) => step.seat === pupil).map((step) => step.action.split(" ")[0]);
  for (const verb of ["draw", "nope", "play", "pair", "target", "depth"]) expect(done).toContain(verb);
  expect(lesson.steps.filter((step) => step.action === "nope").length).toBe(3);
});

test("all that is said is in both languages, and nothing there is unsaid", () => {
  expect(existsSync(root + "data/learn.jsonl")).toBe(true);
  const said = lesson.steps.flatMap((step) => step.says);
  for (const code of ["en", "ko"]) {
    const texts = (JSON.parse(read(`lang/${code}.json`)) as { learn: Record<string, string> }).learn;
    expect(Object.keys(texts).sort(), code).toEqual([...new Set(said)].sort());
  }
});

test("what the lesson says of the odds is so", async () => {
  const film = await openRecord(lesson.record);
  const asked = (key: string) => film.show(lesson.steps.find((step) => step.says.includes(key))!.frame, pupil).view;
  expect(asked("odds").odds).toEqual({ kittens: 2, cards: 5 });
  expect(asked("last").odds).toEqual({ kittens: 1, cards: 3 });
  expect(asked("odds").hand!.defuse).toBe(2);
});

test("WEB-9 the kitten may go to any place: the engine plays the rest to its end", async () => {
  const film = await openRecord(lesson.record);
  const at = lesson.steps.findIndex((step) => step.seat === pupil && step.action.startsWith("depth "));
  const { pile } = film.show(lesson.steps[at]!.frame, "all");
  const defuses = film.show(lesson.steps[at]!.frame, pupil).view.hand!.defuse ?? 0;
  for (let depth = 1; depth <= pile!.length; ++depth) {
    const other = hiddenElsewhere(lesson, at, depth, pile!, defuses);
    const played = await openRecord(other.record);
    expect(played.over, `depth ${depth}`).toBe(true);
    expect(played.frames).toBe(other.steps.length);
    const won = played.show(played.frames - 1, pupil).view.alive[0] === pupil;
    expect(other.steps.at(-1)!.says).toEqual([won ? "web/learn_won" : "web/learn_lost"]);
  }
});
