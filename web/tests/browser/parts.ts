// Stored pictures of parts of the page (a card, a seat, a dialog), compared with the page as it is. A whole screen differs in
// many harmless ways; its text form is in screens.ts.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Browser, type Locator, type Page } from "@playwright/test";
import { atRest, otherThan, update, whileStill } from "./screens";

const folder = fileURLToPath(new URL("parts/", import.meta.url));
// A point differs if its colours differ by this much in all; a part differs if this share of its points does.
const [colourStep, tolerance] = [120, 0.02];

// A blank page in which pictures are decoded, one for each browser.
const blankPages = new WeakMap<Browser, Promise<Page>>();
function blankPageOf(browser: Browser): Promise<Page> {
  const page = blankPages.get(browser) ?? browser.newPage();
  blankPages.set(browser, page);
  return page;
}

// Runs in the blank page: the picture as a small WebP file, and the share of points that differ from the stored one.
async function comparePixels({ taken, kept, colourStep }: { taken: string; kept: string; colourStep: number }) {
  const pixelsOf = async (file: string) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d", { willReadFrequently: true })!;
    context.drawImage(bitmap, 0, 0);
    return { canvas, image: context.getImageData(0, 0, bitmap.width, bitmap.height) };
  };
  const now = await pixelsOf(taken);
  const file = new Uint8Array(await (await now.canvas.convertToBlob({ type: "image/webp", quality: 0.8 })).arrayBuffer());
  const small = btoa(String.fromCharCode(...file));
  if (!kept) return { small, share: 1 };
  const [a, b] = [now.image, (await pixelsOf(kept)).image];
  if (Math.abs(a.width - b.width) > 1 || Math.abs(a.height - b.height) > 1) return { small, share: 1 };
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)];
  let different = 0;
  for (let y = 0; y < height; ++y) {
    for (let x = 0; x < width; ++x) {
      const [i, j] = [4 * (y * a.width + x), 4 * (y * b.width + x)];
      if ([0, 1, 2].reduce((sum, c) => sum + Math.abs(a.data[i + c]! - b.data[j + c]!), 0) > colourStep) ++different;
    }
  }
  return { small, share: different / (width * height) };
}

export async function shareChanged(part: Locator, name: string): Promise<number> {
  const page = part.page();
  if (update) await atRest(page);
  const taken = await whileStill(page, () => part.screenshot({ animations: "disabled" }));
  const browser = page.context().browser()!;
  if (otherThan(browser)) return 0;
  const path = `${folder}${name}.webp`;
  const kept = existsSync(path) ? readFileSync(path).toString("base64") : "";
  const { small, share } = await (await blankPageOf(browser)).evaluate(comparePixels, { taken: taken.toString("base64"), kept, colourStep });
  if (!update) return share;
  mkdirSync(folder, { recursive: true });
  // An unchanged picture keeps its bytes: the repository stores every version.
  if (share > tolerance / 4) writeFileSync(path, Buffer.from(small, "base64"));
  return 0;
}

export async function comparePart(part: Locator, name: string) {
  await expect.poll(() => shareChanged(part, name), { message: `${name} looks different` }).toBeLessThan(tolerance);
}
