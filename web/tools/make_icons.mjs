// Generator of the installed page's icons, from icon.svg, and of a shared link's picture, by the browser of the tests:
//   node tools/make_icons.mjs
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const icon = readFileSync(here("../public/icon.svg"), "utf8");
const picture = "data:image/svg+xml;base64," + Buffer.from(icon).toString("base64");

// A maskable icon may lose its corners: the picture keeps to the middle.
const icons = [["icon-192.png", 192, 1], ["icon-512.png", 512, 1], ["icon-maskable-512.png", 512, 0.7]];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
for (const [name, size, part] of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const background = part < 1 ? "#151221" : "transparent";
  await page.setContent(`<body style="margin:0;height:100vh;display:grid;place-items:center;background:${background}"><img src="${picture}" style="width:${part * 100}%">`);
  await page.screenshot({ path: here("../public/" + name), omitBackground: true });
}

// Cards from the game's own drawings, in the colours of colors.ts.
const cards = readFileSync(here("../src/art/cards.svg"), "utf8");
const colors = readFileSync(here("../src/art/colors.ts"), "utf8");
const letters = readFileSync(here("../node_modules/@fontsource/bangers/files/bangers-latin-400-normal.woff2")).toString("base64");
const fan = ["tacocat", "nope", "exploding", "defuse", "rainbow"];
const colorOf = (card) => new RegExp(`\\b${card}: "(#[0-9a-f]+)"`).exec(colors)[1];
const drawn = fan.map((card, i) => `<div class="card" style="--i:${i - 2};--color:${colorOf(card)}"><svg viewBox="0 0 100 100"><use href="#${card}"/></svg></div>`).join("");
const share = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await share.setContent(`<style>
  @font-face { font-family: Display; src: url(data:font/woff2;base64,${letters}); }
  body { margin: 0; height: 100vh; overflow: hidden; background: radial-gradient(circle at 50% 110%, #5a4aa3, #241c49 55%, #151221); display: grid; justify-items: center; align-content: center; font-family: Display; color: #ffb52e; }
  h1 { font-size: 150px; font-weight: 400; margin: 0 0 34px; line-height: 1; text-shadow: 0 8px 0 #1d1a2b; letter-spacing: 4px; }
  .fan { display: flex; }
  .card { width: 178px; height: 252px; margin: 0 -14px; box-sizing: border-box; padding: 12px; background: #fffaf0; border: 5px solid #1d1a2b; border-radius: 20px; box-shadow: 0 10px 24px rgb(0 0 0 / .5); transform: translateY(calc(var(--i) * var(--i) * 9px)) rotate(calc(var(--i) * 8deg)); }
  .card svg { width: 100%; height: 100%; background: var(--color); border-radius: 12px; }
</style><div style="position: absolute; width: 0; height: 0; overflow: hidden">${cards}</div><h1>Nine Lives</h1><div class="fan">${drawn}</div>`);
await share.evaluate(() => document.fonts.ready);
await share.screenshot({ path: here("../public/share.jpg"), type: "jpeg", quality: 85 });
await browser.close();
