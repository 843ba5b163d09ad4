// Tests of house rules in the page: the same as the engine's, with words in every language.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { emotes } from "../../src/state/box";
import { cardFields, changed, fieldName, fields, ruleLines, usual, valueName } from "../../src/state/house_rules";
import { Words, type Dictionary } from "../../src/words/words";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const words = (JSON.parse(readFileSync(root + "lang/languages.json", "utf8")) as string[]).map(
  (code) => new Words(JSON.parse(readFileSync(`${root}lang/${code}.json`, "utf8")) as Dictionary),
);

test("NET-1 every house rule of the engine has a control, and a name in every language", () => {
  expect(fields.map((field) => field.name)).toEqual(expect.arrayContaining(["hand", "five", "faster", "stack", "dead", "see"]));
  expect(fields.map((field) => field.name)).not.toContain("nope_way");
  expect(cardFields.length).toBe(32);
  for (const one of words) {
    for (const field of fields) {
      expect(one.find(`house/${field.name}`), field.name).toBe(true);
      if (field.kind !== "choice") continue;
      for (const value of field.values) expect(one.find(`house/${field.name}_${value}`), `${field.name} ${value}`).toBe(true);
    }
    for (const field of cardFields) expect(fieldName(field.name, one)).not.toContain("/");
  }
});

test("NET-1 what is as the preset has it is no house rule; a number of cards always is one", () => {
  const hand = usual("official", "hand");
  expect(changed("official", { hand, five: "true", "copies.nope": usual("official", "copies.nope"), "copies.skip": "" })).toEqual({
    five: "true", "copies.nope": usual("official", "copies.nope"),
  });
  const [english] = words as [Words];
  expect(ruleLines({ hand: "3", five: "true", stack: "flat", "copies.nope": "7" }, english)).toEqual([
    "Cards dealt to everybody: 3", "Five different cards take one from the discard pile: ✓", "Attacks: are always two turns", "Nope: 7",
  ]);
  expect(valueName("hand", "3", english)).toBe("3");
});

test("NET-5 every word that can be shown at a seat is there in every language", () => {
  expect(emotes.length).toBe(10);
  for (const one of words) for (const emote of emotes) expect(one.find(`emotes/${emote}`), emote).toBe(true);
});
