// Test of a whole game by keys alone, from the start page on, and told to a screen reader.
import { expect, test } from "./server";
import { only } from "./stacked";

test("WEB-4 keyboard only: from the start page to the end of a game", async ({ server, person }) => {
  const ann = await person();
  const { page } = ann;
  const { keyboard } = page;
  await page.goto(server.url);
  await page.getByRole("button", { name: "Play now" }).waitFor();
  await expect(page.getByRole("button", { name: "Play now" })).toBeEnabled();
  await tabTo(ann, /Play now/);
  await keyboard.press("Enter");
  await page.locator(".hand .slot").first().waitFor();
  const live = page.getByTestId("live");
  await expect(live).not.toBeEmpty();
  let triedCards = 0;
  for (;;) {
    const state = await page.evaluate(() => ({
      over: !!document.querySelector("dialog .win"),
      phase: document.querySelector<HTMLElement>(".act")?.dataset.phase,
      lit: document.querySelectorAll(".hand .slot.lit").length,
    }));
    if (state.over) break;
    if (state.phase === "window") await keyboard.press("p");
    else if (state.phase === "turn") {
      // Three turns play a card if there is one; then it is drawn, to come to the end.
      if (triedCards < 3 && state.lit > 0) {
        ++triedCards;
        await page.locator(".hand .slot.lit").first().evaluate((card: HTMLElement) => card.focus());
        await keyboard.press("Space");
        const play = page.locator(".act .answers .button.main");
        if (/^Play/.test((await play.innerText({ timeout: 2000 }).catch(() => "")) ?? "")) {
          await play.evaluate((button: HTMLElement) => button.focus());
          await keyboard.press("Enter");
        }
      // As a keyboard that is set to Hangul says it.
      } else await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ㅇ", code: "KeyD", bubbles: true })));
    } else if (state.phase === "place") {
      await page.locator(".act input[type=range]").evaluate((slider: HTMLElement) => slider.focus());
      await keyboard.press("ArrowRight");
      await keyboard.press("Enter");
    } else if (state.phase) {
      const control = page.locator(".act .answers button, .act .sheet button, .act .order .button, .hand .slot.lit").first();
      await control.evaluate((button: HTMLElement) => button.focus(), { timeout: 2000 }).catch(() => undefined);
      await keyboard.press("Enter");
      const confirm = page.locator(".act .answers .button.main").first();
      if (await confirm.count()) {
        await confirm.evaluate((button: HTMLElement) => button.focus(), { timeout: 1000 }).catch(() => undefined);
        await keyboard.press("Enter");
      }
    } else if (await page.getByText("You're out. Stay and watch!").count()) {
      // The bots play on; who is out is told how it ends.
      await page.locator("dialog .win").waitFor({ timeout: 500_000 });
    }
    await page.waitForTimeout(40);
  }
  await expect(page.getByRole("dialog")).toContainText(/win/);
  await tabTo(ann, /Leave the room/);
  await keyboard.press("Enter");
  await page.getByRole("button", { name: "Play now" }).waitFor();
});

test("WEB-4 the hand is a few Tabs away, not eleven", async ({ server, person }) => {
  const ann = await person();
  await ann.seatAt(server, "Ann", { seats: 2, bots: 1, window_ms: 500, turn_s: 0, rules: only({ skip: 30 }) });
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await ann.page.locator(".hand .slot.lit").first().waitFor();
  // As after a reload: nothing has the focus.
  await ann.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  let tabs = 0;
  while (!(await ann.page.evaluate(() => document.activeElement?.matches(".hand .slot")))) {
    await ann.page.keyboard.press("Tab");
    expect(++tabs).toBeLessThanOrEqual(5);
  }
});

// By Tab alone: whatever can be pressed can be reached.
async function tabTo(one: { page: import("@playwright/test").Page }, name: RegExp) {
  for (let i = 0; i < 40; ++i) {
    const text = await one.page.evaluate(() => document.activeElement instanceof HTMLButtonElement ? document.activeElement.innerText : "");
    if (name.test(text)) return;
    await one.page.keyboard.press("Tab");
  }
  throw new Error(`${name} can't be reached by Tab`);
}
