// Tests of data that lasts in a browser: games, reviews, puzzles.
import { readFileSync } from "node:fs";
import { gamesAreKept, serviceWorkerIsThere } from "./everything_kept";
import { expect, finishedGame, hostileNames, root, test, GameServer, type Person } from "./server";

const stores = () => indexedDB.databases().then((all) => all.map((one) => one.name));

test("WEB-10 WEB-11 a game online is found again with its review; the list goes out as a file and comes back", async ({ server, person }) => {
  const ann = await person();
  const { page } = ann;
  await page.goto(server.url);
  expect(await page.evaluate(stores), "nothing is kept before a game is over").toEqual([]);
  await finishedGame(server, ann);
  await page.getByRole("button", { name: "Leave the room" }).click();
  await page.getByRole("link", { name: "My games" }).click();
  await expect(page.locator("main li")).toHaveCount(1);
  await expect(page.locator(".total")).toContainText("1 game,");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save all games as a file" }).click();
  const file = await (await saved).path();
  expect(readFileSync(file, "utf8").split("\n")[0]).toContain("ninelives_history");
  await page.getByRole("button", { name: "Clear the list" }).click();
  await page.getByRole("button", { name: "Really remove all games?" }).click();
  await expect(page.getByText("No finished games yet.")).toBeVisible();
  await page.locator("input[type=file]").setInputFiles(file);
  await expect(page.getByText("1 game added.")).toBeVisible();
  await page.reload();
  // The review works in a worker; it needs nothing of the server but its files.
  await page.getByRole("button", { name: "Review" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator(".curve path")).toHaveCount(4);
  await expect(dialog.locator(".legend li")).toHaveCount(3);
  await expect(dialog.getByText("What decided the game:")).toBeVisible();
  await dialog.getByRole("button", { name: "Go to this move" }).last().click();
  expect(page.url()).toMatch(/#h\/[0-9a-f]{32}\/\d+\/0\/review$/);
  await expect(page.locator(".controls .curve")).toBeVisible();
});

test("WEB-10 the puzzle of the day is answered once, and counts", async ({ server, person }) => {
  const { page } = await person();
  await page.goto(server.url + "#puzzle");
  await page.locator(".answers .button").first().waitFor();
  const day = await page.locator("h1").textContent();
  await page.locator(".answers .button").first().click();
  await expect(page.locator(".reasons .right")).toHaveCount(1);
  // By the names that the levels have at a table.
  await expect(page.getByText(/^How often bots find it: Easy \d+\s%, Medium \d+\s%, Hard \d+\s%\.$/)).toBeVisible();
  const right = (await page.locator(".reasons .wrong").count()) === 0;
  await expect(page.locator(".streak")).toHaveText(`Days in a row: ${right ? 1 : 0}`);
  await page.reload();
  await expect(page.getByText("the first answer counts")).toBeVisible();
  await page.getByRole("button", { name: "The day before" }).click();
  await expect(page.getByText("Only today's puzzle counts")).toBeVisible();
  await expect(page.locator("h1")).not.toHaveText(day!);
});

test("REV-4 a puzzle lists deck and knowledge, is solved by playing cards, and says why", async ({ server, person }) => {
  const { page } = await person();
  await page.goto(server.url + "#puzzle/2026-11-17");
  await page.locator(".hand .slot.lit").first().waitFor();
  await expect(page.locator(".deck")).toHaveText(/^Cards you haven't seen: .*Kitten/);
  // No list of answers to guess from: a card is tapped, then played.
  const buttons = await page.locator(".answers .button").count();
  await page.locator(".hand .slot.lit").first().click();
  await expect(page.locator(".answers .button.main").first()).toBeVisible();
  expect(await page.locator(".answers .button").count()).toBeGreaterThan(buttons);
  await page.locator(".answers .button.main").first().click();
  await expect(page.locator(".reasons .right")).toHaveCount(1);
  expect(await page.locator(".reasons li").count()).toBeGreaterThanOrEqual(3);
  await expect(page.locator(".reasons li").first()).toContainText(/: you draw the next kitten in \d+ of 100 games\.$/);
  // The pile is a way to draw.
  await page.getByRole("button", { name: "The day before" }).click();
  await page.locator("button.pile").click();
  await expect(page.locator(".reasons .right")).toHaveCount(1);
});

// Code that one device shows and another reads.
async function codeOf(one: Person): Promise<string> {
  await one.page.getByRole("button", { name: "Show the code for another device" }).click();
  await one.page.getByRole("img", { name: "A code that your other device reads with its camera" }).waitFor();
  return one.page.getByLabel("Link for another device").inputValue();
}

// Data that another device has sent is there when the page is opened after that.
async function listHas({ page }: Person, server: GameServer, games: number) {
  await expect(async () => {
    await page.goto("about:blank");
    await page.goto(server.url + "#history");
    await expect(page.locator("main li")).toHaveCount(games, { timeout: 5000 });
  }).toPass();
}

test("WEB-11 a nickname and its games on a second device by a code; what either does, both have", async ({ server, person }) => {
  const [desk, phone] = [await person(), await person()];
  const asked: string[] = [];
  for (const one of [desk, phone]) one.page.on("request", (request) => asked.push(request.url() + (request.postData() ?? "")));
  await desk.page.goto(server.url);
  await desk.page.getByLabel("Your name").fill("Ann");
  await finishedGame(server, desk);
  await desk.page.getByRole("link", { name: "Link to this game" }).waitFor();
  await gamesAreKept(desk.page, 1);
  expect(asked.filter((url) => url.includes("/me/")), "who has one device sends nothing").toEqual([]);
  await desk.page.goto(server.url + "#history");
  const link = await codeOf(desk);
  const key = link.split("#me/")[1]!;
  expect(key).toMatch(/^[\w-]{43}$/);

  // The other one asks first.
  await phone.page.goto(link);
  await phone.page.getByText("This link is from another device of yours.").waitFor();
  expect(await phone.page.evaluate(() => localStorage.getItem("ninelives.me"))).toBeNull();
  await phone.page.getByRole("button", { name: "Yes, use them here" }).click();
  await expect(phone.page.locator("main li")).toHaveCount(1);
  expect(phone.page.url()).not.toContain(key);
  await phone.page.goto(server.url);
  await expect(phone.page.getByLabel("Your name")).toHaveValue("Ann");

  // A game on the phone is on the desk's list, and the desk's game may be deleted from the phone.
  await finishedGame(server, phone);
  const played = (await phone.page.getByRole("link", { name: "Link to this game" }).getAttribute("href"))!;
  await listHas(desk, server, 2);
  await expect.poll(() => desk.page.evaluate(() => localStorage.getItem("ninelives.played"))).toContain(played.split("/g/")[1]!);
  await desk.page.goto(played);
  await desk.page.getByRole("button", { name: "Delete this game" }).click();
  await desk.page.getByRole("button", { name: "Delete it for everybody?" }).click();
  await expect(desk.page.getByText("This game is deleted.")).toBeVisible();

  // An entry taken off the list here goes there too, and the server never saw the key.
  await desk.page.goto(server.url + "#history");
  await desk.page.getByRole("button", { name: "Remove from the list" }).first().click();
  await expect(desk.page.locator("main li")).toHaveCount(1);
  await listHas(phone, server, 1);
  for (const text of [...asked, ...desk.heard, ...phone.heard]) expect(text).not.toContain(key);
  await phone.page.getByRole("button", { name: "Stop this" }).click();
  await phone.page.getByRole("button", { name: "Really take it off the server?" }).click();
  await expect(phone.page.getByText("It's off the server.")).toBeVisible();
  const stranger = await person();
  await stranger.page.goto(link);
  await stranger.page.getByRole("button", { name: "Yes, use them here" }).click();
  await expect(stranger.page.getByText("Nothing is kept under this code any more.")).toBeVisible();
});

test("WEB-10 the list of games has charts of places, wins, Nopes, escapes, and of luck once a game is reviewed", async ({ server, person }) => {
  const { page } = await person({ viewport: { width: 360, height: 740 } });
  await page.goto(server.url + "#history");
  const games = ["official-none-3", "family-both-3", "srs-none-2"].map((name, i) =>
    JSON.stringify({ id: "", when: 1000 + i, seat: 0, lines: readFileSync(`${root}tests/golden/${name}.jsonl`, "utf8").trim().split("\n") }));
  await page.locator("input[type=file]").setInputFiles({ name: "games.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(['{"ninelives_history":1}', ...games].join("\n")) });
  await expect(page.locator("main li.panel")).toHaveCount(3);
  const charts = page.locator(".charts");
  const counts = await charts.getByRole("listitem").locator("b").allInnerTexts();
  expect(counts.reduce((sum, one) => sum + Number(one), 0)).toBe(3);
  const won = await page.locator("main li.panel").filter({ hasText: "Won" }).count();
  expect(Number(counts[0])).toBe(won);
  await expect(charts.getByRole("img").first()).toHaveAttribute("aria-label", new RegExp(`^${Math.round((100 * won) / 3)}\\s% `));
  await expect(charts.locator(".luck")).toHaveCount(0);
  await page.getByRole("button", { name: "Review" }).first().click();
  await expect(page.getByRole("dialog")).toContainText("Skill and luck");
  await page.goto(server.url + "#history");
  await expect(charts.locator(".luck i")).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test("WEB-11 a server that keeps no lockers says so", async ({ person }) => {
  const server = new GameServer("127.0.0.1", "lockers = 0\n");
  await server.start();
  try {
    const { page } = await person();
    await page.goto(server.url + "#history");
    await page.getByRole("button", { name: "Show the code for another device" }).click();
    await expect(page.getByText("This server doesn't keep it")).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("ninelives.me"))).toBeNull();
  } finally {
    await server.end();
  }
});

test("WEB-11 200 hostile nicknames are text: as one's own, in the list of games and in their replays", async ({ server, person }) => {
  const { page } = await person();
  await page.addInitScript(() => Object.assign(window, { alert: () => Object.assign(window, { attacked: true }) }));
  await page.goto(server.url);
  for (const name of hostileNames) {
    await page.getByLabel("Your name").fill(name);
    if (name.includes("<") && (await page.locator("main .pitch b, main .pitch img, main .pitch script").count()) > 0) throw new Error(name);
  }
  const lines = readFileSync(root + "tests/golden/implosion-imploding-6.jsonl", "utf8").trim().split("\n");
  const games = Array.from({ length: 34 }, (_, i) => {
    const six = Array.from({ length: 6 }, (_, seat) => hostileNames[(6 * i + seat) % 200]!);
    const table = JSON.stringify({ table: { names: six, bots: ["", "", "", "", "", ""] } });
    return JSON.stringify({ id: "", when: 1000 + i, seat: 5, lines: [lines[0], table, ...lines.slice(1).filter((line) => !line.includes('"table"'))] });
  });
  await page.goto(server.url + "#history");
  await page.locator("input[type=file]").setInputFiles({ name: "games.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(['{"ninelives_history":1}', ...games].join("\n")) });
  await expect(page.getByText("34 games added.")).toBeVisible();
  await expect(page.locator("main li")).toHaveCount(34);
  // The page's own signs around a name that is read in the other direction, always in pairs.
  const shown = (await page.locator("main li .small").allTextContents()).join("\n").replace(/\u2068([^\u2066-\u2069]*)\u2069/g, "$1");
  expect(shown).toContain("<script>");
  expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  expect(await page.locator("main li :is(b, i, script, img, svg, iframe, style, h1, a, math, template)").count()).toBe(34); // "Won" and "Lost"
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  expect(await fits()).toBe(true);
  await page.getByRole("button", { name: "Replay" }).first().click();
  await page.locator(".controls").waitFor();
  expect(await page.locator(".table .name *:not(small)").count()).toBe(0);
  expect(await fits()).toBe(true);
  expect(await page.evaluate(() => "attacked" in window)).toBe(false);
});

test("WEB-9 WEB-10 WEB-11 a game in the train, one with a friend at home, both in the list tomorrow with a review, and the puzzle", async ({ server, person }) => {
  test.slow();
  const [ann, bob] = [await person({ serviceWorkers: "allow" }), await person()];
  const { page } = ann;
  await page.goto(server.url);
  await serviceWorkerIsThere(page);
  // In the train: no line, and the page is started again.
  await page.context().setOffline(true);
  await page.goto(server.url);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.locator(".hand .slot").first().waitFor();
  await page.locator("header .bar .button").last().click();
  await page.getByRole("button", { name: "Give up" }).dblclick();
  await page.getByRole("button", { name: "Fast-forward" }).click();
  await page.locator("dialog .win").waitFor();
  await page.getByRole("button", { name: "Leave the room" }).click();
  await gamesAreKept(page, 1);
  // At home: a friend comes by a link.
  await page.context().setOffline(false);
  await page.goto(server.url);
  const code = await ann.seatAt(server, "Ann", { seats: 2, window_ms: 500, turn_s: 0, preset: "implosion" });
  await bob.join(server, code, "Bob");
  await page.getByRole("button", { name: "Start the game" }).click();
  await Promise.all([ann.playToTheEnd(), bob.playToTheEnd()]);
  await page.getByRole("link", { name: "Link to this game" }).waitFor();
  await gamesAreKept(page, 2);
  // Tomorrow.
  await page.goto(server.url + "#history");
  await page.reload();
  await expect(page.locator("main li")).toHaveCount(2);
  await expect(page.locator("main li").first()).toContainText("Bob");
  await page.getByRole("button", { name: "Review" }).first().click();
  await expect(page.getByRole("dialog").getByText("What decided the game:")).toBeVisible();
  await page.goto(server.url + "#puzzle");
  await page.locator(".answers .button").first().click();
  await expect(page.locator(".reasons .right")).toHaveCount(1);
  ann.problems.splice(0); // the line that was cut
});
