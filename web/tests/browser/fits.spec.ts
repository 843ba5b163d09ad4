// Tests of layout with long names and large hands, and at sizes without recorded screens, from 320 points on.
import type { Page, WebSocketRoute } from "@playwright/test";
import { expect, test, type GameServer, type Person } from "./server";
import { only } from "./stacked";
import { tidy } from "./tidy";

const long = ["cattermelon", "rainbow", "imploding", "garbage", "curse"];
const screens = [[320, 568], [320, 740], [360, 740], [412, 915], [559, 800], [740, 360], [720, 450], [600, 521], [820, 1180], [1366, 657]] as const;

// The page has heard of it when this is over.
async function resize(page: Page, width: number, height: number) {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));
}

// The page is told of cards with long names on top of the pile.
function longNamesOnTop(socket: WebSocketRoute) {
  const server = socket.connectToServer();
  const told = (key: string, value: unknown) => {
    if (key === "secret" && Array.isArray(value) && value.length === long.length) return long;
    const fact = value as { low?: number; high?: number; card?: string } | null;
    return fact?.card && fact.low !== undefined && fact.low === fact.high ? { ...fact, card: long[fact.low] ?? fact.card } : value;
  };
  server.onMessage((text) => socket.send(JSON.stringify(JSON.parse(String(text), told))));
}

// Ann has played her card, of which all hands are full.
async function played(server: GameServer, ann: Person, bob: Person, card: string) {
  const rules = only({ [card]: 14, exploding: 10 }, { kittens: 6 });
  const code = await ann.seatAt(server, "Ann", { seats: 2, window_ms: 500, turn_s: 0, expansions: ["imploding", "streaking"], rules });
  await bob.page.goto("about:blank");
  await bob.join(server, code, "Bob");
  await ann.page.locator(".button.main").click();
  await ann.page.locator(".hand .slot.lit").last().click();
  await ann.act.locator(".button.main").first().click();
}

for (const locale of ["en-US", "ko-KR"]) {
  test(`WEB-7 STF-1 IMP-3 no name of five cards is broken or small, seen or put in order: ${locale}`, async ({ server, person }) => {
    const [ann, bob] = [await person({ locale }), await person()];
    await ann.page.routeWebSocket(/\/ws$/, longNamesOnTop);
    for (const [card, list] of [["see5", ".peek"], ["alter5", ".order"]] as const) {
      await played(server, ann, bob, card);
      await expect(ann.page.locator(`${list} li`)).toHaveCount(5);
      for (const [width, height] of screens) {
        await resize(ann.page, width, height);
        await tidy(ann.page, `${card} at ${width}×${height}`);
      }
    }
  });
}

// A Cattermelon is the longest word, and a hand of fifteen the largest that anybody has seen.
for (const locale of ["en-US", "ko-KR"]) {
  test(`WEB-7 WEB-4 no name is broken in a large hand, played or watched again: ${locale}`, async ({ server, person }) => {
    const [ann, bob] = [await person({ locale }), await person()];
    for (const hand of [9, 14]) {
      const rules = only({ cattermelon: hand, garbage: hand, exploding: 10 }, { kittens: 3, hand });
      const code = await ann.seatAt(server, "Ann", { seats: 2, turn_s: 0, expansions: ["streaking"], rules });
      await bob.page.goto("about:blank");
      await bob.join(server, code, "Bob");
      await ann.page.locator(".button.main").click();
      await expect(ann.page.locator(".hand .slot")).toHaveCount(hand + 1);
      for (const [width, height] of [[320, 568], [360, 740], [393, 727], [540, 960], [740, 360], [1024, 600], [1280, 633]] as const) {
        await resize(ann.page, width, height);
        await tidy(ann.page, `${hand + 1} cards at ${width}×${height}`);
      }
    }
    await bob.page.getByRole("button", { name: "Menu" }).click();
    await bob.page.getByRole("button", { name: "Give up" }).dblclick();
    await ann.page.locator("dialog .win").waitFor();
    await ann.page.goto(server.url + `#${ann.code()}/replay/0/0`);
    await ann.page.locator(".controls").waitFor();
    for (const [width, height] of [[360, 740], [393, 727], [740, 360], [1024, 600], [1280, 633]] as const) {
      await resize(ann.page, width, height);
      await tidy(ann.page, `replay at ${width}×${height}`);
    }
  });
}

test("WEB-7 NOPE-8 the Nope window says whole what is asked for, whatever the names", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  const rules = only({ rainbow: 20, nope: 1 });
  const code = await ann.seatAt(server, "Wilhelmina Featherstones", { seats: 2, window_ms: 60_000, turn_s: 0, rules });
  await bob.join(server, code, "Bartholomew Winterbottom");
  // The host's actions on Bob stand in one line.
  await resize(ann.page, 412, 915);
  const ways = ann.page.locator("main li", { hasText: "Bartholomew" }).getByRole("button");
  await expect(ways).toHaveCount(2);
  expect(new Set(await ways.evaluateAll((both) => both.map((one) => Math.round(one.getBoundingClientRect().top)))).size).toBe(1);
  await resize(ann.page, 1280, 800);
  await ann.page.locator(".button.main").click();
  const cats = ann.page.locator(".hand").getByRole("button", { name: /^Rainbow/ });
  for (const i of [0, 1, 2]) await cats.nth(i).click();
  await ann.act.getByRole("button", { name: "Play three Rainbow-Ralphing Cats" }).click();
  await ann.act.locator(".answers button", { hasText: "Bartholomew" }).click();
  await ann.act.getByRole("button", { name: "Ask for Defuse" }).click();
  await expect(bob.act.locator(".lines")).toContainText("Defuse");
  for (const [width, height] of [[320, 568], [360, 740], [393, 727], [540, 960], [740, 360], [720, 450], [683, 328], [1024, 600], [1366, 657]] as const) {
    await resize(bob.page, width, height);
    await tidy(bob.page, `window at ${width}×${height}`);
  }
});

