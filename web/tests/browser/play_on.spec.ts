// Tests of play from a position, the daily deal, drills and votes for a rematch: as whole games, and on a second day.
import { readFileSync } from "node:fs";
import { expect, finishedGame, root, test, type Person } from "./server";
import { tidy } from "./tidy";

async function hurried(one: Person) {
  await one.page.locator("header .bar .button").last().click();
  await one.page.getByLabel("Bots play").selectOption({ label: "fast" });
  await one.page.keyboard.press("Escape");
}
const playOn = (one: Person) => one.page.locator(".controls").getByRole("button", { name: "Play on from here" });

test("WEB-17 a finished game goes on from any of its steps against bots, in any seat, and says that it is no fair deal", async ({ server, person }) => {
  const ann = await person();
  const { page } = ann;
  await finishedGame(server, ann);
  await page.getByRole("dialog").getByRole("button", { name: "Replay" }).click();
  await page.locator(".controls").waitFor();
  // In the seat whose turn it is: the bots wait for its player.
  await page.goto(page.url().replace(/replay\/0\/\d.*/, "replay/6/all"));
  await expect(page.locator(".controls .count")).toHaveText(/^6 \//);
  const seat = await page.locator(".table .seat.on").getAttribute("data-seat");
  await page.goto(page.url().replace(/6\/all/, `6/${seat}`));
  await page.locator(".hand .card").first().waitFor();
  const cards = (await page.locator(".hand .card .name").allInnerTexts()).sort();
  const pile = await page.locator(".pile .count").innerText();
  await playOn(ann).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("not a fair deal");
  await tidy(page, "play on");
  await dialog.getByRole("button", { name: "Play against bots" }).click();
  await page.locator(".mine .hand .slot").first().waitFor();
  // The same seat, hand and pile as in the replay, under the name that this browser has for its user.
  await expect(page.locator(".mine")).toContainText("Guest");
  await expect(page.locator(".pile .count")).toHaveText(pile);
  expect((await page.locator(".mine .hand .slot .card .name").allInnerTexts()).sort()).toEqual(cards);
  await hurried(ann);
  await ann.playToTheEnd();
  await expect(dialog).toContainText("This game went on from an earlier one");
  await expect(dialog.getByRole("button", { name: "Verify the shuffle" })).toHaveCount(0);
  // In the list of games, but in no statistics.
  await page.goto(server.url + "#history");
  await expect(page.locator("main li.panel").filter({ hasText: "Review" })).toHaveCount(2);
  await expect(page.locator(".total")).toContainText(/^1 game/);
});

test("WEB-17 the server rebuilds the position of a game that it keeps, for friends in a private room", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  const { page } = ann;
  await finishedGame(server, ann);
  const link = (await page.getByRole("link", { name: "Link to this game" }).getAttribute("href"))!;
  await page.goto(link);
  await page.locator(".controls").waitFor();
  await page.goto(page.url().replace(/(#g\/[0-9a-f]{16}).*/, "$1/4/0"));
  await expect(page.locator(".controls .count")).toHaveText(/^4 \//);
  const before = await page.locator(".pile .count").innerText();
  await playOn(ann).click();
  await page.getByRole("button", { name: "Invite friends" }).click();
  await page.locator("h1", { hasText: "Waiting for players" }).waitFor();
  await expect(page.locator("main")).toContainText("not a fair deal");
  await bob.join(server, ann.code(), "Bob");
  await page.getByRole("button", { name: "Add a bot" }).click();
  await page.getByRole("button", { name: "Start the game" }).click();
  await bob.page.locator(".mine .hand .slot").first().waitFor();
  expect(Math.abs(Number(await bob.page.locator(".pile .count").innerText()) - Number(before))).toBeLessThan(4);
});

test("WEB-17 a puzzle goes on in a sampled world against bots, and the record names it", async ({ server, person }) => {
  const ann = await person();
  const { page } = ann;
  await page.goto(server.url + "#puzzle/2026-11-18");
  await page.locator(".answers .button").first().waitFor();
  await expect(page.getByRole("button", { name: "Play on from here" })).toHaveCount(0); // it would be a hint
  const cards = (await page.locator(".hand .card .name").allInnerTexts()).sort();
  const pile = await page.locator(".pile .count").innerText();
  await page.locator(".answers .button").first().click();
  await page.getByRole("button", { name: "Play on from here" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("dealt again");
  await tidy(page, "play on from a puzzle");
  await dialog.getByRole("button", { name: "Play against bots" }).click();
  await page.locator(".mine .hand .slot").first().waitFor();
  expect((await page.locator(".mine .hand .slot .card .name").allInnerTexts()).sort()).toEqual(cards);
  await expect(page.locator(".pile .count")).toHaveText(pile);
  await hurried(ann);
  await ann.playToTheEnd();
  await expect(dialog).toContainText("This game went on from a puzzle");
  // The record can be replayed and reviewed, and is in no statistics.
  await page.goto(server.url + "#history");
  await page.getByRole("button", { name: "Review" }).first().click();
  await expect(page.getByRole("dialog")).toContainText("Skill and luck");
  await page.goto(server.url + "#history");
  await expect(page.locator("main li.panel").filter({ hasText: "Review" })).toHaveCount(1);
  await expect(page.locator(".total")).toContainText(/^0 games/);
});

test("WEB-2 a rematch begins when all who are there have voted, and the score of the series is told", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  const code = await ann.seatAt(server, "Ann", { seats: 2, turn_s: 0, window_ms: 500 });
  await bob.join(server, code, "Bob");
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  for (const round of [1, 2]) {
    await ann.page.locator(".mine .hand .slot").first().waitFor();
    await bob.page.locator(".mine .hand .slot").first().waitFor();
    await bob.page.getByRole("button", { name: "Menu" }).click();
    await bob.page.getByRole("button", { name: "Give up" }).dblclick();
    for (const one of [ann, bob]) await one.page.locator("dialog .win").waitFor();
    if (round === 2) break;
    await bob.page.getByRole("button", { name: "Rematch" }).click();
    await expect(bob.page.locator("dialog")).toContainText("as soon as these players agree: Ann");
    await expect(ann.page.locator("dialog li", { hasText: "Bob" })).toContainText("Rematch");
    await ann.page.getByRole("button", { name: "Rematch" }).click();
  }
  await expect(ann.page.locator("dialog")).toContainText("Score: Ann 2");
  await tidy(ann.page, "result of a series");
});

test("WEB-18 WEB-17 the daily deal is scored once; a second day finds the streak, and what went wrong as a drill", async ({ server, person }) => {
  const ann = await person();
  const { page } = ann;
  await page.clock.install({ time: new Date("2026-11-18T12:00:00Z") });
  await page.goto(server.url + "#daily");
  await expect(page.locator("h1")).toContainText(/2026-\u2060?11-\u2060?18/);
  await page.getByRole("button", { name: "Play today's deal" }).click();
  await page.locator(".mine .hand .slot").first().waitFor();
  await hurried(ann);
  await ann.playToTheEnd();
  await page.goto(server.url + "#daily");
  await expect(page.locator(".score")).toContainText(/Your moves: [+-]?\d+\.\d points/);
  await expect(page.getByLabel("Copy the result")).toHaveValue(/^Nine Lives, deal of 2026-11-18: [+-]?\d+\.\d points, place [1-4] of 4$/);
  await expect(page.locator(".streak")).toContainText("Days in a row: 1");
  await tidy(page, "daily deal");
  // A game of one who pressed whatever there was: its review is the same every time, and finds mistakes.
  await page.goto(server.url + "#history");
  const played = { id: "", when: Date.parse("2026-11-18T13:00:00Z"), seat: 0, lines: readFileSync(root + "tests/golden/official-none-3.jsonl", "utf8").trim().split("\n") };
  await page.locator("input[type=file]").setInputFiles({ name: "games.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(['{"ninelives_history":1}', JSON.stringify(played)].join("\n")) });
  await expect(page.getByText("1 game added.")).toBeVisible();
  await page.getByRole("button", { name: "Review" }).first().click();
  await expect(page.getByRole("dialog")).toContainText("Skill and luck");
  await expect(page.getByRole("dialog")).toContainText(/Together: 33\.3 [+-]?\d+\.\d [+-]?\d+\.\d = (0|100)\.0/);
  const drills = await page.evaluate(() => (JSON.parse(localStorage.getItem("ninelives.drills") ?? "[]") as unknown[]).length);
  expect(drills).toBeGreaterThan(0);
  await page.goto(server.url);
  await expect(page.getByRole("link", { name: "Drills today" })).toHaveCount(0); // they come back the next day
  await page.clock.setSystemTime(new Date("2026-11-19T12:00:00Z"));
  await page.goto(server.url + "#daily");
  await page.reload();
  await expect(page.locator("h1")).toContainText(/2026-\u2060?11-\u2060?19/);
  await expect(page.locator(".streak")).toContainText("Days in a row: 1");
  await expect(page.getByRole("button", { name: "Play today's deal" })).toBeVisible();
  await page.goto(server.url);
  await page.getByRole("link", { name: `Drills today: ${drills}` }).click();
  await page.locator(".answers .button").first().click();
  await expect(page.locator("[role=status]")).toContainText(/Right!|Better is:/);
  await tidy(page, "drill");
  // An answered one is not due any more: solved, or back after more days.
  await page.goto(server.url);
  await expect(page.getByRole("link", { name: `Drills today: ${drills}` })).toHaveCount(0);
});
