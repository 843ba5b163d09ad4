// Tests of a steady screen: whatever is drawn, played or selected, no control of the table moves.
import { expect, test } from "./server";
import { only } from "./stacked";
import { tidy } from "./tidy";

const sizes = [[320, 568], [360, 740], [390, 844], [740, 360], [720, 450], [820, 1180], [1366, 657], [1440, 900], [2560, 1440]] as const;

// Runs in the page: every layout shift that no tap has caused, from here on: their sum, and the score that browsers
// report, which is the largest sum of shifts less than a second apart, within five seconds.
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Element }[] };
function countShifts() {
  const seen = { sum: 0, score: 0, what: [] as string[] };
  Object.assign(window, { seen });
  let [first, last, inWindow] = [-Infinity, -Infinity, 0];
  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      const goesOn = startTime - last < 1000 && startTime - first < 5000;
      if (!goesOn) [first, inWindow] = [startTime, 0];
      last = startTime;
      inWindow += value;
      seen.sum += value;
      seen.score = Math.max(seen.score, inWindow);
      if (value > 0.01) seen.what.push(value.toFixed(3) + " " + sources.map(({ node }) => `${node?.nodeName}.${node?.className}`).join(", "));
    }
  }).observe({ type: "layout-shift", buffered: false });
}

// Runs in the page: where a player presses next, at random; undefined while nothing is asked, null at the end.
function nextPress(): { x: number; y: number } | undefined | null {
  if (document.querySelector("dialog .win")) return null;
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const middle = (one: HTMLElement) => ({ x: one.getBoundingClientRect().x + one.offsetWidth / 2, y: one.getBoundingClientRect().y + one.offsetHeight / 2 });
  // A card that was tapped a moment too late is described.
  const close = document.querySelector<HTMLElement>("dialog[open] button");
  if (close) return middle(close);
  const phase = document.querySelector<HTMLElement>(".act")?.dataset.phase;
  const chosen = document.querySelector(".hand .slot.chosen");
  const cards = all(".hand .slot.lit");
  const fromHand = ["give", "collect", "potluck", "five"].includes(phase ?? "");
  const ofHand = !chosen && cards.length > 0 && (fromHand || (phase === "turn" && Math.random() < 0.4));
  const there = ofHand ? cards : phase === undefined ? all(".watch .forward") : phase === "place" ? all(".act form .button.main") : all(".act .window button, .act .answers button, .act .sheet button, .act .order .button");
  const one = there[Math.floor(Math.random() * there.length)];
  return one && middle(one);
}

for (const [width, height] of sizes) {
  test(`WEB-15 nothing moves within a turn, known cards stay: ${width}x${height}`, async ({ server, person }) => {
    const ann = await person({ viewport: { width, height }, hasTouch: width < 700 });
    const { page } = ann;
    // Skips for all: hands grow and shrink. Bots pass kittens on: who meets a second one begins another game.
    while (!(await threeTurns())) await page.goto("about:blank");

    async function threeTurns(): Promise<boolean> {
      await ann.seatAt(server, "Ann", { seats: 4, bots: 3, window_ms: 500, turn_s: 0, rules: only({ skip: 40, see: 12, exploding: 4 }, { hand: 6 }) });
      await page.getByRole("button", { name: "Start the game" }).click();
      const draw = ann.act.getByRole("button", { name: "Draw a card" });
      await draw.waitFor();
      await page.evaluate(countShifts);
      const places = async () => ({ draw: (await draw.boundingBox())!, hand: (await page.locator(".hand").boundingBox())!, pile: (await page.locator(".pile").boundingBox())! });
      const first = await places();
      const same = (now: typeof first, when: string) => {
        for (const part of ["draw", "hand", "pile"] as const) {
          for (const side of ["x", "y"] as const) expect.soft(Math.abs(now[part][side] - first[part][side]), `${part}.${side} ${when}`).toBeLessThanOrEqual(8);
        }
      };
      for (let turn = 0; turn < 3; ++turn) {
        await page.locator(".hand .slot.lit").first().click();
        await expect(ann.act.locator(".does")).toBeVisible();
        same(await places(), `with a card selected, turn ${turn}`);
        if (turn === 0) await tidy(page, `${width}x${height} selected`);
        await page.locator(".hand .slot.chosen").first().click();
        const decision = await ann.act.getAttribute("data-decision");
        await draw.click();
        // A kitten has to be hidden before the next turn comes.
        const hide = page.locator(".act form .button.main");
        const out = page.locator(".watch.out");
        await expect.poll(async () => (await out.count()) > 0 || ![decision, null].includes(await ann.act.getAttribute("data-decision"))).toBe(true);
        if (await out.count()) return false;
        if (await hide.count()) {
          await tidy(page, `${width}x${height} place`);
          await page.locator(".act form .ways .button.small").last().click();
          await hide.click();
        }
        await draw.waitFor();
        same(await places(), `turn ${turn + 1}`);
      }
      expect(await page.evaluate(() => (window as unknown as { seen: { sum: number } }).seen.sum)).toBeLessThan(0.1);
      return true;
    }
  });
}

// In CI two games; ./test long plays ten, of which half have scenes and flying cards.
type Played = [width: number, height: number, reducedMotion: "reduce" | "no-preference"];
const inCi: Played[] = [[360, 740, "reduce"], [1366, 657, "reduce"]];
const all: Played[] = [...sizes, [393, 727] as const].map(([width, height], i) => [width, height, i % 2 ? "no-preference" : "reduce"]);
const games = process.env.NINELIVES_LONG === "1" ? all : inCi;
for (const [width, height, reducedMotion] of games) {
  test(`WEB-15 a whole game shifts by less than 0.1: ${width}x${height}, motion ${reducedMotion}`, async ({ server, person }) => {
    const ann = await person({ viewport: { width, height }, hasTouch: width < 700, reducedMotion });
    await ann.seatAt(server, "Ann", { seats: 4, bots: 3, window_ms: 500, turn_s: 0 });
    await ann.page.getByRole("button", { name: "Start the game" }).click();
    await ann.act.waitFor();
    await ann.page.evaluate(countShifts);
    for (let at = await ann.page.evaluate(nextPress); at !== null; at = await ann.page.evaluate(nextPress)) {
      if (at) await ann.page.mouse.click(at.x, at.y);
      await ann.page.waitForTimeout(60);
    }
    const { score, what } = await ann.page.evaluate(() => (window as unknown as { seen: { score: number; what: string[] } }).seen);
    expect(score, what.join("\n")).toBeLessThan(0.1);
  });
}
