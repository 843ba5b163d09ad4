// Timer of the way from the site's first page into a game: node first_hand.mjs WEB ADDRESS.
import { createRequire } from "node:module";

const [web, address] = process.argv.slice(2);
const { chromium } = createRequire(`${web}/`)("@playwright/test");
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox", "--disable-dev-shm-usage"] });
const page = await (await browser.newContext({ locale: "en-US" })).newPage();
page.setDefaultTimeout(300_000);
const begin = Date.now();
await page.goto(address);
await page.getByRole("link", { name: "Play now, in this page" }).click();
await page.getByRole("button", { name: "Play now" }).click();
await page.locator(".hand .slot").first().waitFor();
const seconds = (Date.now() - begin) / 1000;
const cards = await page.locator(".hand .slot").count();
await browser.close();
console.log(`== from the first page to a hand of ${cards} cards in ${seconds.toFixed(1)} s`);
process.exit(seconds <= 60 ? 0 : 1);
