// Tests of the hand's layout.
import { expect, test } from "vitest";
import { gap, handLayout, squeeze } from "../../src/state/hand_layout";

const rows = (count: number, columns: number) => Math.ceil(count / columns);

test("WEB-4 a phone's hand lies in two rows from five cards on, and no card lies under another", () => {
  expect(rows(4, handLayout(4, 344, 250, 1.25).columns)).toBe(1);
  for (let count = 5; count <= 10; ++count) expect(rows(count, handLayout(count, 344, 250, 1.25).columns), String(count)).toBe(2);
  for (let count = 1; count <= 20; ++count) {
    const { columns, width } = handLayout(count, 344, 250, 1.25);
    expect(columns * width + (columns - 1) * gap).toBeLessThanOrEqual(344);
    const lines = rows(count, columns);
    expect(lines * width * 1.25 + (lines - 1) * gap).toBeLessThanOrEqual(250);
  }
});

test("WEB-4 a hand stays within its height, whatever the screen", () => {
  for (const [width, height] of [[720, 90], [900, 150], [2200, 330]] as const) {
    for (let count = 1; count <= 24; ++count) {
      const layout = handLayout(count, width, height, 1.42);
      expect(layout.width).toBeGreaterThan(0);
      expect(rows(count, layout.columns) * layout.width * 1.42).toBeLessThanOrEqual(height);
    }
  }
});

test("WEB-7 the letters of a name are as narrow as its longest word needs, and no narrower", () => {
  expect(squeeze("Nope", 60)).toBe(1);
  expect(squeeze("Cattermelon", 120)).toBe(1);
  expect(squeeze("Rainbow-Ralphing Cat", 60)).toBe(squeeze("Ralphing", 60));
  for (const width of [46, 56, 64, 72]) {
    const narrow = squeeze("Cattermelon", width);
    expect(narrow).toBeLessThan(1);
    expect(narrow * 11 * 11 * 0.72).toBeCloseTo(width * 0.92);
  }
  // A letter of Hangul is as wide as it is high.
  expect(squeeze("수박고양이", 56)).toBeLessThan(squeeze("Melon", 56));
});

test("an empty hand needs no room, and asks for none that isn't there", () => {
  expect(handLayout(0, 300, 100, 1.42).columns).toBe(1);
});
