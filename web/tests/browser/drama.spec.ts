// Tests of scenes: a kitten is turned over, then the Defuse or the blast. The page's clock stands still in these
// tests: a scene ends when its time is run, or when somebody ends it.
import { fileURLToPath } from "node:url";
import { expect, test, type GameServer, type Person } from "./server";
import { only } from "./stacked";

type NewPerson = (options?: { reducedMotion: "reduce" | "no-preference" }) => Promise<Person>;

// Ann's turn at a pile of nothing but kittens; both have one Defuse, if they have any.
async function atKittens(server: GameServer, person: NewPerson, reducedMotion: "reduce" | "no-preference", defuse: number): Promise<[Person, Person]> {
  const [ann, bob] = [await person({ reducedMotion }), await person()];
  // Before the page is there: a clock that came later, and was put forward while the line was being tried, would cut it.
  await ann.page.clock.install();
  const rules = only({ skip: 14, exploding: 30, defuse }, { kittens: 20 });
  const code = await ann.seatAt(server, "Ann", { window_ms: 60_000, turn_s: 0, seats: 2, rules });
  await bob.join(server, code, "Bob");
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await ann.act.getByRole("button", { name: "Draw a card" }).waitFor();
  return [ann, bob];
}
const stop = (one: Person) => one.page.clock.pauseAt(Date.now() + 60_000);
// By script: a tap would end a scene.
const press = (one: Person, selector: string) => one.page.locator(selector).evaluate((button: HTMLElement) => button.click());
// A defused kitten each, so that Ann's next one is the last.
async function toAnnsLastDraw(ann: Person, bob: Person) {
  await press(ann, "button.pile");
  await press(ann, ".act form .button.main");
  await press(bob, "button.pile");
  await press(bob, ".act form .button.main");
  await ann.page.locator("button.pile").waitFor();
}

test("EK-2 a tap ends a scene, and so does a key", async ({ server, person }) => {
  for (const end of [(one: Person) => one.page.mouse.click(4, 4), (one: Person) => one.page.keyboard.press("Shift")]) {
    const [ann] = await atKittens(server, person, "no-preference", 4);
    await stop(ann);
    await press(ann, "button.pile");
    await ann.page.locator(".stage.kitten").waitFor();
    await ann.page.clock.runFor(100);
    await expect(ann.page.locator(".stage.kitten")).toHaveCount(1);
    await end(ann);
    await expect(ann.page.locator(".stage")).toHaveCount(0);
  }
});

test("EK-2 nothing of an own death is told before it is shown, and the result waits for it", async ({ server, person }) => {
  const [ann, bob] = await atKittens(server, person, "no-preference", 4);
  await toAnnsLastDraw(ann, bob);
  await expect(ann.page.locator(".stage")).toHaveCount(0);
  await stop(ann);
  const cards = await ann.page.locator(".hand .slot").count();
  expect(cards).toBeGreaterThan(0);
  await press(ann, "button.pile");
  await ann.page.locator(".stage.kitten").waitFor();
  await expect.poll(() => ann.heard.some((text) => text.includes('"t":"over"'))).toBe(true);
  await ann.page.clock.runFor(100);
  // The page knows the end; its player sees a kitten and the hand.
  await expect(ann.page.locator(".seat.own.alive")).toContainText(String(cards));
  await expect(ann.page.locator(".hand .slot")).toHaveCount(cards);
  await expect(ann.page.locator("main")).not.toContainText("You're out");
  await expect(ann.page.getByTestId("live")).not.toContainText("explode");
  await ann.page.clock.runFor(2200);
  await ann.page.locator(".stage.died.own").waitFor();
  await expect(ann.page.locator(".seat.own.alive")).toHaveCount(0);
  await expect(ann.page.locator("dialog .win")).toHaveCount(0);
  await ann.page.clock.runFor(2300);
  // Then the winner, whose scene ends like any other.
  await ann.page.locator(".stage.won").waitFor();
  await ann.page.clock.runFor(2700);
  await expect(ann.page.locator(".stage")).toHaveCount(0);
  await expect(ann.page.locator(".watch.out")).toContainText("You exploded!");
  await expect(ann.page.locator("dialog .win")).toHaveCount(0);
  await ann.page.clock.runFor(2100);
  await ann.page.locator("dialog .win").waitFor();
});

