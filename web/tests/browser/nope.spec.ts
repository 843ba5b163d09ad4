// Tests of the Nope window: one button, one countdown for everybody, and a race.
import { expect, test } from "./server";
import { dealtWithoutNope, only } from "./stacked";

test("NET-8 two press Nope in the same window: one counts, the other is told and keeps the card", async ({ server, person }) => {
  const [ann, bob, cem] = [await person(), await person(), await person()];
  const code = await ann.seatAt(server, "Ann", { seats: 3, window_ms: 60_000, turn_s: 0, rules: only({ nope: 30 }) });
  await bob.join(server, code, "Bob");
  await cem.join(server, code, "Cem");
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  const nopes = ann.page.locator(".hand").getByRole("button", { name: /^Nope/ });
  await nopes.nth(0).click();
  await nopes.nth(1).click();
  await ann.act.getByRole("button", { name: "Play a pair of Nopes" }).click();
  await ann.act.getByRole("button", { name: "Bob" }).click();
  const button = (one: typeof bob) => one.act.getByRole("button", { name: "NOPE!" });
  await Promise.all([button(bob).waitFor(), button(cem).waitFor()]);
  await expect(ann.act.getByRole("button", { name: "NOPE!" })).toBeHidden();
  // At once, before either page can hear of the other.
  await Promise.all([bob, cem].map((one) => one.page.evaluate(() => document.querySelector<HTMLElement>("button.nope")!.click())));
  const log = ann.page.locator(".side .log");
  await expect(log).toContainText(/(Bob|Cem) Nopes/);
  // The two pages are as far apart as two machines: whoever was later Noped the Nope, or was refused.
  await expect.poll(async () => {
    const second = /That's 2/.test(await log.innerText());
    const told = [bob, cem].filter((one) => one.heard.some((text) => text.includes('"late_nope"') || text.includes('"stale"'))).length;
    return second || told === 1;
  }).toBe(true);
});

test("NOPE-8 WEB-5 the countdown is the server's, the same for everybody, and opens again after a Nope", async ({ server, person }) => {
  const [ann, bob, watcher] = [await person(), await person(), await person()];
  const code = await ann.seatAt(server, "Ann", { seats: 2, window_ms: 60_000, turn_s: 0, rules: only({ nope: 30 }) });
  await bob.join(server, code, "Bob");
  await watcher.page.goto(server.url + "#" + code);
  await watcher.page.getByRole("button", { name: "Only watch" }).click();
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  const nopes = ann.page.locator(".hand").getByRole("button", { name: /^Nope/ });
  await nopes.nth(0).click();
  await nopes.nth(1).click();
  await ann.act.getByRole("button", { name: "Play a pair of Nopes" }).click();
  await ann.act.getByRole("button", { name: "Bob" }).click();
  await Promise.all([ann, bob, watcher].map((one) => one.page.getByRole("timer").first().waitFor()));
  const windows = (one: typeof ann) => one.heard.filter((text) => text.includes('"t":"window"')).map((text) => JSON.parse(text).deadline as number);
  // Each page is told by a line of its own, one a little later than the other.
  await expect.poll(() => [ann, bob, watcher].map((one) => windows(one).length)).toEqual([1, 1, 1]);
  expect(windows(bob)).toEqual(windows(ann));
  expect(windows(watcher)).toEqual(windows(ann));
  await bob.act.getByRole("button", { name: "NOPE!" }).click();
  await ann.act.getByRole("button", { name: "NOPE!" }).click();
  await bob.act.getByRole("button", { name: "Let it pass" }).click();
  await expect(bob.page.locator(".side .log")).toContainText("Noped twice: Ann's Nopes count.");
  await expect.poll(() => [ann, bob, watcher].map((one) => windows(one).length)).toEqual([3, 3, 3]);
  expect(windows(watcher)).toEqual(windows(ann));
});

test("B-UC5 who presses Nope without having one is told so, and nobody else", async ({ server, person }) => {
  const [ann, bob] = await dealtWithoutNope(server, person, { skip: 40, nope: 1 }, 60_000);
  await ann.page.locator(".hand").getByRole("button", { name: /^Skip/ }).first().click();
  await ann.act.getByRole("button", { name: "Play Skip" }).click();
  await expect(bob.act.locator("button.nope")).toHaveClass(/none/);
  await bob.act.getByRole("button", { name: "NOPE!" }).click();
  await expect(bob.page.getByText("You have no Nope card.")).toBeVisible();
  await bob.act.getByText("Play a card, or draw to end your turn.").waitFor();
  expect(ann.heard.join("")).not.toContain("no_nope");
});

// Runs in the page: what of a stamped Nope lies outside the screen or on the open window, from now until it has gone.
function watchStamps() {
  const found = new Set<string>();
  Object.assign(window, { found, stamps: 0 });
  const look = () => {
    const open = document.querySelector(".act .window")?.getBoundingClientRect();
    for (const part of document.querySelectorAll<HTMLElement>(".stamp b, .stamp span")) {
      (window as unknown as { stamps: number }).stamps += 1;
      const box = part.getBoundingClientRect();
      if (box.left < 0 || box.right > innerWidth) found.add(`${part.textContent} leaves the screen: ${Math.round(box.left)}..${Math.round(box.right)}`);
      if (open && box.right > open.left && box.left < open.right && box.bottom > open.top && box.top < open.bottom) found.add(`${part.textContent} lies on the window`);
    }
    requestAnimationFrame(look);
  };
  look();
}

for (const [width, height] of [[320, 568], [390, 844], [600, 400], [740, 360], [1024, 600], [1440, 900]] as const) {
  test(`WEB-7 a war of Nopes covers no question and is whole: ${width}x${height}`, async ({ server, person }) => {
    const at = () => person({ viewport: { width, height }, reducedMotion: "no-preference" });
    const [ann, bob] = [await at(), await at()];
    const code = await ann.seatAt(server, "Ann", { window_ms: 20_000, turn_s: 0, seats: 2, rules: only({ attack: 8, nope: 20, exploding: 10 }, { kittens: 3, hand: 12 }) });
    await bob.join(server, code, "Bob");
    await ann.page.getByRole("button", { name: "Start the game" }).click();
    await ann.page.locator(".hand .slot.lit").first().click();
    for (const one of [ann, bob]) await one.page.evaluate(watchStamps);
    await ann.act.locator(".button.main").first().click();
    for (const one of [bob, ann, bob, ann]) {
      await one.page.locator(".act .nope").click();
      for (const each of [ann, bob]) await each.page.locator(".stamp").waitFor();
      await one.page.waitForTimeout(300);
    }
    for (const one of [ann, bob]) {
      const { found, stamps } = await one.page.evaluate(() => {
        const seen = window as unknown as { found: Set<string>; stamps: number };
        return { found: [...seen.found], stamps: seen.stamps };
      });
      expect(stamps).toBeGreaterThan(4);
      expect(found).toEqual([]);
    }
  });
}
