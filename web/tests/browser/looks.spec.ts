// Phone, tablet and desktop, English and Korean, light and dark: nothing overflows, nothing lies on top
// of anything else, axe has nothing to say. The pictures stay in build/browser/shots to be looked at.
import { AxeBuilder } from "@axe-core/playwright";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, finishedGame, test, type GameServer, type Person } from "./server";
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

// Pages are looked at by axe in two of the six ways they can be: colours and languages both change.
async function look(one: Person, name: string, axe: boolean) {
  await one.page.screenshot({ path: `${shots}${name}.png` });
  await tidy(one.page, name);
  if (axe) await accessible(one.page, name);
}

const ways = [
  ["phone", "en", "dark"], ["tablet", "en", "light"], ["desktop", "en", "light"],
  ["phone", "ko", "light"], ["tablet", "ko", "dark"], ["desktop", "ko", "dark"],
] as const;

for (const [size, language, colorScheme] of ways) {
  const [width, height] = sizes[size];
  const w = words[language];
  const axe = (size === "tablet" && language === "en") || (size === "phone" && language === "ko");
  const options = { viewport: { width, height }, locale: language === "ko" ? "ko-KR" : "en-US", colorScheme, hasTouch: size !== "desktop" };
  const shot = (one: Person, screen: string) => look(one, `${size}-${language}-${screen}`, axe);

  // Four at a table whose hands are all of one kind; Ann begins.
  const table = async (server: GameServer, ann: Person, bob: Person, card: string) => {
    const rules = only({ [card]: 28, exploding: 10 }, { kittens: 3 });
    const code = await ann.seatAt(server, language === "ko" ? "지훈" : "Ann", { seats: 4, bots: 2, window_ms: 60_000, turn_s: 0, expansions: ["imploding"], rules });
    await ann.page.locator("main li").nth(3).waitFor();
    await bob.page.goto(server.url + "#" + code);
    await bob.page.getByRole("button", { name: w.watch }).waitFor();
  };
  const begin = async (ann: Person, bob: Person) => {
    await bob.page.locator("form button").first().click();
    await bob.page.locator("main li").nth(3).waitFor();
    await ann.page.getByRole("button", { name: w.start }).click();
    await ann.page.locator(".hand .slot.lit").first().waitFor();
  };
  const asked = (one: Person, phase: string) => one.page.locator(`.act[data-phase="${phase}"]`).waitFor();
  const main = (one: Person) => one.act.locator(".button.main").first().click();
  const target = async (ann: Person, bob: Person) => {
    await asked(ann, "target");
    await ann.act.locator(".answers button").last().click();
    await asked(bob, "window");
  };

  test(`WEB-4 every screen is tidy and accessible: ${size}, ${language}, ${colorScheme}`, async ({ server, person }) => {
    const [ann, bob] = [await person(options), await person(options)];
    const { page } = ann;
    await page.goto(server.url);
    await page.getByRole("button", { name: w.play }).waitFor();
    await shot(ann, "01-start");
    await page.getByRole("button", { name: w.room }).click();
    await page.getByRole("button", { name: w.create }).waitFor();
    await shot(ann, "02-new-room");
    await table(server, ann, bob, "favor");
    await page.locator(".qr svg").waitFor();
    await shot(ann, "03-lobby");
    await shot(bob, "04-invited");
    await begin(ann, bob);
    await shot(ann, "05-turn");
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await shot(ann, "06-help");
    await page.keyboard.press("Escape");
    await page.locator(".table .odds").click();
    await page.getByRole("dialog").waitFor();
    await shot(ann, "07-odds");
    await page.keyboard.press("Escape");
    await page.locator(".hand .slot.lit").last().click();
    await shot(ann, "08-selected");
    await main(ann);
    await asked(ann, "target");
    await shot(ann, "09-target");
    await target(ann, bob);
    await shot(bob, "10-window");
    await shot(ann, "11-waiting");
    await bob.act.locator(".pass").click();
    await asked(bob, "give");
    await bob.page.locator(".hand .slot.lit").last().click();
    await shot(bob, "12-give");
    await main(bob);
    await asked(ann, "turn");
    await page.keyboard.press("d");
    await asked(ann, "place");
    await shot(ann, "13-place");
  });

  test(`IMP-3 COMBO-3 orders and names are tidy and accessible: ${size}, ${language}`, async ({ server, person }) => {
    const [ann, bob] = [await person(options), await person(options)];
    await table(server, ann, bob, "alter");
    await begin(ann, bob);
    await ann.page.locator(".hand .slot.lit").last().click();
    await main(ann);
    await asked(bob, "window");
    await bob.act.locator(".pass").click();
    await asked(ann, "order");
    await shot(ann, "14-order");
    const [cem, dana] = [await person(options), await person(options)];
    await table(server, cem, dana, "tacocat");
    await begin(cem, dana);
    const cats = cem.page.locator(".hand .slot.lit");
    for (const i of [-1, -2, -3]) await cats.nth(i).click({ position: { x: 12, y: 40 } });
    await main(cem);
    await asked(cem, "target");
    await cem.act.locator(".answers button").last().click();
    await asked(cem, "name");
    await shot(cem, "15-name");
  });
}

test("the result, the replay and a replay from a file are tidy and accessible", async ({ server, person }) => {
  for (const [size, [width, height]] of Object.entries(sizes)) {
    const ann = await person({ viewport: { width, height }, hasTouch: size !== "desktop" });
    await finishedGame(server, ann);
    await look(ann, `${size}-en-16-result`, true);
    await ann.page.getByRole("dialog").getByRole("button", { name: "Replay" }).click();
    await ann.page.locator(".controls").waitFor();
    await ann.page.keyboard.press("End");
    await look(ann, `${size}-en-17-replay`, true);
    await ann.page.goto(server.url + "#replay");
    await ann.page.reload();
    await ann.page.locator("input[type=file]").waitFor();
    await look(ann, `${size}-en-18-open-record`, true);
  }
});
