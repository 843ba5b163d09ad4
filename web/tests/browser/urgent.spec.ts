// Tests of urgent notices above everything else, and of events before the result.
import { expect, test, type GameServer, type Person, type Settings } from "./server";
import { only } from "./stacked";

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

async function duel(server: GameServer, ann: Person, bob: Person, settings: Settings) {
  const code = await ann.seatAt(server, "Ann", { window_ms: 60_000, turn_s: 0, seats: 2, ...settings });
  await bob.join(server, code, "Bob");
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await ann.act.getByRole("button", { name: "Draw a card" }).waitFor();
}
const play = async (one: Person, card: RegExp, action: RegExp) => {
  await one.page.locator(".hand").getByRole("button", { name: card }).first().click();
  await one.act.getByRole("button", { name: action }).click();
};

test("NOPE-8 a window that opens while help, menu or a card's text is open is answered from there", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person(phone)];
  await duel(server, ann, bob, { rules: only({ skip: 30, nope: 1 }) });
  const dialog = bob.page.getByRole("dialog");
  const nope = dialog.getByRole("button", { name: "NOPE!" });
  const opens = [
    () => bob.page.getByRole("button", { name: "Help ?" }).click(),
    () => bob.page.getByRole("button", { name: "Menu" }).click(),
    () => bob.page.locator(".hand .slot").first().click({ button: "right" }),
  ];
  for (const open of opens) {
    await open();
    await dialog.waitFor();
    await expect(nope).toHaveCount(0);
    await play(ann, /^Skip/, /^Play Skip$/);
    await expect(nope).toBeInViewport();
    // As at the table: grey without one.
    const has = (await bob.page.locator(".hand .slot", { hasText: "Nope" }).count()) > 0;
    await expect(nope).toHaveClass(has ? /danger/ : /none/);
    await dialog.getByRole("button", { name: "Let it pass" }).click();
    await expect(dialog.getByText("Your move")).toBeVisible();
    await dialog.getByRole("button", { name: "Back to the table" }).click();
    await bob.act.getByRole("button", { name: "Draw a card" }).waitFor();
    await play(bob, /^Skip/, /^Play Skip$/);
    await ann.act.locator(".pass").click();
    await ann.act.getByRole("button", { name: "Draw a card" }).waitFor();
  }
});

test("NET-6 WEB-8 a bot holds my seat after two questions that ran out; one tap, and the seat and its clock are mine again", async ({ server, person }) => {
  const [ann, bob] = [await person(phone), await person()];
  await duel(server, ann, bob, { turn_s: 1, rules: only({ skip: 30 }, { "copies.defuse": 20, extra_defuses: "rest" }) });
  const bar = ann.page.getByText("A bot is playing for you.");
  await expect(bar).toBeVisible();
  await expect(bar).toBeInViewport();
  const before = ann.heard.length;
  await ann.page.getByRole("button", { name: "I'm back" }).click();
  // Bob's seat is held by then, and Ann's soon is again: what counts is what the server said of hers, and of what came
  // after that alone. Until it has heard her, a bot is asked in her place.
  type Told = { t: string; phase: string; players: { held?: boolean }[]; now: number; deadline?: number };
  const told = () => ann.heard.slice(before).map((text) => JSON.parse(text) as Told);
  const isBack = (message: Told) => message.t === "room" && !message.players[0]!.held;
  await expect.poll(() => told().some(isBack)).toBe(true);
  // The next question of hers has the whole time, not what a bot would need.
  const next = () => told().slice(told().findIndex(isBack)).find((message) => message.t === "question" && message.phase === "turn");
  await expect.poll(() => next() && next()!.deadline! - next()!.now).toBe(1000);
});

