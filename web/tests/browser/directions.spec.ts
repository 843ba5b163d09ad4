// Both directions of reading: a hundred names in twenty scripts, and the order of the main screens.
import { readFileSync } from "node:fs";
import type { Locator } from "@playwright/test";
import { expect, root, test, type Person } from "./server";
import { only } from "./stacked";
import { tidy } from "./tidy";

const byScript = JSON.parse(readFileSync(root + "tests/names/script_names.json", "utf8")) as Record<string, string[]>;
const names = Object.values(byScript).flat();
const lines = readFileSync(root + "tests/golden/implosion-imploding-6.jsonl", "utf8").trim().split("\n");
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, "");

// A finished game of six with these names, as a file.
function recordOf(six: string[]) {
  const table = JSON.stringify({ table: { names: six, bots: six.map(() => "") } });
  const text = [lines[0], table, ...lines.slice(1).filter((line) => !line.includes('"table"'))].join("\n") + "\n";
  return { name: "game.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(text) };
}

async function replayHas({ page }: Person, url: string, six: string[]) {
  await page.goto("about:blank");
  await page.goto(url + "#replay");
  await page.locator("input[type=file]").setInputFiles(recordOf(six));
  await page.locator(".controls").waitFor();
  expect((await page.locator(".table .seat > .name").allTextContents()).sort()).toEqual([...six].sort());
  const faces = await page.locator(".table [data-seat]").evaluateAll((seats) => seats.map((seat) => seat.getAttribute("aria-label")!));
  for (const name of six) expect(faces.some((face) => face.startsWith(name + ": ")), name).toBe(true);
  await page.keyboard.press("End");
  const log = plain((await page.locator(".side .log li").allTextContents()).join("\n"));
  for (const name of six.slice(0, 2)) expect(log).toContain(name);
  const eyes = await page.locator("select option").allTextContents();
  for (const name of six) expect(eyes.map(plain).some((text) => text.includes(name)), name).toBe(true);
  // The sign behind a name is behind it: an Arabic name doesn't draw it to its other side.
  await tidy(page, six.join(" "));
}

for (const spoken of [undefined, "ar-XB"] as const) {
  test(`LANG-1 a hundred names in twenty scripts are whole: ${spoken ?? "en"}`, async ({ server, person }) => {
    expect([Object.keys(byScript).length, new Set(names).size]).toEqual([20, 100]);
    const ann = await person(spoken ? { spoken } : {});
    // As one types one's own.
    await ann.page.goto(server.url);
    const field = ann.page.locator("main .name input");
    for (const name of names) {
      await field.fill(name);
      expect(await field.inputValue()).toBe(name);
    }
    const all = process.env.NINELIVES_LONG === "1" ? 17 : 5;
    const six = (i: number) => Array.from({ length: 6 }, (_, seat) => names[(i * Math.floor(100 / all) + seat * 17) % 100]!);
    for (let i = 0; i < all; ++i) await replayHas(ann, server.url, six(i));
  });
}

test("LANG-1 a sign behind a name of the other direction stays behind it", async ({ server, person }) => {
  const { page } = await person();
  await page.goto(server.url);
  await page.goto(server.url + "#replay");
  await page.locator("input[type=file]").setInputFiles(recordOf(["محمد", "משה", "فاطمة", "ܡܪܝܡ", "יעל", "گلناز"]));
  await page.locator(".controls").waitFor();
  await page.keyboard.press("End");
  // "X attacks Y: 2 turns for them.": the number lies right of the name. Without an isolate it would be drawn to its left.
  const gaps = await page.locator(".side .log li").evaluateAll((items) => items.flatMap((one) => {
    const text = one.firstChild as Text;
    const found = /([\u0590-\u08ff])\u2069?: \d/.exec(text.data);
    if (!found) return [];
    const at = (from: number) => {
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, from + 1);
      return range.getBoundingClientRect();
    };
    return [at(found.index + found[0].length - 1).left - at(found.index).right];
  }));
  expect(gaps.length).toBeGreaterThan(0);
  for (const gap of gaps) expect(gap).toBeGreaterThan(0);
});

