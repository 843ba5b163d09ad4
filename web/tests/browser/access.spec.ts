// Tests of WCAG 2.2 AA that axe doesn't cover: sizes of targets, focus, spacing of text, colours taken away, keys.
// docs/play/wcag.md lists all 55 criteria with their tests.
import type { Page } from "@playwright/test";
import { expect, test, type GameServer, type Person } from "./server";
import { only } from "./stacked";
import { accessible } from "./tidy";

const phone = { viewport: { width: 390, height: 844 } };
const narrow = { viewport: { width: 320, height: 640 } };

// Each is open when its function has ended. A table with Nopes to play is where most of a game is spent.
const screens: Record<string, (server: GameServer, ann: Person) => Promise<void>> = {
  async start(server, { page }) {
    await page.goto(server.url);
    await page.getByRole("button", { name: "Play now" }).waitFor();
  },
  async lobby(server, ann) {
    await ann.seatAt(server, "Ann", { seats: 3, bots: 1, window_ms: 60_000, turn_s: 0 });
    await ann.page.locator("main li").first().waitFor();
  },
  async table(server, ann) {
    await ann.seatAt(server, "Ann", { seats: 3, bots: 2, window_ms: 60_000, turn_s: 0, rules: only({ skip: 20, nope: 20, exploding: 20, defuse: 6 }, { first: "zero" }) });
    await ann.page.getByRole("button", { name: "Start the game" }).click();
    await ann.page.locator(".hand .slot.lit").first().waitFor();
  },
  async rules(server, { page }) {
    await page.goto(server.url + "#rules/official");
    await page.locator("main h1").waitFor();
  },
  async history(server, { page }) {
    await page.goto(server.url + "#history");
    await page.locator("main h1").waitFor();
  },
};

async function onEachScreen(server: GameServer, ann: Person, check: (page: Page, where: string) => Promise<void>) {
  for (const [where, open] of Object.entries(screens)) {
    await open(server, ann);
    await check(ann.page, where);
  }
}

// Runs in the page. A target is 24 points wide and high, or so far from the next one that a circle of 24 points around
// its middle touches no other (2.5.8). Links within a sentence are exempt.
function smallTargets(): string[] {
  const seen = (one: Element) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && one.getBoundingClientRect().width > 1;
  const sentence = (one: Element) => one.matches("a") && /\S/.test([...(one.parentElement?.childNodes ?? [])].map((node) => (node.nodeType === 3 ? node.textContent : "")).join(""));
  // A label that is pressed presses its field.
  const area = (one: Element) => (one.closest("label") ?? one).getBoundingClientRect();
  const targets = [...document.querySelectorAll("button, a[href], input, select, summary")].filter((one) => seen(one) && !sentence(one));
  const small = targets.filter((one) => Math.min(area(one).width, area(one).height) < 23.5);
  const middle = (box: DOMRect) => [box.left + box.width / 2, box.top + box.height / 2] as const;
  const near = (one: Element, other: Element) => {
    const [x, y] = middle(area(one));
    const box = area(other);
    return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom)) < 12;
  };
  return small
    .filter((one) => targets.some((other) => other !== one && !one.contains(other) && !other.contains(one) && area(other) !== area(one) && near(one, other)))
    .map((one) => `${one.tagName} ${(one.getAttribute("aria-label") ?? one.textContent ?? "").trim().slice(0, 30)} ${Math.round(area(one).width)}×${Math.round(area(one).height)}`);
}

test("ACC-2 2.5.8 every target is 24 points large, or has room around it", async ({ server, person }) => {
  for (const size of [phone, narrow, {}]) {
    await onEachScreen(server, await person(size), async (page, where) => {
      expect.soft(await page.evaluate(smallTargets), where).toEqual([]);
    });
  }
});

// Runs in the page, for the element that has the focus: what is wrong with how it shows.
function faultOfFocus(): string | undefined {
  const one = document.activeElement as HTMLElement;
  if (one === document.body) return undefined;
  const name = one.tagName + " " + (one.getAttribute("aria-label") ?? one.textContent ?? "").trim().slice(0, 30);
  const box = one.getBoundingClientRect();
  if (box.width < 2) return undefined; // for screen readers alone
  const corners = [0.15, 0.5, 0.85].flatMap((x) => [0.15, 0.5, 0.85].map((y) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y)));
  if (!corners.some((top) => top && (one.contains(top) || top.contains(one)))) return "covered: " + name;
  const shows = (at: Element | null): boolean => {
    if (!at) return false;
    const style = getComputedStyle(at);
    return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1) || style.boxShadow !== "none";
  };
  const inner = [...one.querySelectorAll("*")].some(shows);
  return shows(one) || inner || shows(one.parentElement) ? undefined : "no ring: " + name;
}

test("ACC-2 2.4.3 2.4.7 2.4.11 the focus is seen wherever Tab leads, and nothing covers it", async ({ server, person }) => {
  for (const size of [phone, {}]) {
    await onEachScreen(server, await person(size), async (page, where) => {
      const faults = new Set<string>();
      for (let i = 0; i < 40; ++i) {
        await page.keyboard.press("Tab");
        const fault = await page.evaluate(faultOfFocus);
        if (fault) faults.add(fault);
      }
      expect.soft([...faults], where).toEqual([]);
    });
  }
});

