// Tests of ways to a table: one click, a form, a code, a link, the list.
import { expect, test, type Person } from "./server";
import { only } from "./stacked";

test("WEB-1 one click on the start page: a game with bots", async ({ server, person }) => {
  const ann = await person();
  await ann.page.goto(server.url);
  await ann.page.getByRole("button", { name: "Play now" }).click();
  await ann.page.locator(".hand .slot").first().waitFor();
  await expect(ann.page.locator(".seats .seat")).toHaveCount(3);
});

test("WEB-2 a room is made by the form; the host adds and removes bots, kicks, hands over and starts", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  await ann.page.goto(server.url);
  await ann.page.getByLabel("Your name").fill("Ann");
  await ann.page.getByRole("button", { name: "Create a room" }).click();
  await ann.page.getByText("Family", { exact: true }).click();
  await ann.page.getByText("Streaking Kittens", { exact: true }).click();
  await ann.page.getByRole("button", { name: "Create the room" }).click();
  await ann.page.getByText("Waiting for players").waitFor();
  await expect(ann.page.locator("main")).toContainText("Family · Streaking Kittens");
  const link = await ann.page.getByRole("textbox", { name: "Link to this room" }).inputValue();
  expect(link).toContain("#" + ann.code());
  await ann.page.getByRole("button", { name: "Add a bot" }).click();
  await expect(ann.page.locator("main li .who b")).toHaveCount(2);
  await ann.page.getByRole("button", { name: "Remove" }).click();
  await expect(ann.page.locator("main li .who b")).toHaveCount(1);

  await bob.page.goto(server.url);
  await bob.page.getByPlaceholder("Room code or link").fill(link);
  await bob.page.getByRole("button", { name: "Join" }).first().click();
  await bob.page.getByLabel("Your name").fill("Bob");
  await bob.page.getByRole("button", { name: "Sit down" }).click();
  await expect(ann.page.locator("main li .who b")).toHaveText(["Ann", "Bob"]);
  await ann.page.getByRole("button", { name: "Kick" }).click();
  await ann.page.locator("dialog").getByRole("button", { name: "Kick" }).click();
  await expect(bob.page.getByText("The host removed you from this room.")).toBeVisible();
  // A kick holds for the person, not for the connection alone: a reload doesn't help.
  await bob.page.goto(server.url + "#" + ann.code());
  await bob.page.reload();
  await bob.page.getByRole("button", { name: "Sit down" }).click();
  await expect(bob.page.getByText("The host removed you from this room.")).toBeVisible();
  const cem = await person();
  await cem.join(server, ann.code(), "Cem");
  await ann.page.getByRole("button", { name: "Make host" }).click();
  await ann.page.locator("dialog").getByRole("button", { name: "Make host" }).click();
  await cem.page.getByRole("button", { name: "Start the game" }).click();
  await Promise.all([ann, cem].map((one) => one.page.locator(".hand .slot").first().waitFor()));
  expect(await ann.page.evaluate(() => localStorage.getItem("ninelives.name"))).toBe("Ann");
});

test("a listed room is in everybody's list; a full one is not; an unknown one is said to be", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  await ann.seatAt(server, "Listed Lena", { seats: 2, listed: true });
  await bob.page.goto(server.url);
  const line = bob.page.getByRole("listitem").filter({ hasText: "Listed Lena" });
  await expect(line).toContainText("1 of 2 seats");
  await ann.page.getByRole("button", { name: "Add a bot" }).click();
  await expect(line).toHaveCount(0);
  await bob.page.goto(server.url + "#" + ann.code());
  // A player who can't sit down is told so, not asked to; and asked again when somebody has left.
  await expect(bob.page.getByText("The room is full.")).toBeVisible();
  await expect(bob.page.getByRole("button", { name: "Sit down" })).toHaveCount(0);
  await ann.page.getByRole("button", { name: "Remove" }).click();
  await expect(bob.page.getByRole("button", { name: "Sit down" })).toBeVisible();
  await ann.page.getByRole("button", { name: "Add a bot" }).click();
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await ann.page.locator(".hand .slot").first().waitFor();
  await bob.page.reload();
  await expect(bob.page.getByText("The game has already begun.")).toBeVisible();
  await bob.page.goto(server.url + "#0000000000");
  await expect(bob.page.getByText("There's no room with this code.")).toBeVisible();
  await expect(bob.page.getByRole("button", { name: "Sit down" })).toHaveCount(0);
  await bob.page.goto(server.url);
  await bob.page.getByPlaceholder("Room code or link").fill("nonsense");
  await bob.page.getByRole("button", { name: "Join" }).first().click();
  await expect(bob.page.getByText("That's not a room code.")).toBeVisible();
});

