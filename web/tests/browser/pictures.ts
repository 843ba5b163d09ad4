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

type Shown = { png: Buffer; things: string[] };

async function shown(page: Page, path: string): Promise<Shown> {
  // A card under a resting mouse is lifted.
  await page.mouse.move(0, 0);
  await page.evaluate(hideWhatChanges, style);
  const png = await page.screenshot({ path, animations: "disabled", caret: "initial" });
  const things = await page.evaluate(thingsOnPage);
  await page.evaluate(showAll);
  return { png, things };
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

// Runs in an empty page: a picture made small, as bytes of a WebP file.
async function shrunk({ png, widest }: { png: string; widest: number }): Promise<string> {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const width = Math.min(widest, bitmap.width);
  const canvas = new OffscreenCanvas(width, Math.round((bitmap.height * width) / bitmap.width));
  const context = canvas.getContext("2d")!;
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const file = new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality: 0.3 })).arrayBuffer());
  return btoa(String.fromCharCode(...file));
}

// Runs in an empty page: the share of points that are clearly of another colour, in all and in the spot that has most of them.
async function difference({ one, other, spot }: { one: string; other: string; spot: number }): Promise<{ all: number; most: number }> {
  const points = async (file: string) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height);
  };
  const [a, b] = [await points(one), await points(other)];
  if (a.width !== b.width || a.height !== b.height) return { all: 1, most: 1 };
  const across = Math.ceil(a.width / spot);
  const spots = new Array<number>(across * Math.ceil(a.height / spot)).fill(0);
  for (let i = 0; i < a.data.length; i += 4) {
    const far = [0, 1, 2].reduce((sum, k) => sum + Math.abs(a.data[i + k]! - b.data[i + k]!), 0);
    const [x, y] = [(i / 4) % a.width, Math.floor(i / 4 / a.width)];
    if (far > 120) ++spots[Math.floor(y / spot) * across + Math.floor(x / spot)]!;
  }
  return { all: spots.reduce((sum, one) => sum + one) / (a.data.length / 4), most: Math.max(...spots) / (spot * spot) };
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

// What looks different from what was kept, in words. `restless`: something on it is drawn by lot.
export async function changes(page: Page, name: string, restless = false): Promise<string[]> {
  if (update) await atRest(page);
  const { png, things } = await shown(page, `${shots}${name}.png`);
  const browser = page.context().browser()!;
  if (otherThan(browser)) return [];
  const desk = await deskOf(browser);
  const small = await desk.evaluate(shrunk, { png: png.toString("base64"), widest });
  const [picture, list] = [`${folder}${name}.webp`, `${folder}${name}.txt`];
  const stored = existsSync(picture) && existsSync(list);
  if (!stored && !update) return [`there is no picture of it in ${folder}`];
  const { all, most } = existsSync(picture) ? await desk.evaluate(difference, { one: small, other: readFileSync(picture).toString("base64"), spot }) : { all: 1, most: 1 };
  const tolerance = restless ? 0.05 : toleranceAt(page.viewportSize()!.width);
  if (update) {
    mkdirSync(folder, { recursive: true });
    // What looks as before stays as it is: a repository keeps every version of every picture.
    if (all >= tolerance / 4 || most >= spotTolerance / 4) writeFileSync(picture, Buffer.from(small, "base64"));
    writeFileSync(list, things.join("\n") + "\n");
    writeFileSync(madeWith, here(browser) + "\n");
    return [];
  }
  const found = restless ? [] : differences(readFileSync(list, "utf8").trim().split("\n"), things);
  const figures = `${(100 * all).toFixed(2)} % in all, ${(100 * most).toFixed(0)} % in one spot`;
  if (all >= tolerance || (!restless && most >= spotTolerance)) found.push(`other colours (${figures}): compare ${shots}${name}.png with ${picture}`);
  return found;
}

// A page that a busy machine has not finished yet gets a little time; what it looks like then counts.
const patience = [300, 1000, 3000];

// Keeps the picture in build/browser/shots as it is, and compares it made small.
export async function compare(page: Page, name: string, restless = false) {
  let found = await changes(page, name, restless);
  for (const wait of patience) {
    if (found.length === 0) break;
    await new Promise((later) => setTimeout(later, wait));
    found = await changes(page, name, restless);
  }
  expect.soft(found, `${name} looks different`).toEqual([]);
}
