// A hundred names in twenty scripts, in both directions of reading, wherever names are shown.
import { readFileSync } from "node:fs";
import { expect, root, test, type Person } from "./server";
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
