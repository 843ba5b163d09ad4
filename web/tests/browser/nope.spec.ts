// The Nope window: one button, one countdown for everybody, and a race.
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
  await expect(bob.page.locator(".side .log")).toContainText("After 2 Nopes, Ann's play of a pair of Nopes goes through.");
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
