// The comparison itself: it sees a small button that is gone, that moved, or that nobody knows, on the largest screen, where
// it is the smallest part of the picture, and on the smallest.
import { changes, otherThan, update } from "./pictures";
import { expect, test } from "./server";
import { optionsOf, ways } from "./sizes";

for (const [size, language] of [["wall", "en"], ["phone", "ko"]] as const) {
  test(`WEB-7 a small button that is gone or moved is seen: ${size}, ${language}`, async ({ server, person, browser }) => {
    test.skip(update, "pictures are made anew");
    const why = otherThan(browser);
    test.skip(why !== undefined, why);
    const { page } = await person(optionsOf(ways.find((way) => way.size === size && way.language === language)!));
    await page.goto(server.url);
    const button = page.locator("header button").last();
    await button.waitFor();
    const found = () => changes(page, `${size}-${language}-01-start`);
    await expect.poll(found).toEqual([]);
    const style = (rules: Record<string, string>) => button.evaluate((one: HTMLElement, set) => void Object.assign(one.style, set), rules);
    for (const hidden of [{ visibility: "hidden" }, { opacity: "0" }, { display: "none" }] as Record<string, string>[]) {
      await style(hidden);
      expect(await found(), JSON.stringify(hidden)).toContainEqual(expect.stringMatching(/^gone: button/));
      await style({ visibility: "", opacity: "", display: "" });
    }
    await style({ transform: "translateX(-6px)" });
    expect(await found()).toEqual([expect.stringMatching(/^gone: button/), expect.stringMatching(/^new: button/)]);
    await style({ transform: "" });
    await expect.poll(found).toEqual([]);
  });
}
