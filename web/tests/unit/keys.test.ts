// Tests of key bindings.
import { expect, test } from "vitest";
import { keyName } from "../../src/state/keys";

test("WEB-4 the keys of the game are found with capitals on and on a keyboard set to Hangul", () => {
  expect(keyName({ key: "d", code: "KeyD" })).toBe("d");
  expect(keyName({ key: "D", code: "KeyD" })).toBe("d");
  expect(keyName({ key: "ㅇ", code: "KeyD" })).toBe("d");
  expect(keyName({ key: "Process", code: "KeyN" })).toBe("n");
  // If a letter's key is elsewhere, the letter counts.
  expect(keyName({ key: "a", code: "KeyQ" })).toBe("a");
  for (const key of ["?", "Escape", "7", "ArrowLeft", "Enter"]) expect(keyName({ key, code: "KeyX" })).toBe(key);
});
