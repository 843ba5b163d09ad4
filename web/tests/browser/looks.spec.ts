// Phone, tablet and desktop, English and Korean, light and dark: nothing overflows, nothing lies on top
// of anything else, axe has nothing to say. The pictures stay in build/browser/shots to be looked at.
import { AxeBuilder } from "@axe-core/playwright";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, finishedGame, test, type Person } from "./server";
import { only } from "./stacked";

const shots = fileURLToPath(new URL("../../../build/browser/shots/", import.meta.url));
const sizes = { phone: [360, 740], tablet: [820, 1180], desktop: [1440, 900] } as const;
const words = {
  en: { play: "Play now", room: "Create a room", create: "Create the room", start: "Start the game", draw: "Draw a card", hide: "Hide it here", pass: "Let it pass", watch: "Only watch" },
  ko: { play: "바로 하기", room: "방 만들기", create: "방 만들기", start: "게임 시작", draw: "카드 뽑기", hide: "여기에 숨기기", pass: "그냥 두기", watch: "구경만 하기" },
};

// What is seen must be inside, and controls must not cover each other.
async function tidy(page: Page, where: string) {
  const faults = await page.evaluate(() => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push(`wider than the screen: ${document.documentElement.scrollWidth}`);
    const scope = document.querySelector("dialog[open]") ?? document;
    const controls = [...scope.querySelectorAll<HTMLElement>("button, input, select, .seat, .pile, .discard, .question, .ticker")].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.width > 1 && box.height > 1 && getComputedStyle(one).visibility !== "hidden" && !one.closest(".unseen") && !one.closest(".notices");
    });
    const name = (one: HTMLElement) => one.tagName + "." + one.className + " " + (one.getAttribute("aria-label") ?? one.textContent ?? "").trim().slice(0, 30);
    for (const one of controls) {
      const box = one.getBoundingClientRect();
      const scrolls = one.closest(".hand, .sheet, ul, ol, dialog");
      if (!scrolls && (box.left < -1 || box.right > innerWidth + 1)) found.push("sticks out: " + name(one));
      const clipped = one.matches("button.button") && one.scrollWidth > one.clientWidth + 2;
      if (clipped) found.push("text does not fit: " + name(one));
    }
    for (const [i, a] of controls.entries()) {
      for (const b of controls.slice(i + 1)) {
        // Cards of a hand lie over each other as cards do.
        if (a.contains(b) || b.contains(a) || (a.closest(".hand") && b.closest(".hand"))) continue;
        if (a.closest("ul, ol, .sheet, .side, dialog") || b.closest("ul, ol, .sheet, .side, dialog")) continue;
        const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
        const w = Math.min(p.right, q.right) - Math.max(p.left, q.left);
        const h = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        if (w > 3 && h > 3) found.push(`overlap: ${name(a)} / ${name(b)}`);
      }
    }
    return found;
  });
  expect(faults, where).toEqual([]);
}

async function accessible(page: Page, where: string) {
  const result = await new AxeBuilder({ page }).analyze();
  const faults = result.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ") + " " + (node.any[0]?.message ?? "")).join("; ")}`);
  expect(faults, where).toEqual([]);
}

async function look(one: Person, name: string) {
  await one.page.screenshot({ path: `${shots}${name}.png` });
  await tidy(one.page, name);
  await accessible(one.page, name);
}

