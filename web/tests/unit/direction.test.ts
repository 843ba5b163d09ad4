// Test of styles: they work in both directions of reading.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../../src/", import.meta.url));
const styles = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(css|svelte)$/.test(file))
  .map((file) => {
    const text = readFileSync(source + file, "utf8");
    return [file, file.endsWith(".css") ? text : (/<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? "")] as const;
  });

// Places counted from a screen's left edge: cards in flight and confetti lie at places that were measured.
const measured = ["parts/Flights.svelte", "parts/Stage.svelte"];
const physical = /(?:^|[\s{;])(?:(?:margin|padding|border|scroll-margin)-(?:left|right)\b|left:|right:|text-align: *(?:left|right)|float:)[^;}]*/g;
// Four values of which the second and the fourth differ.
const sides = /(?:^|[\s{;])(?:margin|padding|inset): *([^\s;}()]+) ([^\s;}()]+) ([^\s;}()]+) ([^\s;}()]+) *[;}]/g;

test("LANG-1 styles name no left and no right", () => {
  expect(styles.length).toBeGreaterThan(50);
  const found = styles.filter(([file]) => !measured.includes(file)).flatMap(([file, css]) => {
    const uneven = [...css.matchAll(sides)].filter(([, , right, , left]) => right !== left);
    return [...css.matchAll(physical), ...uneven].map(([rule]) => `${file}: ${rule.trim()}`);
  });
  expect(found).toEqual([]);
});
