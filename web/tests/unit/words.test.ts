// The page tells a game in the words of the program, sentence by sentence.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { endingOf, josa } from "../../src/words/korean";
import { fill, Words, type Dictionary } from "../../src/words/words";
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

test("TERM-2 particles follow the sound of a name", () => {
  const with_ = (word: string, forms: string) => word + josa(word, forms);
  expect(with_("민지", "이/가")).toBe("민지가");
  expect(with_("지훈", "을/를")).toBe("지훈을");
  expect(with_("하늘", "으로/로")).toBe("하늘로");
  expect(with_("흙", "으로/로")).toBe("흙으로");
  expect([..."0123456789"].map((digit) => josa(digit, "이/가")).join("")).toBe("이이가이가가이이이가");
  for (const word of ["Anna", "Alice", "Max", "Peter", "Chris", "Fred", "Mark", "Mike", "Zoe", "Josh", "Andy", "X", "NPC", "AI", "", "...", "🐱"]) {
    expect(endingOf(word), word).toBe("vowel");
  }
  for (const word of ["Tom", "Kevin", "Bob", "Jack", "Eric", "Pat", "Scott", "Jane", "Bot", "Ming", "TOM", "N", "FM"]) {
    expect(endingOf(word), word).toBe("consonant");
  }
  for (const word of ["Daniel", "Kyle", "Jill", "L", "R"]) expect(endingOf(word), word).toBe("rieul");
  expect(with_("미래 보기 (3)", "을/를")).toBe("미래 보기 (3)을");
});

test("templates: values, plurals, and what is not known stays", () => {
  expect(fill("{number} {number|turn|turns}", { number: 1 })).toBe("1 turn");
  expect(fill("{number} {number|turn|turns}", { number: 2 })).toBe("2 turns");
  expect(fill("{card:을/를} {other}", { card: "부탁" })).toBe("부탁을 {other}");
  expect(fill("{name}", { name: "{number} $& <b>" })).toBe("{number} $& <b>");
});

test("every word that the page asks for is there, in both languages", () => {
  const asked = new Set([...sources.matchAll(/\bweb\("([a-z_]+)"/g)].map((match) => match[1]!));
  const used = new Set([...sources.matchAll(/"ui\/([a-z_]+)"/g)].map((match) => match[1]!));
  expect(asked.size).toBeGreaterThan(100);
  for (const code of ["en", "ko"]) {
    const all = texts(code) as Record<string, Record<string, unknown>>;
    expect([...asked].filter((key) => !(key in all.web!)), code).toEqual([]);
    expect([...used].filter((key) => !(key in all.ui!)), code).toEqual([]);
    expect(Object.keys(all.web!).filter((key) => !asked.has(key)), code).toEqual([]);
  }
});

test("every card has a picture", () => {
  const sheet = read("web/src/art/cards.svg");
  const missing = [...allCards, "back", "logo", "avatar", "avatar-bot", "avatar-dead"].filter((name) => !sheet.includes(`<symbol id="${name}"`));
  expect(missing).toEqual([]);
});

const program = process.env.NINELIVES_PROGRAM ?? root + "build/release/ninelives";

test.runIf(existsSync(program))("NET-3 the page tells a game as the program does, in both languages and to everybody", async () => {
  const files = readdirSync(root + "tests/golden").filter((file) => file.endsWith(".jsonl"));
  expect(files.length).toBeGreaterThan(50);
  for (const [i, file] of files.entries()) {
    const code = i % 2 ? "ko" : "en";
    const film = await openRecord(read("tests/golden/" + file));
    const words = new Words(texts(code)).forPreset(film.preset);
    const first = film.preset === "srs" ? 0 : 1;
    const names = Array.from({ length: film.seats }, (_, seat) => words.text("ui/player", { number: seat + first }));
    const eyes = i % 3 === 0 ? "all" : (i % film.seats);
    const ours = Array.from({ length: film.frames }, (_, frame) => film.show(frame, eyes).events)
      .flat()
      .flatMap((event) => words.event(event, eyes === "all" ? undefined : eyes, names));
    const seat = eyes === "all" ? [] : ["--seat", String(eyes)];
    const theirs = execFileSync(program, ["replay", root + "tests/golden/" + file, "--plain", "--lang", code, ...seat], { encoding: "utf8" });
    expect(ours, `${file} ${code} ${eyes}`).toEqual(theirs.trimEnd().split("\n"));
  }
}, 120_000);
