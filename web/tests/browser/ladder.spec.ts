// The ladder: two people who want to be on it, a game of theirs, and what everybody sees.
import { serviceWorkerIsThere } from "./everything_kept";
import { expect, GameServer, test, withLadder, type Person } from "./server";
import { accessible, tidy } from "./tidy";

async function getsOn(server: GameServer, one: Person, name: string) {
  await one.page.goto(server.url + "#ladder");
  await one.page.getByLabel("Your name").fill(name);
  await one.page.getByRole("button", { name: "Put me on the ladder" }).click();
  await expect(one.page.getByText(`You are on the ladder as ${name}.`)).toBeVisible();
}

test("WEB-12 WEB-4 two who want it are on the ladder after their game, and off it when they say so", async ({ person }) => {
  const server = new GameServer("127.0.0.1", "", withLadder);
  await server.start();
  try {
    const [ann, bob] = [await person(), await person({ viewport: { width: 320, height: 640 } })];
    await getsOn(server, ann, "Ann");
    await getsOn(server, bob, "<b>Bob</b>");
    await expect(bob.page.getByText("Nobody has played for the ladder yet.")).toBeVisible();

    const code = await ann.seatAt(server, "Ann", { seats: 2, window_ms: 500, turn_s: 0 });
    await bob.join(server, code, "<b>Bob</b>");
    for (const { page } of [ann, bob]) await expect(page.getByText("Ann, <b>Bob</b> play for the ladder.")).toBeVisible();
    await ann.page.getByRole("button", { name: "Start the game" }).click();
    await bob.page.getByRole("button", { name: "Menu" }).click();
    await bob.page.getByRole("button", { name: "Give up" }).dblclick();
    await expect(ann.page.getByText("Ladder: 1138 points (+138).")).toBeVisible();
    await expect(bob.page.getByText("Ladder: 927 points (−73).")).toBeVisible();

    // From elsewhere: whoever sits at a table would be asked whether to leave it.
    for (const { page } of [ann, bob]) {
      await page.goto("about:blank");
      await page.goto(server.url + "ladder");
      await expect(page.locator("tbody tr")).toHaveCount(2);
      await expect(page.locator("tbody tr").first()).toContainText(/1\s*Ann.*1138\s*1/s);
      await expect(page.locator("tbody tr").last()).toContainText(/2\s*<b>Bob<\/b>.*927\s*1/s);
      await tidy(page, "ladder");
      await accessible(page, "ladder");
    }
    await expect(bob.page.locator("tr[aria-current]")).toContainText("<b>Bob</b> (you)");
    await bob.page.getByRole("button", { name: "Take me off the ladder" }).click();
    await bob.page.getByRole("button", { name: "Really remove my nickname and points?" }).click();
    await expect(bob.page.locator("tbody tr")).toHaveCount(1);
    await ann.page.reload();
    await expect(ann.page.locator("tbody tr")).toHaveCount(1);
    await expect(ann.page.locator("tr[aria-current]")).toContainText("Ann (you)");
  } finally {
    await server.end();
  }
});

test("WEB-9 WEB-12 without a line the ladder's address leads to its page, which reads when the line is back", async ({ person }) => {
  const server = new GameServer("127.0.0.1", "", withLadder);
  await server.start();
  try {
    const ann = await person({ serviceWorkers: "allow" });
    const { page } = ann;
    await page.goto(server.url);
    await serviceWorkerIsThere(page);
    await page.goto(server.url);
    await page.context().setOffline(true);
    await page.goto(server.url + "ladder");
    await expect(page.getByRole("heading", { level: 1, name: "Ladder" })).toBeVisible();
    await expect(page.getByText("The server can't be reached right now.")).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText("Nobody has played for the ladder yet.")).toBeVisible();
    ann.problems.splice(0); // the line that was cut
  } finally {
    await server.end();
  }
});

test("WEB-12 where the server has no ladder the page has none", async ({ server, person }) => {
  const { page } = await person();
  await page.goto(server.url);
  await page.getByRole("link", { name: "My games" }).waitFor();
  await expect(page.getByRole("button", { name: "Find one" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Ladder" })).toHaveCount(0);
});
