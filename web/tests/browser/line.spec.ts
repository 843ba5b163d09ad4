// Tests of lost connections: lines break, pages reload, servers die: the seat, the hand and the question stay.
import { expect, GameServer, test } from "./server";
import { only } from "./stacked";

const handOf = (one: { page: import("@playwright/test").Page }) => one.page.locator(".hand .slot").evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label")));

test("WEB-3 a reload in the middle of a decision and of a window comes back to them", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  const code = await ann.seatAt(server, "Ann", { seats: 2, window_ms: 60_000, turn_s: 0, rules: only({ favor: 30, nope: 1 }) });
  await bob.join(server, code, "Bob");
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await ann.page.locator(".hand").getByRole("button", { name: /^Favor/ }).first().click();
  await ann.act.getByRole("button", { name: "Play Favor" }).click();
  await ann.act.getByText("Who is it for?").waitFor();
  const before = await handOf(ann);
  await ann.page.reload();
  await ann.act.getByText("Who is it for?").waitFor();
  expect(await handOf(ann)).toEqual(before);
  await ann.act.getByRole("button", { name: "Bob" }).click();

  await bob.act.getByRole("button", { name: "NOPE!" }).waitFor();
  await bob.page.reload();
  await expect(bob.act.getByRole("timer")).toBeVisible();
  await bob.act.getByRole("button", { name: "Let it pass" }).click();
  await bob.act.getByText("Which card do you give?").waitFor();
  await bob.page.reload();
  await bob.act.getByText("Which card do you give?").waitFor();
  await bob.page.locator(".hand").getByRole("button", { name: /^Favor/ }).first().click();
  await bob.act.getByRole("button", { name: "Give Favor" }).click();
  await expect(ann.page.locator(".side .log")).toContainText("Bob gives you Favor.");
});

test("WEB-3 a lost network: a banner, and back by itself", async ({ server, person }) => {
  const ann = await person();
  await ann.seatAt(server, "Ann", { seats: 2, bots: 1, turn_s: 0, rules: only({ skip: 30, nope: 1 }) });
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await ann.act.getByRole("button", { name: "Draw a card" }).waitFor();
  const before = await handOf(ann);
  await ann.page.context().setOffline(true);
  // As when the machine wakes up: the line is tried now, not at the next of its regular tries.
  await ann.page.evaluate(() => dispatchEvent(new Event("pageshow")));
  await expect(ann.page.getByText("Connection lost.")).toBeVisible();
  await ann.page.context().setOffline(false);
  await expect(ann.page.getByText("Connection lost.")).toBeHidden();
  await ann.act.getByRole("button", { name: "Draw a card" }).waitFor();
  expect(await handOf(ann)).toEqual(before);
});

test("two tabs: the newer one takes over, the older one may take back", async ({ server, person }) => {
  const ann = await person();
  const code = await ann.seatAt(server, "Ann", { seats: 2, bots: 1, turn_s: 0, rules: only({ skip: 30, nope: 1 }) });
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await ann.act.getByRole("button", { name: "Draw a card" }).waitFor();
  const second = await ann.page.context().newPage();
  await second.goto(server.url + "#" + code);
  await second.locator(".act").getByRole("button", { name: "Draw a card" }).waitFor();
  await expect(ann.page.getByText("in another tab")).toBeVisible();
  await ann.page.getByRole("button", { name: "Play here" }).click();
  await ann.act.getByRole("button", { name: "Draw a card" }).waitFor();
  await expect(second.getByText("in another tab")).toBeVisible();
});

test("NET-7 the server is killed and started again under an open page", async ({ person }) => {
  const server = new GameServer();
  await server.start();
  try {
    const [ann, bob] = [await person(), await person()];
    const code = await ann.seatAt(server, "Ann", { seats: 2, window_ms: 60_000, turn_s: 0, rules: only({ skip: 30, nope: 1 }) });
    await bob.join(server, code, "Bob");
    await ann.page.getByRole("button", { name: "Start the game" }).click();
    await ann.act.getByRole("button", { name: "Draw a card" }).waitFor();
    const hands = [await handOf(ann), await handOf(bob)];
    await server.stop("SIGKILL");
    await expect(ann.page.getByText("Connection lost.")).toBeVisible();
    await server.start();
    await expect(ann.page.getByText("Connection lost.")).toBeHidden();
    await ann.act.getByRole("button", { name: "Draw a card" }).waitFor();
    await bob.page.locator(".hand .slot").first().waitFor();
    expect([await handOf(ann), await handOf(bob)]).toEqual(hands);
    await ann.page.locator(".hand").getByRole("button", { name: /^Skip/ }).first().click();
    await ann.act.getByRole("button", { name: "Play Skip" }).click();
    await bob.act.getByRole("button", { name: "Let it pass" }).click();
    await bob.act.getByRole("button", { name: "Draw a card" }).waitFor();
  } finally {
    await server.end();
  }
});

test("NET-5 a watcher sees the table and no hand; a friend on another device joins by the link", async ({ server, person }) => {
  const [ann, watcher] = [await person(), await person({ viewport: { width: 360, height: 740 }, hasTouch: true })];
  const code = await ann.seatAt(server, "Ann", { seats: 3, bots: 1, turn_s: 0, listed: true });
  // As long as there is a free seat, everybody finds the table.
  await watcher.page.goto(server.url);
  await watcher.page.getByRole("listitem").filter({ hasText: "Ann" }).first().waitFor();
  const bob = await person({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await bob.join(server, code, "Bob");
  await watcher.page.goto(server.url + "#" + code);
  await watcher.page.getByRole("button", { name: "Only watch" }).click();
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await watcher.page.getByText("You're watching.").waitFor();
  await ann.page.locator(".hand .slot").first().waitFor();
  expect(await watcher.page.locator(".hand .slot").count()).toBe(0);
  const views = () => watcher.heard.map((text) => JSON.parse(text) as { t: string; view?: Record<string, unknown> }).filter((message) => message.view);
  await expect.poll(() => views().length).toBeGreaterThan(0);
  for (const message of views()) for (const key of ["hand", "viewer", "may_act"]) expect(message.view).not.toHaveProperty(key);
  expect(watcher.heard.join("\n")).not.toContain('"secret"');
});

test("WEB-9 a screen that doesn't come, as after a deploy, is said, and the page can be reloaded", async ({ server, person }) => {
  const ann = await person();
  const { page } = ann;
  await page.goto(server.url);
  const gone = /assets\/Rules-[^/]*\.js/;
  await page.route(gone, (route) => route.fulfill({ status: 404 }));
  await page.getByRole("link", { name: "Rules" }).first().click();
  await expect(page.getByText("Part of this page didn't load.")).toBeVisible();
  await page.unroute(gone);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Part of this page didn't load.")).toHaveCount(0);
  ann.problems.splice(0); // the part that was not there
});