for (const language of ["en", "ko"] as const) {
  for (const [size, [width, height]] of Object.entries(sizes)) {
    for (const colorScheme of size === "tablet" ? (["light"] as const) : language === "ko" && size === "phone" ? (["light"] as const) : (["dark"] as const)) {
      test(`WEB-4 every screen is tidy and accessible: ${size}, ${language}, ${colorScheme}`, async ({ server, person }) => {
        test.setTimeout(240_000);
        const w = words[language];
        const open = () => person({ viewport: { width, height }, locale: language === "ko" ? "ko-KR" : "en-US", colorScheme, hasTouch: size !== "desktop" });
        const [ann, bob] = [await open(), await open()];
        const shot = (one: Person, screen: string) => look(one, `${size}-${language}-${screen}`);
        const { page } = ann;
        await page.goto(server.url);
        await page.getByRole("button", { name: w.play }).waitFor();
        await shot(ann, "1-start");
        await page.getByRole("button", { name: w.room }).click();
        await page.getByRole("button", { name: w.create }).waitFor();
        await shot(ann, "2-new-room");

        const rules = only({ favor: 8, alter: 6, see: 4, nope: 8, tacocat: 12, skip: 6, exploding: 6 }, { hand: 11, "copies.defuse": 6 });
        const code = await ann.seatAt(server, language === "ko" ? "지훈" : "Ann", { seats: 4, bots: 2, window_ms: 60_000, turn_s: 0, expansions: ["imploding"], rules });
        await page.locator("main li").nth(3).waitFor();
        await page.locator(".qr svg").waitFor();
        await shot(ann, "3-lobby");
        await bob.page.goto(server.url + "#" + code);
        await bob.page.getByRole("button", { name: w.watch }).waitFor();
        await shot(bob, "4-invited");
        await bob.page.locator("form button").first().click();
        await bob.page.locator("main li").nth(3).waitFor();
        await page.getByRole("button", { name: w.start }).click();
        await page.locator(".hand .slot.lit").first().waitFor();
        await shot(ann, "5-turn");
        await page.locator(".hand .slot.lit").first().click();
        await page.locator(".act .answers .button").first().waitFor();
        await shot(ann, "6-selected");
        await page.keyboard.press("Escape");
        await screens(ann, bob, shot);
      });
    }
  }
}

// Questions one after another, each looked at; what the cards allow decides which come.
async function screens(ann: Person, bob: Person, shot: (one: Person, screen: string) => Promise<void>) {
  const { page } = ann;
  const seen = new Set<string>();
  const both = [ann, bob];
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await shot(ann, "7-help");
  await page.keyboard.press("Escape");
  await page.locator(".table .odds").click();
  await page.getByRole("dialog").waitFor();
  await shot(ann, "8-odds");
  await page.keyboard.press("Escape");
  for (let step = 0; step < 60 && seen.size < 8; ++step) {
    for (const one of both) {
      const phase = await one.page.locator(".act").getAttribute("data-phase").catch(() => null);
      if (!phase) continue;
      if (!seen.has(phase) && phase !== "turn") {
        seen.add(phase);
        await shot(one, "9-" + phase);
      }
      await answer(one, phase, seen);
    }
    if (await page.locator("dialog .win").count()) break;
    await page.waitForTimeout(120);
  }
}

// Plays what brings a question that was not seen yet.
async function answer(one: Person, phase: string, seen: Set<string>) {
  const { page } = one;
  const press = (selector: string) => page.locator(selector).first().click({ timeout: 3000 }).catch(() => undefined);
  if (phase === "window") return press(".act .pass");
  if (phase === "target" || phase === "chain") return press(".act .answers button");
  if (phase === "name" || phase === "take") return press(".act .sheet button");
  if (phase === "order") return press(".act .order .button");
  if (phase === "place") return press(".act form .button.main");
  if (phase === "give") {
    await press(".hand .slot.lit");
    return press(".act .answers .button.main");
  }
  if (phase !== "turn") return;
  const wish = !seen.has("order") ? "alter" : !seen.has("give") ? "favor" : !seen.has("name") ? "tacocat" : "";
  const cards = page.locator(`.hand .slot.lit:has(use[href$="#${wish}"])`);
  const count = wish ? await cards.count() : 0;
  if (count > 0) {
    const wanted = wish === "tacocat" ? Math.min(3, count) : 1;
    for (let i = 0; i < wanted; ++i) await cards.nth(i).click({ timeout: 3000, position: { x: 10, y: 30 } }).catch(() => undefined);
    const play = page.locator(".act .answers .button.main");
    if (await play.count()) return play.first().click({ timeout: 3000 }).catch(() => undefined);
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("d");
}

test("the result, the replay and a replay from a file are tidy and accessible", async ({ server, person }) => {
  for (const [size, [width, height]] of Object.entries(sizes)) {
    const ann = await person({ viewport: { width, height }, hasTouch: size !== "desktop" });
    await finishedGame(server, ann);
    await look(ann, `${size}-en-10-result`);
    await ann.page.getByRole("dialog").getByRole("button", { name: "Replay" }).click();
    await ann.page.locator(".controls").waitFor();
    await ann.page.keyboard.press("End");
    await look(ann, `${size}-en-11-replay`);
    await ann.page.goto(server.url + "#replay");
    await ann.page.reload();
    await ann.page.locator("input[type=file]").waitFor();
    await look(ann, `${size}-en-12-open-record`);
  }
});
