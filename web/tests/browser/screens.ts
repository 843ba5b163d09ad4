// Stored text form of screens: the names and boxes of everything on a screen (things.ts), compared with the page as it is.
// Boxes depend on the browser and its fonts, so they are compared only where both are the recorded ones.
// NINELIVES_UPDATE_GOLDEN=1 records the lists again; read the difference before committing it.
import { execFileSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Browser, type Page } from "@playwright/test";
import { differences, thingsOnPage } from "./things";

const folder = fileURLToPath(new URL("screens/", import.meta.url));
const shots = fileURLToPath(new URL("../../../build/browser/shots/", import.meta.url));
const madeWith = folder + "made-with.txt";
export const update = process.env.NINELIVES_UPDATE_GOLDEN === "1";
// Pictures of whole screens are for people: NINELIVES_SHOTS=1 puts them into build/browser/shots.
const takesShots = update || process.env.NINELIVES_SHOTS === "1";

// Clocks, codes and their like differ in each run, and the commit in the version is wider or narrower in each.
const style = `
  .version { display: none !important; }
  [role=timer], time, .late, .qr, .code, input[readonly], .muted.code { visibility: hidden !important; }
  * { caret-color: transparent !important; }`;

// Runs in the page. Its content security policy refuses style elements but allows a constructed sheet.
function hideVolatile(rules: string) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
}
const showAll = () => void (document.adoptedStyleSheets = []);

// Runs `look` while clocks and codes are hidden and the mouse is away: a card under a resting mouse is lifted.
export async function whileStill<T>(page: Page, look: () => Promise<T>): Promise<T> {
  await page.mouse.move(0, 0);
  await page.evaluate(hideVolatile, style);
  try {
    return await look();
  } finally {
    await page.evaluate(showAll);
  }
}

function fonts(): string {
  try {
    return ["sans-serif", "sans-serif:lang=ko"].map((name) => execFileSync("fc-match", [name], { encoding: "utf8" }).trim()).join("; ");
  } catch {
    return "fonts unknown";
  }
}

// Cached: the answer takes two programs.
let installed: string | undefined;
const here = (browser: Browser) => `chromium ${browser.version()}; ${(installed ??= fonts())}`;

// Reason why recordings can't be compared on this machine; undefined if they can.
export function otherThan(browser: Browser): string | undefined {
  if (update) return undefined;
  const made = existsSync(madeWith) ? readFileSync(madeWith, "utf8").trim() : "no browser yet";
  return made === here(browser) ? undefined : `the screens were recorded with ${made}, this is ${here(browser)}`;
}

// Waits until nothing on the page moves any more.
export async function atRest(page: Page): Promise<void> {
  for (let [before, now] = ["", "-"]; before !== now; ) {
    before = now;
    await new Promise((later) => setTimeout(later, 400));
    now = (await page.evaluate(thingsOnPage)).join("\n");
  }
}

// One file for each size and language holds all its screens, each under a heading `== SCREEN`.
type Name = { way: string; screen: string };
const fileOf = (way: string) => `${folder}${way}.txt`;

function stored(way: string): Map<string, string[]> {
  const text = existsSync(fileOf(way)) ? readFileSync(fileOf(way), "utf8") : "";
  const sections = text.split(/^== /m).slice(1).map((section) => section.trimEnd().split("\n"));
  return new Map(sections.map(([screen, ...lines]) => [screen!, lines]));
}

// Tests of one size run side by side in several processes, and all of them write to its file.
async function record({ way, screen }: Name, things: string[], browser: Browser) {
  mkdirSync(folder, { recursive: true });
  const lock = `${fileOf(way)}.lock`;
  for (;;) {
    try {
      closeSync(openSync(lock, "wx"));
      break;
    } catch {
      await new Promise((later) => setTimeout(later, 20));
    }
  }
  const screens = [...stored(way).set(screen, things)].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(fileOf(way), screens.map(([name, lines]) => [`== ${name}`, ...lines].join("\n") + "\n").join("\n"));
  writeFileSync(madeWith, here(browser) + "\n");
  rmSync(lock);
}

// A picture, where somebody wants to look at them.
export async function shoot(page: Page, name: string) {
  if (takesShots) await page.screenshot({ path: `${shots}${name}.jpg`, type: "jpeg", animations: "disabled", caret: "initial" });
}

// Differences between the page and its recording, in words.
export async function changes(page: Page, name: Name): Promise<string[]> {
  if (update) await atRest(page);
  const things = await whileStill(page, async () => {
    await shoot(page, `${name.way}-${name.screen}`);
    return page.evaluate(thingsOnPage);
  });
  const browser = page.context().browser()!;
  if (update) {
    await record(name, things, browser);
    return [];
  }
  if (otherThan(browser)) return [];
  const before = stored(name.way).get(name.screen);
  return before ? differences(before, things) : [`${name.screen} is not recorded in ${fileOf(name.way)}`];
}

// A busy machine may not have finished the page yet: the comparison is repeated after these pauses.
const pauses = [300, 1000, 3000];

export async function untilNone(look: () => Promise<string[]>): Promise<string[]> {
  let found = await look();
  for (const pause of pauses) {
    if (found.length === 0) break;
    await new Promise((later) => setTimeout(later, pause));
    found = await look();
  }
  return found;
}

export async function compareScreen(page: Page, name: Name) {
  const found = await untilNone(() => changes(page, name));
  expect.soft(found, `${name.way} ${name.screen} looks different`).toEqual([]);
}