test("WEB-7 a name without a space breaks no screen, and six players fit the question who it is for", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  const wide = "W".repeat(20);
  const rules = only({ favor: 42, nope: 1, exploding: 20, defuse: 6 }, { kittens: 6 });
  const code = await ann.seatAt(server, wide, { seats: 6, bots: 4, window_ms: 60_000, turn_s: 0, listed: true, expansions: ["imploding"], rules });
  const everywhere = async ({ page }: Person, what: string) => {
    for (const [width, height] of [[320, 568], [375, 667], [740, 360], [1280, 720]] as const) {
      await resize(page, width, height);
      await tidy(page, `${what} at ${width}×${height}`);
    }
  };
  await bob.page.goto(server.url);
  await bob.page.getByText(wide).waitFor();
  await everywhere(bob, "list of rooms");
  await bob.page.goto(server.url + "#" + code);
  await bob.page.getByText(`${wide}'s table`).waitFor();
  await everywhere(bob, "invitation");
  await bob.page.getByLabel("Your name").fill("M".repeat(24));
  await bob.page.getByRole("button", { name: "Sit down" }).click();
  await ann.page.getByText("M".repeat(20)).first().waitFor();
  await everywhere(ann, "lobby");
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await ann.page.locator(".hand").getByRole("button", { name: /^Favor/ }).first().click();
  await ann.act.getByRole("button", { name: "Play Favor" }).click();
  await ann.page.locator('.act[data-phase="target"]').waitFor();
  await everywhere(ann, "whom");
  await ann.act.locator(".answers button", { hasText: "MMMM" }).click();
  await bob.page.locator(".window .lines", { hasText: "chooses you" }).waitFor();
  await everywhere(bob, "window");
  await bob.page.getByRole("button", { name: "Menu" }).click();
  await everywhere(bob, "menu");
});

test("WEB-7 players, piles and odds have their own room at laptops of any height", async ({ server, person }) => {
  const ann = await person();
  await ann.seatAt(server, "Ann", { seats: 4, bots: 3, turn_s: 0, rules: only({ skip: 40 }) });
  await ann.page.locator("main li").nth(3).waitFor();
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await ann.act.getByRole("button", { name: "Draw a card" }).waitFor();
  for (const [width, height] of [[1024, 600], [1280, 540], [1280, 633], [1280, 680], [1366, 600], [900, 640], [540, 960]] as const) {
    await resize(ann.page, width, height);
    await tidy(ann.page, `table at ${width}×${height}`);
    await expect(ann.page.locator(".seats small").first()).toBeVisible();
  }
});

test("WEB-7 the lesson is whole on the smallest phone, in the longest language", async ({ server, person }) => {
  const { page } = await person({ viewport: { width: 320, height: 568 }, locale: "de-DE", hasTouch: true });
  await page.goto(server.url + "#learn");
  await page.locator(".coach .line").waitFor();
  const checked = new Set<string>();
  for (;;) {
    const line = await page.locator(".coach .line").innerText();
    if (!checked.has(line)) {
      await page.waitForTimeout(60);
      // Nothing lies on the line, and all of it is seen.
      const faults = await page.evaluate(() => {
        const box = (one: Element) => one.getBoundingClientRect();
        const line = box(document.querySelector(".coach .line")!);
        const covers = [...document.querySelectorAll(".seats .seat, .under .card, .under .odds")].filter((one) => box(one).bottom > line.top + 1 && box(one).width > 0);
        const header = document.querySelector("header")!;
        return [...covers.map((one) => one.className), line.top < box(document.querySelector(".coach")!).top - 1 ? "line cut" : "", header.scrollWidth > innerWidth ? "header" : ""].filter(Boolean);
      });
      expect.soft(faults, line).toEqual([]);
      checked.add(line);
    }
    if ((await page.locator(".coach .row .button").count()) > 3) break;
    // The next press of the lesson, whatever it is.
    await page.evaluate(() => [".coach .button.danger", ".coach .button.main", ".hand .slot.lit:not(.chosen)"].some((one) => {
      const button = document.querySelector<HTMLElement>(one);
      button?.click();
      return button;
    }));
    await page.waitForTimeout(60);
  }
  expect(checked.size).toBeGreaterThan(12);
});

test("WEB-7 pages beside the game are whole at sizes that nobody named", async ({ server, person }) => {
  const { page } = await person();
  for (const [hash, there] of [["", ".fan"], ["puzzle/2026-11-17", ".answers .button"], ["new", ".numbers"], ["rules/official", "main h2"], ["learn", ".coach .line"]] as const) {
    await page.goto(server.url + "#" + hash);
    await page.locator(there).first().waitFor();
    for (const [width, height] of [[320, 568], [393, 727], [540, 960], [1024, 600], [1280, 633]] as const) {
      await resize(page, width, height);
      await tidy(page, `${hash || "start"} at ${width}×${height}`);
    }
  }
});
