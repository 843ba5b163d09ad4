// Large letters: who has set them to twice the size reads all of a lesson and of a table.
import { chromium as browserType } from "@playwright/test";
import { chromium } from "./chromium";
import { Person, expect, test } from "./server";
import { tidy } from "./tidy";

for (const locale of ["en-US", "ko-KR"]) {
  test(`WEB-7 letters of twice the size cut nothing of a lesson, a lobby and a table on a phone: ${locale}`, async ({ server }) => {
    const browser = await browserType.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-dev-shm-usage", "--blink-settings=defaultFontSize=32"] });
    try {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale, reducedMotion: "reduce", serviceWorkers: "block" });
      const ann = new Person(await context.newPage());
      await ann.page.goto(server.url + "#learn");
      await ann.page.locator(".coach .line").waitFor();
      await tidy(ann.page, "lesson");
      const size = await ann.page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
      expect(size, "larger than the usual 16").toBeGreaterThan(19);
      await ann.seatAt(server, "Guest", { seats: 4, bots: 3, window_ms: 2000, turn_s: 0 });
      await ann.page.locator("main li").nth(3).waitFor();
      await tidy(ann.page, "lobby");
      expect(await ann.page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(32);
      await ann.page.locator("main .button.main").first().click();
      await ann.page.locator(".act[data-phase=turn]").waitFor();
      await tidy(ann.page, "table");
      expect(ann.problems).toEqual([]);
    } finally {
      await browser.close();
    }
  });
}