// ---- mirrored screens ---------------------------------------------------------------------------------

const left = async (one: Locator) => (await one.boundingBox())!.x;

for (const spoken of [undefined, "ar-XB"] as const) {
  const way = spoken ? -1 : 1;
  // True if these lie one after the other in the direction of reading.
  const inOrder = async (...parts: Locator[]) => {
    const places = await Promise.all(parts.map(left));
    expect([...places].sort((a, b) => way * (a - b))).toEqual(places);
    expect(new Set(places).size).toBe(places.length);
  };

  test(`LANG-1 table, hand and bar follow the direction of reading: ${spoken ?? "en"}`, async ({ server, person }) => {
    const ann = await person(spoken ? { spoken } : {});
    const { page } = ann;
    await ann.seatAt(server, "Ann", { seats: 4, bots: 3, window_ms: 60_000, turn_s: 0, rules: only({ skip: 40, reverse: 2 }) });
    await page.locator("main li").nth(3).waitFor();
    await page.locator("main .button.main").first().click();
    await page.locator(".hand .slot.lit").first().waitFor();
    expect(await page.locator("html").getAttribute("dir")).toBe(spoken ? "rtl" : "ltr");
    const seats = page.locator(".seats .seat");
    // Play goes round as one reads.
    await inOrder(seats.nth(0), seats.nth(1), seats.nth(2));
    await inOrder(page.locator(".pile"), page.locator(".discard"));
    await inOrder(page.locator(".seat.own"), page.locator(".hand"));
    await inOrder(page.locator("main"), page.locator(".side"));
    await inOrder(page.locator("header .brand"), page.locator("header > .tools"));
    const cards = page.locator(".hand .slot");
    await inOrder(cards.nth(0), cards.nth(1), cards.nth(2));
    // The arrow key leads to where it points.
    await cards.first().focus();
    const before = await left(page.locator(".hand .slot:focus"));
    await page.keyboard.press(spoken ? "ArrowLeft" : "ArrowRight");
    await expect(cards.nth(1)).toBeFocused();
    expect(way * ((await left(page.locator(".hand .slot:focus"))) - before)).toBeGreaterThan(0);
  });

  test(`LANG-1 a replay goes on in the direction of reading, and tables begin at its start: ${spoken ?? "en"}`, async ({ server, person }) => {
    const ann = await person(spoken ? { spoken } : {});
    const { page } = ann;
    await page.goto(server.url + "#replay");
    await page.locator("input[type=file]").setInputFiles(root + "tests/golden/family-none-3.jsonl");
    await page.locator(".controls").waitFor();
    const buttons = page.locator(".controls .row button");
    await inOrder(buttons.nth(0), buttons.nth(1), buttons.nth(2), buttons.nth(3), buttons.nth(4));
    await page.keyboard.press(spoken ? "ArrowLeft" : "ArrowRight");
    await expect(page.locator(".controls .count")).toContainText(/^1 \//);
    await page.keyboard.press(spoken ? "ArrowRight" : "ArrowLeft");
    await expect(page.locator(".controls .count")).toContainText(/^0 \//);
    // The arrow on a button points to where it leads.
    const flipped = await buttons.nth(3).locator("svg").evaluate((arrow) => new DOMMatrix(getComputedStyle(arrow).transform).a);
    expect(flipped).toBe(way);
    // So does the slider: pressed near its start, it shows the beginning.
    const slider = (await page.locator(".controls input[type=range]").boundingBox())!;
    await page.mouse.click(spoken ? slider.x + slider.width - 8 : slider.x + 8, slider.y + slider.height / 2);
    await expect(page.locator(".controls .count")).toContainText(/^[0-3] \//);
  });
}
