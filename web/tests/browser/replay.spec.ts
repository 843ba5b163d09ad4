// Tests of pages after the game: review, rematch, replay, a link to a move, and a shuffle verified in the page.
import { chromium } from "./chromium";
import { expect, finishedGame, Person, test, type GameServer } from "./server";

test("WEB-6 a finished game is stepped through, from any seat's eyes or all open, by keys; a link leads to a move", async ({ server, person }) => {
  const ann = await person();
  await finishedGame(server, ann);
  const { page } = ann;
  await expect(page.getByRole("dialog")).toContainText(/The game took \d+ turns?\./);
  await page.getByRole("dialog").getByRole("button", { name: "Replay" }).click();
  const count = page.locator(".controls .count");
  await expect(count).toHaveText(/^0 \/ \d+$/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(count).toHaveText(/^2 \//);
  // One's own eyes: the others' hands are backs, the pile is closed.
  // But for what the player knew at that time: that everybody was dealt a Defuse, for example.
  expect(await page.locator(".seats .open .card").count()).toBe(await page.locator(".seats .known .card").count());
  await page.getByLabel("Whose eyes").selectOption("all");
  // As they were dealt: everybody's five.
  await page.keyboard.press("Home");
  await expect(page.locator(".seats .open .card")).toHaveCount(3 * 5);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(count).toHaveText(/^2 \//);
  await page.getByRole("button", { name: "Link to this move" }).click();
  const link = await page.getByRole("textbox", { name: "Link to this move" }).inputValue();
  expect(link).toMatch(/\/g\/[0-9a-f]{16}#2\/all$/);

  const guest = await person();
  await guest.page.goto(link);
  await expect(guest.page.locator(".controls .count")).toHaveText(await count.innerText());
  await expect(guest.page.locator(".seats .open .card").first()).toBeVisible();
  await guest.page.keyboard.press("End");
  await expect(guest.page.getByTestId("facts")).toContainText(/The game is over\. .* wins!/);
  await guest.page.keyboard.press("Home");
  await guest.page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(guest.page.locator(".controls .count")).not.toHaveText(/^0 \//);
  // A room that is gone has no replay, and that is said.
  await guest.page.goto(server.url + "#0000000000/replay/2/all");
  await expect(guest.page.getByText("There's no finished game here.")).toBeVisible();
});

test("FAIR-1 the shuffle is verified in the page on an http address of the local network, with the player's own share", async ({ server, playwright }) => {
  // A name that is not this machine's own: no secure context, so no WebCrypto and no clipboard.
  const browser = await playwright.chromium.launch({
    executablePath: chromium,
    args: ["--no-sandbox", "--host-resolver-rules=MAP table.lan 127.0.0.1"],
  });
  try {
    const ann = new Person(await (await browser.newContext({ reducedMotion: "reduce" })).newPage());
    const lan = Object.create(server, { url: { value: `http://table.lan:${server.port}/` } }) as GameServer;
    await finishedGame(lan, ann);
    expect(await ann.page.evaluate(() => [isSecureContext, "subtle" in crypto && crypto.subtle !== undefined])).toEqual([false, false]);
    const dialog = ann.page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Verify the shuffle" }).click();
    await expect(dialog).toContainText("Verified: every card of this game follows from the seeds.");
    await expect(dialog).toContainText("Shares: 1 given by players, 2 supplied, 0 missing.");
    await expect(dialog).toContainText("Your own share is among them");
    // A share that was not used is noticed.
    await ann.page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem("ninelives.shares")!) as { share: string }[];
      localStorage.setItem("ninelives.shares", JSON.stringify(kept.map((one) => ({ ...one, share: "ab".repeat(32) }))));
    });
    await dialog.getByRole("button", { name: "Verify the shuffle" }).click();
    await expect(dialog).toContainText("Not verified.");
    expect(ann.problems).toEqual([]);
  } finally {
    await browser.close();
  }
});

test("WEB-2 the host starts a rematch, and the record is saved and opened again", async ({ server, person }) => {
  const ann = await person();
  await finishedGame(server, ann);
  const { page } = ann;
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the record" }).click();
  const file = await (await saved).path();
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.locator(".hand .slot").first().waitFor();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // The link to a move of the first game still leads there.
  const friend = await person();
  await friend.page.goto(server.url + "#" + ann.code() + "/replay/2/all/1");
  await expect(friend.page.locator(".controls .count")).toHaveText(/^2 \//);
  const guest = await person();
  await guest.page.goto(server.url + "#replay");
  await guest.page.locator("input[type=file]").setInputFiles(file);
  await guest.page.locator(".controls").waitFor();
  await guest.page.getByRole("button", { name: "Verify the shuffle" }).click();
  await expect(guest.page.getByText("Verified: every card")).toBeVisible();
});
