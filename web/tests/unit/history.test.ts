// Tests of this browser's stored games: what they say, and how they travel in a file. Without a database here, so they
// are kept for as long as the page is open.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { exported, idOf, imported, noteGame, playedOf, statisticsOf } from "../../src/history/games";
import { allGames, clearGames, gameOf, removeGame } from "../../src/history/store";
import { noteAnswer, puzzleAnswers, readDay } from "../../src/coach/streak";
import { useEngine } from "../../src/replay/engine";
import { remembered } from "../../src/state/remembered";

const root = fileURLToPath(new URL("../../../", import.meta.url));
useEngine(WebAssembly.compile(readFileSync(root + "build/wasm/engine.wasm")));
const record = (name: string) => readFileSync(`${root}tests/golden/${name}.jsonl`, "utf8").trimEnd().split("\n");

beforeEach(async () => {
  await clearGames();
  remembered.write("puzzles", []);
});

test("WEB-11 every finished game is kept once, the last one first, and is counted", async () => {
  await noteGame(record("official-none-3"), 0, 1000);
  await noteGame(record("family-both-3"), 1, 3000);
  await noteGame(record("official-none-3"), 0, 9000);
  const kept = await allGames();
  expect(kept.map((game) => game.when)).toEqual([3000, 1000]);
  const played = await Promise.all(kept.map(playedOf));
  expect(played.map((one) => one.preset)).toEqual(["family", "official"]);
  const { games, wins, last } = statisticsOf(played);
  expect([games, last.length]).toEqual([2, 2]);
  expect(wins).toBe(played.filter((one) => one.winner === one.game.seat).length);
  await removeGame(kept[0]!.id);
  expect((await allGames()).length).toBe(1);
});

test("WEB-11 all games go into a file and come back from it, with the days of puzzles", async () => {
  await noteGame(record("official-none-3"), 2, 1000);
  await noteGame(record("implosion-none-2"), 1, 2000);
  noteAnswer(readDay("2026-11-15")!, true);
  const file = exported(await allGames());
  const before = await allGames();
  await clearGames();
  remembered.write("puzzles", []);
  noteAnswer(readDay("2026-11-15")!, false);
  noteAnswer(readDay("2026-11-16")!, true);
  expect(await imported(file)).toEqual({ added: 2, refused: 0 });
  expect(await allGames()).toEqual(before);
  expect(puzzleAnswers()).toEqual([["2026-11-15", false], ["2026-11-16", true]]);
  expect(await imported(file), "they are there already").toEqual({ added: 0, refused: 0 });
});

test("WEB-11 a file that is none, or holds what is no finished game, adds nothing", async () => {
  for (const file of ["", "{", "[]", "null", '{"ninelives_history":2}', "a record\n"]) expect(await imported(file), file).toBeUndefined();
  const lines = record("official-none-3");
  const bad = [
    "nonsense", "null", "{}", { when: 1, seat: 0, lines: ["{}"] }, { when: 1, seat: 9, lines }, { when: 1, seat: -1, lines }, { when: 1, seat: 0.5, lines },
    { when: "today", seat: 0, lines }, { when: 1, seat: 0, lines: lines.slice(0, -20) }, { when: 1, seat: 0, lines: "text" }, { when: 1, seat: 0, lines: [1] },
  ].map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  const head = JSON.stringify({ ninelives_history: 1, puzzles: [["yesterday", true], ["2026-11-15", "yes"], 7] });
  expect(await imported([head, ...bad].join("\n"))).toEqual({ added: 0, refused: bad.length });
  expect(await allGames()).toEqual([]);
  expect(puzzleAnswers()).toEqual([]);
});

test("WEB-11 a game that is not over is not kept: its record would hold everybody's cards", async () => {
  const lines = record("official-none-3").slice(0, -20);
  await expect(noteGame(lines, 0, 1)).rejects.toThrow();
  expect(await gameOf(idOf(lines))).toBeUndefined();
});