// Runs in the page: text that its own box cuts.
function cutText(): string[] {
  return [...document.querySelectorAll<HTMLElement>("button, a, h1, h2, h3, p, label, li, option, .question, .name")]
    .filter((one) => one.checkVisibility() && one.children.length === 0 && !one.closest(".unseen, .fan, .log, .ticker"))
    .filter((one) => {
      const style = getComputedStyle(one);
      return style.overflow !== "visible" && (one.scrollWidth > one.clientWidth + 2 || one.scrollHeight > one.clientHeight + 4);
    })
    .map((one) => `${one.tagName}.${one.className} ${one.innerText.slice(0, 40)}`);
}

test("ACC-2 1.4.12 wider spacing of text cuts nothing", async ({ server, person }) => {
  const spacing = "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }";
  for (const size of [phone, {}]) {
    const ann = await person(size);
    await onEachScreen(server, ann, async (page, where) => {
      await page.evaluate((css) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets = [sheet];
      }, spacing);
      expect.soft(await page.evaluate(cutText), where).toEqual([]);
    });
  }
});

test("ACC-2 1.4.10 at 320 points nothing is scrolled sideways", async ({ server, person }) => {
  await onEachScreen(server, await person(narrow), async (page, where) => {
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(320);
  });
});

test("ACC-2 1.3.4 1.4.4 1.4.11 forced colours, more contrast and both themes keep every control visible", async ({ server, person }) => {
  const ann = await person();
  const modes = [{ forcedColors: "active" as const }, { contrast: "more" as const }, { colorScheme: "light" as const }];
  for (const mode of modes) {
    await ann.page.emulateMedia(mode);
    await onEachScreen(server, ann, async (page, where) => {
      // Forced colours come after the style that axe reads.
      if (!("forcedColors" in mode)) await accessible(page, `${where} ${JSON.stringify(mode)}`);
      const bare = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>("button, input:not([type=range], [type=checkbox]), select")]
          .filter((one) => one.checkVisibility() && matchMedia("(forced-colors: active)").matches)
          .filter((one) => parseFloat(getComputedStyle(one).borderTopWidth) === 0 && getComputedStyle(one).outlineStyle === "none" && !one.querySelector("svg, .card") && !one.closest(".card, .slot"))
          .map((one) => one.className + " " + one.innerText.slice(0, 30)));
      expect.soft(bare, `controls without an edge: ${where}`).toEqual([]);
    });
    await ann.page.emulateMedia({ forcedColors: null, contrast: null, colorScheme: null });
  }
});

test("ACC-2 1.4.1 a chosen card, the player on turn and cards that can't be played differ without colour", async ({ server, person }) => {
  const ann = await person();
  const { page } = ann;
  await screens.table!(server, ann);
  const devtools = await page.context().newCDPSession(page);
  for (const type of ["deuteranopia", "protanopia", "tritanopia", "achromatopsia"] as const) {
    await devtools.send("Emulation.setEmulatedVisionDeficiency", { type });
    const card = page.locator(".hand .slot.lit").first();
    const before = await card.boundingBox();
    await card.click();
    await expect(page.locator(".hand .slot.chosen, .hand .slot[aria-pressed=true]")).not.toHaveCount(0);
    // It stands out by its place, and a screen reader hears it.
    const after = await page.locator(".hand .slot.chosen, .hand .slot[aria-pressed=true]").first().boundingBox();
    expect(after!.y, type).not.toBe(before!.y);
    await page.keyboard.press("Escape");
  }
  await expect(page.locator(".seat.on").first()).toHaveAccessibleName(/now playing/);
});

test("ACC-2 2.1.4 letters and digits act as keys only for those who want that", async ({ server, person }) => {
  const ann = await person();
  const { page } = ann;
  await screens.table!(server, ann);
  await page.keyboard.press("?");
  const letters = page.getByLabel("Letters and digits act as keys");
  await letters.uncheck();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  for (const key of ["o", "l", "?", "1"]) await page.keyboard.press(key);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator(".hand .slot.chosen")).toHaveCount(0);
  await page.reload();
  await page.locator(".hand .slot.lit").first().waitFor();
  await page.keyboard.press("o");
  await expect(page.getByRole("dialog"), "it is remembered").toHaveCount(0);
});

test("ACC-2 2.3.3 nothing moves for those who asked for that", async ({ server, person }) => {
  await onEachScreen(server, await person(), async (page, where) => {
    const moving = await page.evaluate(() => document.getAnimations().filter((one) => one.playState === "running" && Number(one.effect?.getComputedTiming().activeDuration) > 50).length);
    expect.soft(moving, where).toBe(0);
  });
});

test("ACC-2 2.4.2 3.1.1 3.2.6 3.3.7 every screen has its title, its language and its help; a name is asked once", async ({ server, person }) => {
  const ann = await person();
  const { page } = ann;
  await page.goto(server.url);
  await page.getByLabel("Your name").first().fill("Ann");
  await onEachScreen(server, ann, async (page, where) => {
    expect.soft(await page.title(), where).toMatch(/\S/);
    expect.soft(await page.locator("html").getAttribute("lang"), where).toBe("en");
    expect.soft(await page.locator("h1").count(), where).toBeGreaterThan(0);
  });
  await page.goto("about:blank");
  await page.goto(server.url);
  await expect(page.getByLabel("Your name").first()).toHaveValue("Ann");
  await page.goto(server.url + "#new");
  const name = page.getByLabel("Your name").first();
  if (await name.count()) await expect(name).toHaveValue("Ann");
});
