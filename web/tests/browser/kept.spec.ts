// Tests of finished games at addresses of their own.
import { gamesAreKept, serviceWorkerIsThere } from "./everything_kept";
import { GameServer, expect, finishedGame, test, type Person } from "./server";

async function addressOf(ann: Person): Promise<string> {
  const link = ann.page.getByRole("link", { name: "Link to this game" });
  await link.waitFor();
  return (await link.getAttribute("href"))!;
}

test("WEB-10 a finished game has its own address, through rematch, kill -9 and restart, until its player deletes it", async ({ person }) => {
  const server = new GameServer();
  await server.start();
  try {
    const [ann, friend] = [await person(), await person()];
    await finishedGame(server, ann);
    const link = await addressOf(ann);
    expect(link).toMatch(/\/g\/[0-9a-f]{16}$/);
    await ann.page.getByRole("button", { name: "Rematch" }).click();
    await ann.page.locator(".hand .slot").first().waitFor();
    await server.stop("SIGKILL");
    await server.start();

    // Others' programs see this of a link.
    const shown = await friend.page.request.get(link, { headers: { "accept-language": "ko" } });
    const html = await shown.text();
    expect(html).toContain('property="og:title"');
    expect(html).toContain("이겼어요");
    expect(html).toContain(`property="og:image" content="${link}.png"`);
    await friend.page.goto(server.url);
    const size = await friend.page.evaluate(async (picture) => {
      const image = await createImageBitmap(await (await fetch(picture)).blob());
      return [image.width, image.height];
    }, new URL(new URL(link).pathname + ".png", server.url).href);
    expect(size).toEqual([600, 315]);

    // The friend needs no room: the replay, a link to a move, the verified shuffle.
    await friend.page.goto(link);
    await friend.page.locator(".controls").waitFor();
    await friend.page.keyboard.press("End");
    await expect(friend.page.getByTestId("facts")).toContainText("The game is over.");
    await friend.page.getByRole("button", { name: "Verify the shuffle" }).click();
    await expect(friend.page.getByText("Verified: every card")).toBeVisible();
    await friend.page.getByRole("button", { name: "Review" }).click();
    await expect(friend.page.getByRole("dialog").getByText("What decided the game:")).toBeVisible();
    await friend.page.goto(link + "#2/all");
    await expect(friend.page.locator(".controls .count")).toHaveText(/^2 \//);

    // Only who played may delete it.
    await expect(friend.page.getByRole("button", { name: "Delete this game" })).toHaveCount(0);
    expect((await friend.page.request.delete(link)).status()).toBe(401);
    expect((await friend.page.request.delete(link, { headers: { authorization: "Bearer " + "0".repeat(32) } })).status()).toBe(403);
    expect((await friend.page.request.delete(link + "0", { headers: { authorization: "Bearer x" } })).status()).toBe(404);
    const second = await ann.page.context().newPage();
    await second.goto(link);
    await second.getByRole("button", { name: "Delete this game" }).click();
    await second.getByRole("button", { name: "Delete it for everybody?" }).click();
    await expect(second.getByText("This game is deleted.")).toBeVisible();
    await server.stop("SIGKILL");
    await server.start();
    for (const ending of ["", ".jsonl", ".png"]) expect((await friend.page.request.get(link + ending)).status()).toBe(404);
    await friend.page.goto(server.url + "#g/" + link.split("/").pop()!);
    await friend.page.reload(); // what it had loaded before is a copy of the friend's own
    await expect(friend.page.getByText("There's no finished game here.")).toBeVisible();
  } finally {
    await server.end();
  }
});

test("WEB-10 a server that keeps no games says nothing of addresses", async ({ person }) => {
  const server = new GameServer("127.0.0.1", "keep_games_days = 0\n");
  await server.start();
  try {
    const ann = await person();
    const asked: string[] = [];
    ann.page.on("response", (answer) => answer.url().includes("/g/") && asked.push(`${answer.status()}`));
    await finishedGame(server, ann);
    await expect.poll(() => asked).toEqual(["404"]);
    await expect(ann.page.getByRole("link", { name: "Link to this game" })).toHaveCount(0);
  } finally {
    await server.end();
  }
});

test("WEB-10 nothing of a game that is still played is at any address", async ({ server, person }) => {
  const ann = await person();
  await ann.seatAt(server, "Ann", { seats: 2, bots: 1, turn_s: 0 });
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await ann.page.locator(".hand .slot").first().waitFor();
  const id = ann.heard.map((text) => /"t":"fair".*"id":"([0-9a-f]{32})"/.exec(text)?.[1]).find(Boolean)!;
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  for (const ending of ["", ".jsonl", ".png"]) expect((await ann.page.request.get(`${server.url}g/${id.slice(0, 16)}${ending}`)).status()).toBe(404);
});

test("WEB-10 without a line a game's address leads to the game where it was played, and to a sentence elsewhere", async ({ server, person }) => {
  const [ann, friend] = [await person({ serviceWorkers: "allow" }), await person({ serviceWorkers: "allow" })];
  await finishedGame(server, ann);
  const link = await addressOf(ann);
  await gamesAreKept(ann.page, 1);
  await friend.page.goto(server.url);
  for (const { page } of [ann, friend]) {
    await serviceWorkerIsThere(page);
    await page.goto(server.url);
    await page.context().setOffline(true);
    await page.goto(link + "#2/all");
  }
  await expect(ann.page.locator(".controls .count")).toHaveText(/^2 \//);
  await expect(friend.page.getByText("There's no finished game here.")).toBeVisible();
  for (const one of [ann, friend]) one.problems.splice(0); // the line that was cut
});

test("WEB-10 the result's link goes out by the phone's own sheet, or is copied", async ({ server, person }) => {
  const ann = await person();
  await ann.page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, { share: async (what: unknown) => void shared.push(what) });
  });
  await finishedGame(server, ann);
  const link = await addressOf(ann);
  await ann.page.getByRole("button", { name: "Share" }).click();
  expect(await ann.page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)).toEqual([{ title: "Nine Lives", url: link }]);
  await ann.page.getByRole("button", { name: "Copy" }).click();
  await expect(ann.page.getByRole("button", { name: "Copied" })).toBeVisible();
});