test("WEB-4 language, colours and sound are remembered", async ({ server, person }) => {
  const ann = await person();
  await ann.page.goto(server.url);
  await ann.page.getByLabel("Language").selectOption("ko");
  await ann.page.getByRole("button", { name: "바로 시작" }).waitFor();
  await ann.page.getByRole("button", { name: "밝은 화면" }).click();
  await ann.page.getByRole("button", { name: "소리 끄기" }).click();
  await ann.page.reload();
  await ann.page.getByRole("button", { name: "바로 시작" }).waitFor();
  expect(await ann.page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme])).toEqual(["ko", "light"]);
  await expect(ann.page.getByRole("button", { name: "소리 끄기" })).toHaveAttribute("aria-pressed", "true");
});

test("chat reaches everybody as text", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  const code = await ann.seatAt(server, "Ann", { seats: 2 });
  await bob.join(server, code, "Bob");
  await bob.page.getByPlaceholder("Say something").fill("<img src=x onerror=alert(1)> hello");
  await bob.page.getByRole("button", { name: "Send" }).click();
  await expect(ann.page.getByRole("log")).toContainText("Bob <img src=x onerror=alert(1)> hello");
});

test("WEB-4 the newest words and the newest lines are in sight, however much was said", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  const code = await ann.seatAt(server, "Ann", { seats: 2, turn_s: 0, rules: only({ skip: 40, exploding: 10 }, { hand: 12 }) });
  await bob.join(server, code, "Bob");
  const say = async (words: string) => {
    await bob.page.getByPlaceholder("Say something").fill(words);
    await bob.page.getByRole("button", { name: "Send" }).click();
    await expect(ann.page.locator(".chat li").last()).toContainText(words);
  };
  for (let i = 1; i <= 12; ++i) await say(`Words, ${i} of them`);
  await expect(ann.page.locator(".chat li").last()).toBeInViewport({ ratio: 0.9 });
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  const play = async (one: Person) => {
    await one.page.locator(".hand .slot.lit").last().click();
    await one.act.getByRole("button", { name: "Play Skip" }).click();
  };
  for (let i = 0; i < 4; ++i) for (const one of [ann, bob]) await play(one);
  await expect(ann.page.locator(".side .log li").last()).toBeInViewport({ ratio: 0.9 });
  // A panel that opens beside the list takes room from it, and its end is still seen.
  await ann.page.getByRole("button", { name: "Quick words" }).click();
  await play(ann);
  await play(bob);
  await expect(ann.page.locator(".side .log li").last()).toBeInViewport({ ratio: 0.9 });
  await say("the last ones");
  await expect(ann.page.locator(".chat li").last()).toBeInViewport({ ratio: 0.9 });
});

test("NET-5 the host keeps watchers quiet, and removes one", async ({ server, person }) => {
  const [ann, watcher] = [await person(), await person()];
  const code = await ann.seatAt(server, "Ann", { seats: 2 });
  await expect(ann.page.getByText("Who may watch")).toHaveCount(0);
  await watcher.page.goto(server.url + "#" + code);
  await watcher.page.getByRole("button", { name: "Only watch" }).click();
  await watcher.page.getByPlaceholder("Say something").fill("hello");
  await watcher.page.getByRole("button", { name: "Send" }).click();
  await expect(ann.page.getByRole("log")).toContainText("Watcher 1 hello");
  await ann.page.getByLabel("Watchers may talk").uncheck();
  await watcher.page.getByPlaceholder("Say something").fill("psst");
  await watcher.page.getByRole("button", { name: "Send" }).click();
  await expect(ann.page.getByRole("log")).not.toContainText("psst");
  await ann.page.getByRole("button", { name: "Kick: Watcher 1" }).click();
  await expect(watcher.page.getByText("The host removed you from this room.")).toBeVisible();
  await ann.page.getByLabel("Who may watch").selectOption("none");
  await expect.poll(() => ann.heard.some((text) => text.includes('"most_watchers":0'))).toBe(true);
});

test("WEB-4 a screen begins at its top, however far the one before was scrolled", async ({ server, person }) => {
  const ann = await person({ viewport: { width: 740, height: 360 } });
  await ann.page.goto(server.url);
  const button = ann.page.getByRole("button", { name: "Create a room" });
  await button.waitFor();
  await ann.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(await ann.page.evaluate(() => scrollY)).toBeGreaterThan(50);
  await button.evaluate((one: HTMLElement) => one.click());
  await ann.page.getByRole("button", { name: "Create the room" }).waitFor();
  expect(await ann.page.evaluate(() => scrollY)).toBe(0);
});

test("WEB-2 the preview of a room's link has a text, and a picture that is there", async ({ server }) => {
  const page = await (await fetch(server.url)).text();
  const said = (property: string) => new RegExp(`<meta property="og:${property}" content="([^"]*)"`).exec(page)?.[1] ?? "";
  expect(said("title")).toContain("Nine Lives");
  expect(said("description").length).toBeGreaterThan(20);
  expect(said("image")).toBe(server.url + "share.jpg");
  const picture = await fetch(said("image"));
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(20_000);
});
