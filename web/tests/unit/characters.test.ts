// Tests of bot characters.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import list from "../../../data/characters.json";
import { charactersAt } from "../../src/state/characters";

const root = fileURLToPath(new URL("../../../", import.meta.url));

test("no two bots of a table are the same character, whatever the level", () => {
  for (const bot of ["easy", "medium", "hard", "careful", "ismcts"]) {
    const seated = charactersAt([{}, ...Array.from({ length: 5 }, () => ({ bot }))]);
    expect(seated[0]).toBeUndefined();
    expect(new Set(seated.slice(1).map((one) => one!.key)).size, bot).toBe(5);
  }
});

test("the level of a bot is that of the program", () => {
  expect(charactersAt([{ bot: "careful" }, { bot: "counting" }, { bot: "strongest" }]).map((one) => one!.level)).toEqual(["easy", "medium", "hard"]);
  expect(charactersAt([{ bot: "ismcts:400" }])[0]!.level).toBe("hard");
});

test("every character has a name in both languages and a face in the sheet", () => {
  const all = list.levels.flatMap((level) => level.characters);
  const sheet = readFileSync(root + "web/src/art/cards.svg", "utf8");
  for (const code of ["en", "ko"]) {
    const { characters } = JSON.parse(readFileSync(`${root}lang/${code}.json`, "utf8")) as { characters: Record<string, string> };
    expect(Object.keys(characters).sort(), code).toEqual(all.map((one) => one.key).sort());
    expect(new Set(Object.values(characters)).size, code).toBe(all.length);
  }
  for (const { eyes } of all) expect(sheet).toContain(`<symbol id="face-${eyes}"`);
});
