// Test of the screen comparison: it sees a small button that is gone, moved or new, on the largest screen and on the smallest.
import { changes, otherThan, update } from "./screens";
import { expect, test } from "./server";
import { optionsOf, ways } from "./sizes";

for (const [size, language] of [["wall", "en"], ["phone", "ko"]] as const) {
  test(`WEB-7 a small button that is gone or moved is seen: ${size}, ${language}`, async ({ server, person, browser }) => {
    test.skip(update, "screens are being recorded");
    const why = otherThan(browser);
    test.skip(why !== undefined, why);
    const { page } = await person(optionsOf(ways.find((way) => way.size === size && way.language === language)!));
    await page.goto(server.url);
    const button = page.locator("header button").last();
    await button.waitFor();
    const found = () => changes(page, { way: `${size}-${language}`, screen: "01-start" });
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
