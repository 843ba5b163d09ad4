// Tests of the ladder: two people who want to be on it, a game of theirs, and what everybody sees.
import { serviceWorkerIsThere } from "./everything_kept";
import { expect, GameServer, test, withLadder, type Person } from "./server";
import { accessible, tidy } from "./tidy";

async function getsOn(server: GameServer, one: Person, name: string) {
  await one.page.goto(server.url + "#ladder");
  await one.page.getByLabel("Your name").fill(name);
  await one.page.getByRole("button", { name: "Put me on the ladder" }).click();
  await expect(one.page.getByText(`You are on the ladder as ${name}.`)).toBeVisible();
}

test("WEB-12 WEB-4 LAD-1 who wants it is on the ladder and off it again; a game among friends does not count", async ({ person }) => {
  const server = new GameServer("127.0.0.1", "", withLadder);
  await server.start();
  try {
    const [ann, bob] = [await person(), await person({ viewport: { width: 320, height: 640 } })];
    await getsOn(server, ann, "Ann");
    await getsOn(server, bob, "<b>Bob</b>");
    await expect(bob.page.getByText("Nobody has played for the ladder yet.")).toBeVisible();

    // A table of friends is not rated: rated games come from the queue alone, one player an address.
    const code = await ann.seatAt(server, "Ann", { seats: 2, window_ms: 500, turn_s: 0 });
    await bob.join(server, code, "<b>Bob</b>");
    await ann.page.getByRole("button", { name: "Start the game" }).click();
    await bob.page.getByRole("button", { name: "Menu" }).click();
    await bob.page.getByRole("button", { name: "Give up" }).dblclick();
    await expect(ann.page.locator("dialog .win")).toBeVisible();

    // From elsewhere: whoever sits at a table would be asked whether to leave it.
    for (const { page } of [ann, bob]) {
      await page.goto("about:blank");
      await page.goto(server.url + "ladder");
      await expect(page.getByText("Nobody has played for the ladder yet.")).toBeVisible();
      await tidy(page, "ladder");
      await accessible(page, "ladder");
    }
    await bob.page.getByRole("button", { name: "Take me off the ladder" }).click();
    await bob.page.getByRole("button", { name: "Really remove my nickname and points?" }).click();
    await expect(bob.page.getByRole("button", { name: "Put me on the ladder" })).toBeVisible();
    await ann.page.reload();
    await expect(ann.page.getByText("You are on the ladder as Ann.")).toBeVisible();
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
