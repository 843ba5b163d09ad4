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
  expect(film.frames).toBe(lesson.beats.length);
  expect(film.actions.slice(1)).toEqual(lesson.beats.slice(0, -1).map((beat) => `${beat.seat} ${beat.action}`));
  expect(film.show(film.frames - 1, pupil).view.alive).toEqual([pupil]);
});

test("it shows a draw, a Nope and its chain, a look ahead, a pair, an Attack, a Defuse and where to put the kitten", () => {
  const done = lesson.beats.filter((beat) => beat.seat === pupil).map((beat) => beat.action.split(" ")[0]);
  for (const verb of ["draw", "nope", "play", "pair", "target", "depth"]) expect(done).toContain(verb);
  expect(lesson.beats.filter((beat) => beat.action === "nope").length).toBe(3);
});

test("all that is said is in both languages, and nothing there is unsaid", () => {
  expect(existsSync(root + "data/learn.jsonl")).toBe(true);
  const said = lesson.beats.flatMap((beat) => beat.says);
  for (const code of ["en", "ko"]) {
    const texts = (JSON.parse(read(`lang/${code}.json`)) as { learn: Record<string, string> }).learn;
    expect(Object.keys(texts).sort(), code).toEqual([...new Set(said)].sort());
  }
});

test("what the lesson says of the odds is so", async () => {
  const film = await openRecord(lesson.record);
  const asked = (key: string) => film.show(lesson.beats.find((beat) => beat.says.includes(key))!.frame, pupil).view;
  expect(asked("odds").odds).toEqual({ kittens: 2, cards: 5 });
  expect(asked("last").odds).toEqual({ kittens: 1, cards: 3 });
  expect(asked("odds").hand!.defuse).toBe(2);
});

test("WEB-9 the kitten may go to any place: the engine plays the rest to its end", async () => {
  const film = await openRecord(lesson.record);
  const at = lesson.beats.findIndex((beat) => beat.seat === pupil && beat.action.startsWith("depth "));
  const { pile } = film.show(lesson.beats[at]!.frame, "all");
  const defuses = film.show(lesson.beats[at]!.frame, pupil).view.hand!.defuse ?? 0;
  for (let depth = 1; depth <= pile!.length; ++depth) {
    const other = hiddenElsewhere(lesson, at, depth, pile!, defuses);
    const played = await openRecord(other.record);
    expect(played.over, `depth ${depth}`).toBe(true);
    expect(played.frames).toBe(other.beats.length);
    const won = played.show(played.frames - 1, pupil).view.alive[0] === pupil;
    expect(other.beats.at(-1)!.says).toEqual([won ? "web/learn_won" : "web/learn_lost"]);
  }
});
