// The installed page's icons, drawn from icon.svg by the browser of the tests:
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
await browser.close();
