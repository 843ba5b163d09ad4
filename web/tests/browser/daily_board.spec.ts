// A server's daily board as whole games: one attempt, points by the server, nothing of the cards before the day is over.
import { expect, GameServer, settings, test } from "./server";
import { accessible, tidy } from "./tidy";

const withBoard = settings + "[features]\ndaily = true\n";

test("WEB-18 a server's board: one attempt of a nickname, whose points the server counts", async ({ person }) => {
  const server = new GameServer("127.0.0.1", "", withBoard);
  await server.start();
  try {
    const ann = await person();
    const { page } = ann;
    await page.goto(server.url + "#daily");
    await expect(page.getByText("Nobody has finished yet.")).toBeVisible();
    await page.getByLabel("Your name").fill("Ann");
    await tidy(page, "daily board");
    await page.getByRole("button", { name: "Play for the board" }).click();
    await page.locator(".mine .hand .slot").first().waitFor();
    const cards = (await page.locator(".mine .hand .slot .card .name").allInnerTexts()).sort();
    await ann.playToTheEnd();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Others have yet to play these cards.");
    for (const name of ["Review", "Replay", "Rematch", "Save"]) await expect(dialog.getByRole("button", { name })).toHaveCount(0);
    await tidy(page, "result of a daily deal");
    await dialog.getByRole("button", { name: "Today's board" }).click();
    await expect(page.locator(".score")).toContainText(/Your moves: [+-]?\d+\.\d points\. You are number 1\./, { timeout: 60_000 });
    await expect(page.locator("ol li.me")).toContainText(/^Ann: /);
    await expect(page.getByRole("button", { name: "Play for the board" })).toHaveCount(0);
    await expect(page.locator(".streak")).toContainText("Days in a row:");
    await accessible(page, "daily board");
    // Neither the record nor the cards were told to the page, and a cleared browser has another key but the same deal.
    expect(ann.heard.some((text) => text.includes('"t":"record"'))).toBe(false);
    const bob = await person();
    await bob.page.goto(server.url + "#daily");
    await expect(bob.page.locator("ol li")).toContainText(/^Ann: /);
    await bob.page.getByLabel("Your name").fill("Ann");
    await bob.page.getByRole("button", { name: "Play for the board" }).click();
    await expect(bob.page.getByText("Somebody on the board has that name")).toBeVisible();
    await bob.page.getByLabel("Your name").fill("Bob");
    await bob.page.getByRole("button", { name: "Play for the board" }).click();
    await bob.page.locator(".mine .hand .slot").first().waitFor();
    expect((await bob.page.locator(".mine .hand .slot .card .name").allInnerTexts()).sort()).toEqual(cards);
    bob.problems.splice(0); // 409 and 404 are answers
    ann.problems.splice(0);
  } finally {
    await server.end();
  }
});

test("WEB-18 where the server keeps no board the deal is public and says so", async ({ server, person }) => {
  const { page } = await person();
  await page.goto(server.url + "#daily");
  await expect(page.getByText("The deal is public, so it is never ranked.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Play for the board" })).toHaveCount(0);
});
