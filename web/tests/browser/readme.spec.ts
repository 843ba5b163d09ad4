// Test of the README's picture of the page: a replayed game of bots, made by the running program. The stored
// text lists what the picture shows, so the comparison depends on neither browser nor fonts. NINELIVES_UPDATE_GOLDEN=1 makes both.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { whileStill } from "./screens";
import { expect, program, root, test } from "./server";
import { thingsOnPage } from "./things";

const picture = join(root, "docs/images/web.png");
const text = join(root, "docs/images/web.txt");
const step = 60;

// The same seed plays the same game.
function playedByBots(folder: string): string {
  const record = join(folder, "readme.jsonl");
  const options = ["--plain", "--lang", "en", "--expansions", "none", "--players", "4", "--bots", "4", "--seed", "11", "--bot-pause", "0", "--record", record];
  execFileSync(program, ["play", ...options], { input: "\n".repeat(40) + "quit\n", env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder } });
  return record;
}

test("DOC-2 the README's picture of the page shows what the page shows", async ({ server, person }) => {
  const { page } = await person({ viewport: { width: 1280, height: 800 }, colorScheme: "dark", locale: "en-GB" });
  await page.goto(server.url + "#replay");
  await page.locator("input[type=file]").setInputFiles(playedByBots(server.folder));
  await page.locator(".controls").waitFor();
  await page.keyboard.press("Home");
  for (let i = 0; i < step; ++i) await page.keyboard.press("ArrowRight");
  // Without places: these are the browser's and its fonts'.
  const shown = () => whileStill(page, async () => (await page.evaluate(thingsOnPage)).map((line) => line.replace(/ -?\d+ -?\d+ \d+ \d+/, "")));
  if (process.env.NINELIVES_UPDATE_GOLDEN === "1") {
    await page.waitForTimeout(2000);
    await page.screenshot({ path: picture, animations: "disabled" });
    writeFileSync(text, (await shown()).join("\n") + "\n");
  }
  await expect.poll(async () => (await shown()).join("\n") + "\n", { timeout: 15_000 }).toBe(readFileSync(text, "utf8"));
});
