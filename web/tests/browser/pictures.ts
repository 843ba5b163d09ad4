// Pictures of screens, kept small in tests/browser/pictures, each with a list of what is on it (things.ts), and compared
// with what is shown now. They differ between browsers and fonts, so that they are compared only where both are those they
// were made with; NINELIVES_UPDATE_GOLDEN=1 makes them anew, to be looked at before they are committed.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Browser, type Page } from "@playwright/test";
import { differences, thingsOnPage } from "./things";

const folder = fileURLToPath(new URL("pictures/", import.meta.url));
const shots = fileURLToPath(new URL("../../../build/browser/shots/", import.meta.url));
const madeWith = folder + "made-with.txt";
export const update = process.env.NINELIVES_UPDATE_GOLDEN === "1";
// A picture is kept at most this wide.
const widest = 480;

// What is different each time: clocks, codes, and what has to do with them.
const style = `
  [role=timer], time, .late, .qr, .code, input[readonly], .muted.code { visibility: hidden !important; }
  * { caret-color: transparent !important; }`;

// Runs in the page: the page's policy lets no style element in, but a sheet that a script makes.
function hideWhatChanges(rules: string) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
}
const showAll = () => void (document.adoptedStyleSheets = []);

type Shown = { taken: Buffer | undefined; things: string[] };

// As JPEG: a page of cards takes a third of the time of PNG, and is made small before it is kept or compared. With no path
// nothing is taken: what is on the page is listed alone.
async function shown(page: Page, path?: string): Promise<Shown> {
  // A card under a resting mouse is lifted.
  await page.mouse.move(0, 0);
  await page.evaluate(hideWhatChanges, style);
  const taken = path ? await page.screenshot({ path, type: "jpeg", quality: 95, animations: "disabled", caret: "initial" }) : undefined;
  const things = await page.evaluate(thingsOnPage);
  await page.evaluate(showAll);
  return { taken, things };
}

function fonts(): string {
  try {
    return ["sans-serif", "sans-serif:lang=ko"].map((name) => execFileSync("fc-match", [name], { encoding: "utf8" }).trim()).join("; ");
  } catch {
    return "fonts unknown";
  }
}

// Asked once: two programs are started for the answer.
let installed: string | undefined;
const here = (browser: Browser) => `chromium ${browser.version()}; ${(installed ??= fonts())}`;

// Why pictures can't be compared here; nothing where they can.
export function otherThan(browser: Browser): string | undefined {
  if (update) return undefined;
  const made = existsSync(madeWith) ? readFileSync(madeWith, "utf8").trim() : "no browser yet";
  return made === here(browser) ? undefined : `the pictures were made with ${made}, this is ${here(browser)}`;
}

type Compared = { small: string; all: number; most: number };

// Runs in an empty page: a picture made small, as a WebP file where it is to be kept, and the share of points that are clearly
// of another colour than in the one that was kept, in all and in the spot that has most of them.
async function compared({ taken, kept, keep, widest, spot }: { taken: string; kept: string; keep: boolean; widest: number; spot: number }): Promise<Compared> {
  const bitmapOf = (file: string) => createImageBitmap(new Blob([Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))]));
  const drawn = (bitmap: ImageBitmap, width: number) => {
    const canvas = new OffscreenCanvas(width, Math.round((bitmap.height * width) / bitmap.width));
    const context = canvas.getContext("2d", { willReadFrequently: true })!;
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return { canvas, pixels: () => context.getImageData(0, 0, canvas.width, canvas.height) };
  };
  const asFile = async (canvas: OffscreenCanvas) => {
    const file = new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality: 0.3 })).arrayBuffer());
    return btoa(String.fromCharCode(...file));
  };
  const bitmap = await bitmapOf(taken);
  const now = drawn(bitmap, Math.min(widest, bitmap.width));
  const small = keep ? await asFile(now.canvas) : "";
  if (!kept) return { small, all: 1, most: 1 };
  const before = await bitmapOf(kept);
  const [a, b] = [now.pixels(), drawn(before, before.width).pixels()];
  if (a.width !== b.width || a.height !== b.height) return { small, all: 1, most: 1 };
  const across = Math.ceil(a.width / spot);
  const spots = new Array<number>(across * Math.ceil(a.height / spot)).fill(0);
  for (let y = 0, i = 0; y < a.height; ++y) {
    for (let x = 0; x < a.width; ++x, i += 4) {
      const far = Math.abs(a.data[i]! - b.data[i]!) + Math.abs(a.data[i + 1]! - b.data[i + 1]!) + Math.abs(a.data[i + 2]! - b.data[i + 2]!);
      if (far > 120) ++spots[Math.floor(y / spot) * across + Math.floor(x / spot)]!;
    }
  }
  return { small, all: spots.reduce((sum, one) => sum + one) / (a.data.length / 4), most: Math.max(...spots) / (spot * spot) };
}

