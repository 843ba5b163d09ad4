// Tests of large letters: at twice the size, all of a lesson and of a table can be read.
import { chromium as browserType } from "@playwright/test";
import { chromium } from "./chromium";
import { Person, expect, test } from "./server";
import { only } from "./stacked";
import { tidy } from "./tidy";

const ways = [[390, 844, "en-US"], [390, 844, "ko-KR"], [740, 360, "en-US"], [820, 1180, "ko-KR"], [1366, 657, "en-US"], [1440, 900, "ko-KR"]] as const;
for (const [width, height, locale] of ways) {
  test(`WEB-7 letters of twice the size cut nothing of a lesson, a lobby, a table and a Nope window: ${width}x${height}, ${locale}`, async ({ server }) => {
    const browser = await browserType.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-dev-shm-usage", "--blink-settings=defaultFontSize=32"] });
    try {
      const context = await browser.newContext({ viewport: { width, height }, locale, reducedMotion: "reduce", serviceWorkers: "block" });
      const ann = new Person(await context.newPage());
      await ann.page.goto(server.url + "#learn");
      await ann.page.locator(".coach .line").waitFor();
      await tidy(ann.page, "lesson");
      const size = await ann.page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
      // A low screen has no room for larger ones at the table.
      if (height > 800) expect(size, "larger than the usual 16").toBeGreaterThan(19);
      await ann.seatAt(server, "Guest", { seats: 4, bots: 3, window_ms: 2000, turn_s: 0, rules: { first: "zero" } });
      await ann.page.locator("main li").nth(3).waitFor();
      await tidy(ann.page, "lobby");
      expect(await ann.page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(32);
      await ann.page.locator("main .button.main").first().click();
      await ann.page.locator(".act[data-phase=turn]").waitFor();
      await tidy(ann.page, "table");
      await ann.seatAt(server, "Guest", { seats: 2, bots: 1, window_ms: 60_000, turn_s: 0, rules: only({ attack: 20, nope: 10, exploding: 6 }) });
      await ann.page.locator("main .button.main").first().click();
      await ann.page.locator(".hand .slot.lit").first().click();
      await tidy(ann.page, "selected");
      await ann.act.locator(".button.main").first().click();
      await ann.page.locator(".act .window, .act .question").first().waitFor();
      await tidy(ann.page, "window");
      expect(ann.problems).toEqual([]);
    } finally {
      await browser.close();
    }
  });
}
