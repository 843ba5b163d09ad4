// Tests of sentences: the page tells a game in the words of the program, sentence by sentence.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { frameLines } from "../../src/words/narrator";
import { Words, type Dictionary } from "../../src/words/words";
import { allCards } from "../../src/state/box";
import { openRecord, useEngine } from "../../src/replay/engine";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const read = (path: string) => readFileSync(root + path, "utf8");
const texts = (code: string) => JSON.parse(read(`lang/${code}.json`)) as Dictionary;

useEngine(WebAssembly.compile(readFileSync(root + "build/wasm/engine.wasm")));

const sources = readdirSync(root + "web/src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(ts|svelte)$/.test(file))
  .map((file) => read("web/src/" + file))
  .join("\n");

test("every word that the page asks for is there, in every language", () => {
  const asked = new Set([...sources.matchAll(/\bweb\("([a-z_]+)"/g)].map((match) => match[1]!).concat([...sources.matchAll(/"web\/([a-z_]+)"/g)].map((match) => match[1]!)));
  // Keys that are put together, web(`quiz_${number}`): all that begin so.
  const beginnings = [...sources.matchAll(/\bweb\(`([a-z_]+)\$\{/g)].map((match) => match[1]!);
  const used = new Set([...sources.matchAll(/"ui\/([a-z_]+)"/g)].map((match) => match[1]!));
  expect(asked.size).toBeGreaterThan(100);
  for (const code of JSON.parse(read("lang/languages.json")) as string[]) {
    const all = texts(code) as unknown as Record<string, Record<string, unknown>>;
    expect([...asked].filter((key) => !(key in all.web!)), code).toEqual([]);
    expect([...used].filter((key) => !(key in all.ui!)), code).toEqual([]);
    expect(Object.keys(all.web!).filter((key) => !asked.has(key) && !beginnings.some((one) => key.startsWith(one))), code).toEqual([]);
  }
});

test("WEB-7 a number and its percent sign stay in one line", () => {
  const words = new Words(texts("ko"));
  expect(words.text("web/odds_short", { percent: 40 })).toBe("폭발 40%");
  expect(words.text("learn/odds")).toContain("40%\u2060네요.");
  expect(new Words(texts("en")).text("web/odds_short", { percent: 40 })).toBe("Kitten: 40\u00a0%");
});

test("every card has a picture", () => {
  const sheet = read("web/src/art/cards.svg");
  const missing = [...allCards, "back", "logo", "avatar", "avatar-bot", "avatar-dead"].filter((name) => !sheet.includes(`<symbol id="${name}"`));
  expect(missing).toEqual([]);
});

const program = process.env.NINELIVES_PROGRAM ?? root + "build/release/ninelives";

test.runIf(existsSync(program))("NET-3 the page tells a game as the program does, in both languages and to everybody", async () => {
  const later = readdirSync(root + "tests/golden/v2").map((file) => "v2/" + file);
  const files = [...readdirSync(root + "tests/golden"), ...later].filter((file) => file.endsWith(".jsonl"));
  const alone = files.map((file) => [file, read("tests/golden/" + file)] as const);
  const together = read("tests/golden/several.txt").split(/^== /m).slice(1).map((game) => [game.slice(0, game.indexOf("\n")), game.slice(game.indexOf("\n") + 1)] as const);
  const games = [...alone, ...together];
  expect(games.length).toBeGreaterThan(50);
  const copy = join(mkdtempSync(join(tmpdir(), "ninelives-golden-")), "game.jsonl");
  for (const [i, [file, game]] of games.entries()) {
    const code = i % 2 ? "ko" : "en";
    const film = await openRecord(game);
    writeFileSync(copy, game);
    const words = new Words(texts(code)).forPreset(film.preset);
    const first = film.preset === "srs" ? 0 : 1; // as the program calls them where nobody has a name
    const names = Array.from({ length: film.seats }, (_, seat) => words.text("ui/player", { number: seat + first }));
    const eyes = i % 3 === 0 ? "all" : (i % film.seats);
    const ours = Array.from({ length: film.frames }, (_, frame) => frameLines(film, frame, eyes, words, names)).flat();
    const seat = eyes === "all" ? [] : ["--seat", String(eyes)];
    const theirs = execFileSync(program, ["replay", copy, "--plain", "--lang", code, ...seat], { encoding: "utf8" });
    expect(ours, `${file} ${code} ${eyes}`).toEqual(theirs.trimEnd().split("\n"));
  }
}, 120_000);