test("EK-2 WEB-4 who wants no motion has no scene, and sees their own end all the same", async ({ server, person }) => {
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const [ann, bob] = await atKittens(server, person, reducedMotion, 4);
    await ann.page.evaluate(() => {
      const seen = new Set<string>();
      Object.assign(window, { seen });
      const look = () => document.querySelectorAll(".stage, .flight").forEach((one) => seen.add(one.classList[0]!));
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    });
    await toAnnsLastDraw(ann, bob);
    await press(ann, "button.pile");
    await ann.page.locator(".watch.out .boom").waitFor();
    await expect(ann.page.locator(".watch.out")).toContainText("You exploded!");
    await ann.page.locator("dialog .win").waitFor();
    const seen = await ann.page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen].sort());
    expect(seen).toEqual(reducedMotion === "reduce" ? [] : ["flight", "stage"]);
  }
});

test("WEB-14 while the drawn card lies face down, nothing tells what it is", async ({ server, person }) => {
  const [ann] = await atKittens(server, person, "no-preference", 4);
  await stop(ann);
  const hand = await ann.page.locator(".hand .slot").count();
  const log = await ann.page.locator(".log").first().innerText();
  await press(ann, "button.pile");
  await ann.page.locator(".stage.kitten").waitFor();
  await expect.poll(() => ann.heard.some((text) => text.includes('"phase":"place"'))).toBe(true);
  const untold = async () => {
    await expect(ann.page.locator(".stage")).not.toContainText("kitten");
    await expect(ann.page.locator(".stage .card:not(.back)")).toHaveCount(0);
    await expect(ann.page.locator(".act form")).toHaveCount(0);
    await expect(ann.page.locator(".hand .slot")).toHaveCount(hand);
    await expect(ann.page.locator(".discard .card")).toHaveCount(0);
    expect(await ann.page.locator(".log").first().innerText()).toBe(log);
    await expect(ann.page.getByTestId("live")).not.toContainText("Kitten");
    expect(await ann.page.title()).toBe("Nine Lives");
    await expect(ann.page.locator("header .bar .ring, header [role=timer]")).toHaveCount(0);
  };
  await untold();
  await ann.page.clock.runFor(900);
  await untold();
  // The card turns; the Defuse and the question wait for their own scene.
  await ann.page.clock.runFor(200);
  await expect(ann.page.locator(".stage")).toContainText("You drew a kitten!");
  await expect(ann.page.getByTestId("live")).toContainText("Exploding Kitten");
  await expect(ann.page.locator(".hand .slot")).toHaveCount(hand);
  await expect(ann.page.locator(".act form")).toHaveCount(0);
  await ann.page.clock.runFor(1200);
  await ann.page.locator(".stage.defused").waitFor();
  // The Defuse falls: until it has landed it is in the hand, and nobody is told of it.
  await ann.page.clock.runFor(200);
  await expect(ann.page.locator(".hand .slot")).toHaveCount(hand);
  await expect(ann.page.locator(".discard .card")).toHaveCount(0);
  await expect(ann.page.locator(".stage")).not.toContainText("Defused!");
  await expect(ann.page.getByTestId("live")).not.toContainText("Defuse card");
  await ann.page.clock.runFor(300);
  await expect(ann.page.locator(".stage")).toContainText("Defused!");
  await expect(ann.page.locator(".hand .slot")).toHaveCount(hand - 1);
  await expect(ann.page.locator(".discard .card")).toHaveCount(1);
  await expect(ann.page.locator(".act form")).toHaveCount(0);
  await ann.page.clock.runFor(1000);
  await expect(ann.page.locator(".stage")).toHaveCount(0);
  await expect(ann.page.locator(".act form")).toHaveCount(1);
});

