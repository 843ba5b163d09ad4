// Tests of the rules page.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { allPresets, rulesOf } from "../../src/state/box";
import { sectionLines, sections, sentenceFor, type Section } from "../../src/words/rulebook";
import { Words, type Dictionary } from "../../src/words/words";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const words = (code: string) => new Words(JSON.parse(readFileSync(`${root}lang/${code}.json`, "utf8")) as Dictionary);

test("the rules of a preset are told from its own row", () => {
  const lines = (preset: "official" | "srs" | "implosion") => (Object.keys(sections) as Section[]).flatMap((one) => sectionLines(one, rulesOf(preset), words("en")));
  expect(lines("official")).toContain("Everybody gets 7 cards and one Defuse.");
  expect(lines("official")).toContain("Attacks add up: turns you still owe go to the next player too.");
  expect(lines("srs")).toContain("Everybody gets 5 cards and one Defuse.");
  expect(lines("srs")).toContain("See the Future shows the top 2 cards.");
  expect(lines("implosion")).toContain("Attacks don't add up: it is always two turns.");
  const everybody = "After every play there is time for a Nope, and anybody may play one.";
  expect(lines("official")).toContain(everybody);
  expect(lines("srs")).not.toContain(everybody);
  expect(lines("srs")).toContain("After every play, only those who hold a Nope are asked.");
});

test("every field that a section speaks of has its sentence in both languages, or is off", () => {
  for (const code of ["en", "ko"]) {
    for (const preset of allPresets) {
      for (const field of Object.values(sections).flat()) {
        const rules = rulesOf(preset);
        expect(rules[field], field).toBeDefined();
        if (rules[field] !== false) expect(sentenceFor(field, rules, words(code)), `${code} ${preset} ${field}`).toBeTruthy();
      }
    }
  }
});