// What is different each time is little and all over; a card or a large button that came or went is much in one spot. On a wide
// screen the same thing is a smaller share of the picture.
const toleranceAt = (width: number) => (width < 1366 ? 0.03 : 0.01);
const [spot, spotTolerance] = [24, 0.5];

// An empty page on which pictures are measured, one for each browser.
const desks = new WeakMap<Browser, Promise<Page>>();
function deskOf(browser: Browser): Promise<Page> {
  const desk = desks.get(browser) ?? browser.newPage();
  desks.set(browser, desk);
  return desk;
}

// A picture that is kept is one of a page that has come to rest.
async function atRest(page: Page): Promise<void> {
  for (let [before, now] = ["", "-"]; before !== now; ) {
    before = now;
    await new Promise((later) => setTimeout(later, 400));
    now = (await page.evaluate(thingsOnPage)).join("\n");
  }
}

// `restless`: something on it is drawn by lot. Not `painted`: only what is on it and where, which takes a fifth of the time.
type Kind = { restless?: boolean; painted?: boolean };

// What looks different from what was kept, in words.
export async function changes(page: Page, name: string, { restless = false, painted = true }: Kind = {}): Promise<string[]> {
  if (update) await atRest(page);
  const { taken, things } = await shown(page, painted || update ? `${shots}${name}.jpg` : undefined);
  const browser = page.context().browser()!;
  if (otherThan(browser)) return [];
  const [picture, list] = [`${folder}${name}.webp`, `${folder}${name}.txt`];
  const stored = existsSync(picture) && existsSync(list);
  if (!stored && !update) return [`there is no picture of it in ${folder}`];
  const found = restless || update ? [] : differences(readFileSync(list, "utf8").trim().split("\n"), things);
  if (!taken) return found;
  const kept = existsSync(picture) ? readFileSync(picture).toString("base64") : "";
  const desk = await deskOf(browser);
  const { small, all, most } = await desk.evaluate(compared, { taken: taken.toString("base64"), kept, keep: update, widest, spot });
  const tolerance = restless ? 0.05 : toleranceAt(page.viewportSize()!.width);
  if (update) {
    mkdirSync(folder, { recursive: true });
    // What looks as before stays as it is: a repository keeps every version of every picture.
    if (all >= tolerance / 4 || most >= spotTolerance / 4) writeFileSync(picture, Buffer.from(small, "base64"));
    writeFileSync(list, things.join("\n") + "\n");
    writeFileSync(madeWith, here(browser) + "\n");
    return [];
  }
  const figures = `${(100 * all).toFixed(2)} % in all, ${(100 * most).toFixed(0)} % in one spot`;
  if (all >= tolerance || (!restless && most >= spotTolerance)) found.push(`other colours (${figures}): compare ${shots}${name}.jpg with ${picture}`);
  return found;
}

// A page that a busy machine has not finished yet gets a little time; what it looks like then counts.
const patience = [300, 1000, 3000];

// Keeps the picture in build/browser/shots as it is, and compares it made small.
export async function compare(page: Page, name: string, kind: Kind = {}) {
  let found = await changes(page, name, kind);
  for (const wait of patience) {
    if (found.length === 0) break;
    await new Promise((later) => setTimeout(later, wait));
    found = await changes(page, name, kind);
  }
  expect.soft(found, `${name} looks different`).toEqual([]);
}
