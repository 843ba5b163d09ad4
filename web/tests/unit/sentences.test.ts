// Tests of templates by the table that the program's words are held to as well (tests/text/sentences_test.cpp):
// both evaluators must say the same.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Event, Phase } from "../../src/net/protocol";
import { Grammar, type Values } from "../../src/words/grammar";
import { wordingAt, type Voice } from "../../src/words/voice";
import { numbered } from "../../src/words/narrator";
import { Words, type Combo, type Dictionary } from "../../src/words/words";

type Row = { preset?: string; viewer?: number; seat?: number; pile?: number; phase: Phase };
type Table = {
  names: string[];
  sounds: Record<string, string[]>;
  templates: { lang: string; template: string; values: Values; text: string }[];
  events: (Row & { event: Event; combo?: Combo; en: string[]; ko: string[] })[];
  wordings: { game: number; event: number; count: number; at: number }[];
  voices: (Row & { event: Event; combo?: Combo; voice: Voice; en: string[]; ko: string[] })[];
  remarks: (Row & { event: Event; characters: string[]; voice: Voice; en: string[]; ko: string[] })[];
  questions: (Row & { seat: number; en: string[]; ko: string[] })[];
  actions: (Row & { action: string; en: string; ko: string })[];
};

const read = (path: string) => JSON.parse(readFileSync(fileURLToPath(new URL("../../../" + path, import.meta.url)), "utf8"));
const table = read("tests/text/sentences.json") as Table;
const texts: Record<string, Dictionary> = { en: read("lang/en.json"), ko: read("lang/ko.json") };
const languages = ["en", "ko"] as const;
const wordsFor = (code: string, row: Row) => new Words(texts[code]!).forPreset(row.preset);

test("TERM-2 words end in the sounds of the table", () => {
  const korean = new Grammar(texts.ko!.grammar);
  for (const [sound, words] of Object.entries(table.sounds)) {
    for (const word of words) expect(korean.soundOf(word), word).toBe(sound);
  }
});

test("TERM-2 templates are filled as the table has it", () => {
  for (const row of table.templates) {
    expect(new Grammar(texts[row.lang]!.grammar).fill(row.template, row.values), row.template).toBe(row.text);
  }
});

test("NET-3 every event as the table has it", () => {
  for (const row of table.events) {
    for (const code of languages) {
      expect(wordsFor(code, row).event(row.event, row.viewer, table.names, row.combo), JSON.stringify(row)).toEqual(row[code]);
    }
  }
});

test("TERM-15 a game and an event choose a wording", () => {
  for (const row of table.wordings) expect(wordingAt(row, row.count), JSON.stringify(row)).toBe(row.at);
});

test("TERM-15 every wording as the table has it", () => {
  for (const row of table.voices) {
    for (const code of languages) {
      expect(wordsFor(code, row).event(row.event, row.viewer, table.names, row.combo, row.voice), JSON.stringify(row)).toEqual(row[code]);
    }
  }
});

test("TERM-15 an event that is hidden from others moves nobody's numbers", () => {
  const events = [{ kind: "drew", seat: 0 }, { kind: "ordering", seat: 0, hidden: true }, { kind: "skipped_turn", seat: 0 }] as Event[];
  expect(numbered(events, 7).map(({ nth }) => nth)).toEqual([8, 8, 9]);
  expect(numbered(events.filter((event) => !event.hidden), 7).map(({ nth }) => nth)).toEqual([8, 9]);
});

test("TERM-15 every remark as the table has it", () => {
  for (const row of table.remarks) {
    for (const code of languages) {
      expect(wordsFor(code, row).remarks(row.event, table.names, row.characters, row.voice), JSON.stringify(row)).toEqual(row[code]);
    }
  }
});

test("TERM-2 every question as the table has it", () => {
  for (const row of table.questions) {
    const values = { seat: table.names[row.seat]!, high: row.pile ?? 20 };
    for (const code of languages) {
      expect(wordsFor(code, row).question(row.phase, row.viewer === row.seat, values), JSON.stringify(row)).toBe(row[code].join("\n"));
    }
  }
});

test("TERM-2 every answer as the table has it", () => {
  for (const row of table.actions) {
    for (const code of languages) {
      expect(wordsFor(code, row).action(row.action, row.phase, table.names, row.pile ?? 20), JSON.stringify(row)).toBe(row[code]);
    }
  }
});
