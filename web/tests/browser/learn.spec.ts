// The first game, to its end: by keys and by touch, in both languages, at a phone and a desktop.
import { expect, test, type Person } from "./server";
import { accessible, tidy } from "./tidy";

const ways = [
  { title: "by keys, English, desktop", language: "en", how: "keys", viewport: { width: 1366, height: 657 } },
  { title: "by touch, Korean, phone", language: "ko", how: "touch", viewport: { width: 360, height: 740 } },
  { title: "by touch, English, low", language: "en", how: "touch", viewport: { width: 740, height: 360 } },
  { title: "by keys, Korean, wall", language: "ko", how: "keys", viewport: { width: 2560, height: 1440 } },
] as const;

// Does what the coach asks for; false at the end.
async function doStep({ page }: Person, keys: boolean): Promise<boolean> {
  const wanted = await page.locator(".coach").getAttribute("data-action");
  const button = page.locator(".coach .button.main, .coach .button.danger").first();
  const press = async (target: typeof button) => {
    if (!keys) return target.tap();
    await target.focus();
    await page.keyboard.press("Enter");
  };
  if (wanted === "draw" && keys) await page.keyboard.press("d");
  else if (wanted === "nope" && keys) await page.keyboard.press("n");
  else if (/^(play|pair) /.test(wanted ?? "")) {
    const lit = page.locator(".hand .slot.lit");
    for (let i = 0; i < (wanted!.startsWith("pair") ? 2 : 1); ++i) await press(lit.nth(i));
    await press(button);
  } else if (wanted?.startsWith("depth")) await press(page.locator(".coach form .button.main"));
  else if ((await page.locator(".coach .button").count()) === 3) return false;
  else if (await button.count()) await press(button);
  return true;
}

for (const { title, language, how, viewport } of ways) {
  test(`WEB-1 the first game is learned to its end ${title}`, async ({ server, person }) => {
    const ann = await person({ viewport, hasTouch: how === "touch", locale: language === "ko" ? "ko-KR" : "en-US" });
    const { page } = ann;
    await page.goto(server.url);
    await page.getByRole("link", { name: language === "ko" ? "게임 방법" : "How to play" }).click();
    await page.locator(".coach .line").waitFor();
    let steps = 0;
    let said = "";
    for (;; ++steps) {
      expect(steps).toBeLessThan(120);
      const line = await page.locator(".coach .line").innerText();
      if (line !== said) await tidy(page, `${title}: ${line}`);
      said = line;
      if (!(await doStep(ann, how === "keys"))) break;
      await page.waitForTimeout(80);
    }
    expect(steps).toBeGreaterThan(20);
    await accessible(page, title);
    await page.locator(".coach .button.main").click();
    await page.locator(".act").waitFor();
    await expect(page.locator(".seats .seat")).toHaveCount(3);
  });
}

test("the rules have an address for each preset, and tell its own row", async ({ server, person }) => {
  const { page } = await person({ viewport: { width: 360, height: 740 } });
  await page.goto(server.url + "#rules/implosion");
  await expect(page.locator("main")).toContainText("Everybody gets 4 cards and one Defuse.");
  await expect(page.locator("main")).toContainText("Attacks don't add up: it is always two turns.");
  await tidy(page, "rules");
  await accessible(page, "rules");
  await page.getByRole("link", { name: "Official" }).click();
  await expect(page.locator("main")).toContainText("Everybody gets 7 cards and one Defuse.");
  expect(page.url()).toMatch(/#rules\/official$/);
});