test("NET-10 a draw that the clock made reads as such, to its player and to the other", async ({ server, person }) => {
  const [ann, bob] = [await person(phone), await person()];
  await duel(server, ann, bob, { turn_s: 5, rules: only({ skip: 30 }, { "copies.defuse": 20, extra_defuses: "rest" }) });
  // It is shown for a while, so it is noted down as it comes.
  for (const { page } of [ann, bob]) {
    await page.evaluate(() => {
      const noted: string[] = [];
      Object.assign(window, { noted });
      const look = () => {
        const text = document.querySelector(".late")?.textContent;
        if (text && text !== noted.at(-1)) noted.push(text);
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
      look();
    });
  }
  const noted = ({ page }: Person) => page.evaluate(() => (window as unknown as { noted: string[] }).noted[0]);
  await expect.poll(() => noted(ann)).toBe("You ran out of time.");
  await expect.poll(() => noted(bob)).toBe("Ann ran out of time.");
  // Between the turn and the draw that the clock has made: a card, or a kitten.
  const lines = () => bob.page.locator(".log li").allTextContents();
  const late = (await lines()).indexOf("Ann ran out of time.");
  expect(late).toBeGreaterThan(0);
  await expect.poll(async () => (await lines()).slice(late).join()).toMatch(/Ann draws|Ann drew/);
  expect((await lines()).slice(0, late).join()).not.toMatch(/Ann draws|Ann drew/);
});

test("EK-2 the kitten, the breath, the blast; then the result", async ({ server, person }) => {
  const [ann, bob] = [await person({ reducedMotion: "no-preference" }), await person()];
  // The pile is nothing but kittens: each defuses one, then Ann is out.
  await duel(server, ann, bob, { rules: only({ skip: 14, exploding: 30 }, { kittens: 20 }) });
  await ann.page.evaluate(() => {
    const seen: string[] = [];
    const look = () => {
      const scene = document.querySelector(".stage")?.classList[1] ?? (document.querySelector("dialog .win") ? "result" : "");
      if (scene && seen.at(-1) !== scene) seen.push(scene);
    };
    Object.assign(window, { scenes: seen });
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  // By script: a tap would end the scene.
  const click = (selector: string) => ann.page.locator(selector).evaluate((button: HTMLElement) => button.click());
  await click("button.pile");
  await click(".act form .button.main");
  await bob.act.getByRole("button", { name: "Draw a card" }).click();
  await bob.act.getByRole("button", { name: "Hide it here" }).click();
  await click("button.pile");
  await ann.page.locator("dialog .win").waitFor();
  const scenes = await ann.page.evaluate(() => (window as unknown as { scenes: string[] }).scenes);
  expect(scenes.slice(0, 2)).toEqual(["kitten", "defused"]);
  expect(scenes.slice(-4)).toEqual(["kitten", "died", "won", "result"]);
});

test("EK-3 one tap on a Defuse urges nothing; a pair of Defuses is asked for twice", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  await duel(server, ann, bob, { rules: only({ skip: 4, nope: 1, defuse: 40 }, { extra_defuses: "rest", extra_defuses_dealt: true }) });
  const defuses = ann.page.locator(".hand").getByRole("button", { name: /^Defuse/ });
  await defuses.nth(0).click();
  await expect(ann.act.locator(".button.main")).toHaveText("Draw a card");
  await defuses.nth(1).click();
  await ann.act.getByRole("button", { name: "Play a pair of Defuses" }).click();
  await expect(ann.act.getByText("Spend your Defuses?")).toBeVisible();
  await ann.act.getByRole("button", { name: "Keep them" }).click();
  await ann.act.getByRole("button", { name: "Play a pair of Defuses" }).click();
  await ann.act.getByRole("button", { name: "Play a pair of Defuses" }).click();
  await ann.act.getByRole("button", { name: "Bob" }).click();
  await bob.act.getByRole("button", { name: "NOPE!" }).waitFor();
});

test("the log follows what happens, and stays where somebody reads", async ({ server, person }) => {
  const [ann, bob] = [await person({ viewport: { width: 1440, height: 700 } }), await person()];
  await duel(server, ann, bob, { window_ms: 500, rules: only({ skip: 60 }, { hand: 20 }) });
  const log = ann.page.locator(".side .log");
  const fromEnd = () => log.evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight);
  for (let i = 0; i < 6; ++i) {
    const [one, other] = i % 2 ? [bob, ann] : [ann, bob];
    await play(one, /^Skip/, /^Play Skip$/);
    await other.act.getByRole("button", { name: "Draw a card" }).waitFor();
  }
  await expect.poll(fromEnd).toBeLessThan(5);
  expect(await log.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
  await log.evaluate((list) => (list.scrollTop = 0));
  await play(ann, /^Skip/, /^Play Skip$/);
  await bob.act.getByRole("button", { name: "Draw a card" }).waitFor();
  expect(await log.evaluate((list) => list.scrollTop)).toBe(0);
});

test("Back asks before the table is left", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  await duel(server, ann, bob, { rules: only({ skip: 30 }) });
  // From the start page to the table, as people come: Back leads there.
  const code = ann.code();
  await ann.page.goto(server.url);
  await ann.page.getByRole("button", { name: "Play now" }).waitFor();
  await ann.page.evaluate((code) => (location.hash = code), code);
  await ann.act.getByRole("button", { name: "Draw a card" }).waitFor();
  await ann.page.goBack();
  const dialog = ann.page.getByRole("dialog");
  await expect(dialog).toContainText("Leave the table?");
  await dialog.getByRole("button", { name: "Stay" }).click();
  await ann.act.getByRole("button", { name: "Draw a card" }).waitFor();
  await ann.page.goBack();
  await dialog.getByRole("button", { name: "Leave the room" }).click();
  await ann.page.getByRole("button", { name: "Play now" }).waitFor();
});

test("WEB-4 chat on a phone has a badge, and is still there after a reload", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person(phone)];
  await duel(server, ann, bob, { rules: only({ skip: 30 }) });
  await ann.page.getByPlaceholder("Say something").fill("hello Bob");
  await ann.page.getByRole("button", { name: "Send" }).click();
  await expect(bob.page.locator(".unread")).toContainText("1");
  await bob.page.getByRole("button", { name: /^Log/ }).click();
  await expect(bob.page.getByRole("dialog")).toContainText("hello Bob");
  await bob.page.reload();
  await bob.page.locator(".hand .slot").first().waitFor();
  await bob.page.getByRole("button", { name: /^Log/ }).click();
  await expect(bob.page.getByRole("dialog")).toContainText("hello Bob");
});

test("NOPE-9 auto-pass passes by itself, after a while", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  // A box without any Nope would open no window at all; this one is open for a minute, which the test doesn't have.
  await duel(server, ann, bob, { rules: only({ skip: 30, nope: 1 }) });
  await bob.page.getByRole("button", { name: "Menu" }).click();
  await bob.page.getByLabel("Pass every Nope window for me").check();
  await bob.page.keyboard.press("Escape");
  await play(ann, /^Skip/, /^Play Skip$/);
  await expect.poll(() => bob.heard.some((text) => text.includes('"t":"window"'))).toBe(true);
  await bob.act.getByRole("button", { name: "Draw a card" }).waitFor({ timeout: 45_000 });
});

test("WEB-4 digits choose cards of the hand, and the question is read out", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  await duel(server, ann, bob, { rules: only({ skip: 30 }) });
  await ann.page.keyboard.press("2");
  await expect(ann.page.locator(".hand .slot").nth(1)).toHaveAttribute("aria-pressed", "true");
  await ann.act.getByRole("button", { name: "Play Skip" }).waitFor();
  await expect(ann.page.getByTestId("live")).toContainText("Play a card, or draw to end your turn.");
});
