// Tests of the tutorial to its end: by keys and by touch, in both languages, at four sizes, or at all.
import { compareScreen } from "./screens";
import { expect, test, type Person } from "./server";
import { fewWays, optionsOf, recordedSizes, touched } from "./sizes";
import { accessible, tidy } from "./tidy";

// Does what the coach asks for; false at the end.
async function doStep({ page }: Person, keys: boolean): Promise<boolean> {
  const wanted = await page.locator(".coach").getAttribute("data-action");
  // Never one of the four of the end, which may come while this is done; what has gone by then is looked at again.
  const going = ".coach:not(:has(.button ~ .button ~ .button ~ .button))";
  const button = page.locator(`${going} .button.main, ${going} .button.danger`).first();
  const soon = { timeout: 5000 };
  const press = async (target: typeof button) => {
    if (!keys) return target.tap(soon).catch(() => undefined);
    const there = await target.focus(soon).then(() => true, () => false);
    if (there) await page.keyboard.press("Enter");
  };
  if (wanted === "draw" && keys) await page.keyboard.press("d");
  else if (wanted === "nope" && keys) await page.keyboard.press("n");
  else if (/^(play|pair) /.test(wanted ?? "")) {
    const lit = page.locator(".hand .slot.lit");
    for (let i = 0; i < (wanted!.startsWith("pair") ? 2 : 1); ++i) await press(lit.nth(i));
    await press(button);
  } else if (wanted?.startsWith("depth")) await press(page.locator(".coach form .button.main"));
  else if ((await page.locator(".coach .button").count()) === 4) return false;
  else if (await button.count()) await press(button);
  return true;
}

// The first answer is wrong, the others are right; then a game begins.
async function fiveQuestions({ page }: Person, title: string) {
  await page.getByRole("button", { name: "Try five questions" }).click();
  const dialog = page.getByRole("dialog");
  const answers = ["You run out of cards", "It saves you from a kitten", "Anybody, right after", "You steal a random card", "You don't draw, and the next"];
  for (const [i, answer] of answers.entries()) {
    await dialog.getByRole("button", { name: answer }).click();
    await expect(dialog.getByRole("status")).toContainText(i === 0 ? "Not quite. Only an exploding kitten puts you out." : "Right!");
    if (i === 0) await tidy(page, `${title}: a question`);
    await dialog.getByRole("button", { name: "Next", exact: true }).click();
  }
  await expect(dialog.getByRole("status")).toHaveText("4 of 5 right.");
  await dialog.locator(".button.main").click();
}

for (const way of fewWays) {
  const { size, language } = way;
  const how = touched.includes(size) ? "touch" : "keys";
  const title = `${size}-${language}`;
  test(`WEB-1 the first game is learned to its end by ${how}: ${size}, ${language}`, async ({ server, person }) => {
    const ann = await person(optionsOf(way));
    const { page } = ann;
    await page.goto(server.url);
    await page.getByRole("link", { name: language === "ko" ? "게임 방법" : "How to play" }).click();
    await page.locator(".coach .line").waitFor();
    const said = new Set<string>();
    for (;;) {
      const line = await page.locator(".coach .line").innerText();
      if (!said.has(line)) await tidy(page, `${title}: ${line}`);
      said.add(line);
      if (!(await doStep(ann, how === "keys"))) break;
      await page.waitForTimeout(80);
    }
    expect(said.size).toBeGreaterThan(12);
    if (recordedSizes.includes(size)) await compareScreen(page, { way: title, screen: "43-learn-end" });
    await accessible(page, title);
    if (language === "en") await fiveQuestions(ann, title);
    else await page.locator(".coach .button.main").click();
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
