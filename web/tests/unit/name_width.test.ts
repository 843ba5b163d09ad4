// Tests of name lengths: no longer than the server keeps them, in letters of any width.
import { expect, test } from "vitest";
import { fittingName } from "../../src/state/name_width";

test("WEB-1 a name is as long as the server allows, and no letter is cut in two", () => {
  expect(fittingName("Bartholomew Winterbottom")).toBe("Bartholomew Winterbo");
  expect(fittingName("가나다라마바사아자차카타")).toBe("가나다라마바사아자차");
  expect(fittingName("a" + "가".repeat(12))).toBe("a" + "가".repeat(9));
  expect(fittingName("😀".repeat(11))).toBe("😀".repeat(10));
  expect(fittingName("Ann")).toBe("Ann");
});
