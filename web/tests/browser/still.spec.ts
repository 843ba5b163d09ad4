// A screen that holds still: whatever is drawn, played or selected, no control of the table moves.
import { expect, test } from "./server";
import { only } from "./stacked";
import { tidy } from "./tidy";

const sizes = [[320, 568], [360, 740], [390, 844], [740, 360], [720, 450], [820, 1180], [1366, 657], [1440, 900], [2560, 1440]] as const;

// Runs in the page: every layout shift that no tap has caused, summed up from here on.
function countShifts() {
  const seen = { sum: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) if (!entry.hadRecentInput) seen.sum += entry.value;
  }).observe({ type: "layout-shift", buffered: false });
}

for (const [width, height] of sizes) {
  test(`WEB-15 nothing moves within a turn, known cards stay: ${width}x${height}`, async ({ server, person }) => {
    const ann = await person({ viewport: { width, height }, hasTouch: width < 700 });
    const { page } = ann;
    // Skips for all: hands grow and shrink, nobody dies soon.
    await ann.seatAt(server, "Ann", { seats: 4, bots: 3, window_ms: 500, turn_s: 0, rules: only({ skip: 40, see: 12, exploding: 4 }, { hand: 6 }) });
    await page.getByRole("button", { name: "Start the game" }).click();
    const draw = ann.act.getByRole("button", { name: "Draw a card" });
    await draw.waitFor();
    await page.evaluate(countShifts);
    const places = async () => ({ draw: (await draw.boundingBox())!, hand: (await page.locator(".hand").boundingBox())!, pile: (await page.locator(".pile").boundingBox())! });
    const first = await places();
    const same = (now: typeof first, when: string) => {
      for (const part of ["draw", "hand", "pile"] as const) {
        for (const side of ["x", "y"] as const) expect.soft(Math.abs(now[part][side] - first[part][side]), `${part}.${side} ${when}`).toBeLessThanOrEqual(8);
      }
    };
    for (let turn = 0; turn < 3; ++turn) {
      await page.locator(".hand .slot.lit").first().click();
      await expect(ann.act.locator(".does")).toBeVisible();
      same(await places(), `with a card selected, turn ${turn}`);
      if (turn === 0) await tidy(page, `${width}x${height} selected`);
      await page.locator(".hand .slot.chosen").first().click();
      const decision = await ann.act.getAttribute("data-decision");
      await draw.click();
      // A kitten has to be hidden before the next turn comes.
      const hide = page.locator(".act form .button.main");
      await expect.poll(async () => [decision, null].includes(await ann.act.getAttribute("data-decision"))).toBe(false);
      if (await hide.count()) {
        await tidy(page, `${width}x${height} place`);
        await hide.click();
      }
      await draw.waitFor();
      same(await places(), `turn ${turn + 1}`);
    }
    expect(await page.evaluate(() => (window as unknown as { seen: { sum: number } }).seen.sum)).toBeLessThan(0.1);
  });
}