test("WEB-14 while a card lies face down, no window of a later play opens under it", async ({ server, person }) => {
  const people = [await person({ reducedMotion: "no-preference" }), await person(), await person()] as const;
  const [ann, ...others] = people;
  await ann.page.clock.install();
  const rules = only({ skip: 21, nope: 1, exploding: 30, defuse: 6 }, { kittens: 20 });
  const code = await ann.seatAt(server, "Ann", { window_ms: 60_000, turn_s: 0, seats: 3, rules });
  for (const [i, one] of others.entries()) await one.join(server, code, "P" + i);
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await ann.act.getByRole("button", { name: "Draw a card" }).waitFor();
  for (const one of people) {
    await one.page.locator("button.pile").waitFor();
    await press(one, "button.pile");
    await press(one, ".act form .button.main");
  }
  await ann.page.locator("button.pile").waitFor();
  await stop(ann);
  const before = await ann.act.innerText();
  await press(ann, "button.pile");
  await ann.page.locator(".stage.kitten").waitFor();
  const bob = others[0]!;
  await bob.page.locator(".hand").getByRole("button", { name: /^Skip/ }).first().click();
  await bob.act.getByRole("button", { name: "Play Skip" }).click();
  await expect.poll(() => ann.heard.some((text) => text.startsWith('{"t":"window"'))).toBe(true);
  await ann.page.clock.runFor(900);
  await expect(ann.page.locator(".stage .card:not(.back)")).toHaveCount(0);
  await expect(ann.act.locator(".window")).toHaveCount(0);
  expect((await ann.act.innerText()).includes("Skip")).toBe(before.includes("Skip"));
  await ann.page.clock.runFor(5000);
  await expect(ann.act.locator(".window")).toHaveCount(1);
});

test("EK-2 WEB-6 a replay has the same scenes, which nothing gives away; looking a move up has none", async ({ server, person }) => {
  const ann = await person({ reducedMotion: "no-preference" });
  await ann.page.clock.install();
  await ann.page.goto(server.url + "#replay");
  await ann.page.locator("input[type=file]").setInputFiles(fileURLToPath(new URL("../../../tests/golden/implosion-none-2.jsonl", import.meta.url)));
  const { page } = ann;
  const count = page.locator(".controls .count");
  await expect(count).toHaveText(/^0 /);
  await stop(ann);
  const steps = Number((await count.innerText()).split("/")[1]);
  const kinds = new Set<string>();
  for (let step = 1; step <= steps; ++step) {
    const told = await page.locator(".now").innerText();
    const lines = await page.locator(".side .log li").count();
    await page.keyboard.press("ArrowRight");
    await expect(count).toHaveText(new RegExp(`^${step} /`));
    if ((await page.locator(".stage.kitten").count()) > 0) {
      await page.clock.runFor(900);
      await expect(page.locator(".stage")).not.toContainText("kitten");
      expect(await page.locator(".now").innerText()).toBe(told);
      expect(await page.locator(".side .log li").count()).toBe(lines);
      await expect(page.getByTestId("facts")).toBeEmpty();
    }
    for (let i = 0; i < 40 && (await page.locator(".stage").count()) > 0; ++i) {
      for (const kind of ["kitten", "defused", "died", "won"]) if ((await page.locator(`.stage.${kind}`).count()) > 0) kinds.add(kind);
      await page.clock.runFor(300);
    }
  }
  expect([...kinds].sort()).toEqual(["defused", "died", "kitten", "won"]);
  await expect(page.getByTestId("facts")).toContainText("The game is over.");
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  await expect(page.locator(".stage")).toHaveCount(0);
});
