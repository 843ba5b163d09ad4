// Whole games, the lesson and a review by listening: a screen reader's words come in, keys and presses go out. Requirements: ACC-1
import { readFileSync, writeFileSync } from "node:fs";
import { expect, root, test, type Person } from "./server";
import { isSentence } from "./languages";
import { Listener, ListeningPlayer } from "./listener";
import { only } from "./stacked";

const long = process.env.NINELIVES_LONG === "1";
const games = long ? 10 : 2;
const page = root + "docs/play/transcript-page.md";
const before = `# A game by listening, in the browser

These are all the words of one game that a screen reader says, and the keys and controls that the player presses (lines that
begin with \`>\`). \`web/tests/browser/listening.spec.ts\` plays such games in each test run, and
\`NINELIVES_UPDATE_GOLDEN=1\` writes this one again. The terminal's game is [here](transcript.md).

\`\`\`text
`;

// From the start page on, and back to it.
async function playFromStart(ann: Person, url: string): Promise<ListeningPlayer> {
  const listener = new Listener(ann.page);
  await ann.page.goto(url);
  await listener.listen();
  expect(await listener.activate(/^button, Play now/)).toBe(true);
  const player = new ListeningPlayer(listener);
  await player.play();
  return player;
}

// A phrase of the reader without the name of its role; none for those that hold others.
function plainText(phrase: string): string[] {
  if (/^(?:list|listitem|paragraph|group)\b/.test(phrase)) return [];
  return [phrase.replace(/^(?:heading|image|button), /, "").replace(/, level \d$/, "")];
}

// Lines of a play that others read, and that a listener hears in the sentence of its window.
const ofPlay = /^(?!You )\S.* (?:plays|chooses|Nopes|reaches into) /;

for (let number = 1; number <= games; ++number) {
  test(`ACC-1 WEB-14 a whole game is played from a screen reader's words alone: ${number}`, async ({ server, person }) => {
    const ann = await person();
    const player = await playFromStart(ann, server.url);
    // All that is seen is heard once, in its order.
    const seen = await ann.page.locator(".side .log li").allTextContents();
    const told = player.heard.filter((line) => seen.includes(line));
    let at = 0;
    for (const line of seen) {
      if (told[at] === line) ++at;
      else expect(line, `not heard after "${told[at - 1]}"`).toMatch(ofPlay);
    }
    expect(told.slice(at), "heard twice, or out of order").toEqual([]);
    expect(player.heard.filter((line) => !isSentence(line))).toEqual([]);
    if (number > 1) return;
    // The review, in words.
    expect(await player.listener.activate(/^button, Review/)).toBe(true);
    const review = await player.listener.readReview();
    expect(review.length).toBeGreaterThan(5);
    const progress = player.listener.transcript.filter((line) => line.startsWith("The coach is looking"));
    expect(progress.length, "progress is heard now and then, not all the time").toBeLessThanOrEqual(5);
    const words = before + [...player.listener.transcript, ...review.flatMap(plainText)].join("\n") + "\n```\n";
    if (process.env.NINELIVES_UPDATE_GOLDEN === "1") writeFileSync(page, words);
  });
}

test("ACC-1 the transcript of the docs tells a whole game in today's sentences", () => {
  const text = readFileSync(page, "utf8");
  expect(text.startsWith(before)).toBe(true);
  const lines = text.slice(before.length, text.lastIndexOf("```")).trimEnd().split("\n");
  const heard = lines.filter((line) => !line.startsWith("> "));
  expect(heard.filter((line) => !isSentence(line))).toEqual([]);
  // Four play, three of them explode or leave, and the fourth wins.
  expect(heard.filter((line) => /explode[sd]!$/.test(line))).toHaveLength(3);
  expect(heard.filter((line) => /^The game is over\. .* wins?!$|^You win!$/.test(line)).length).toBeGreaterThan(0);
});

test("ACC-1 2.2.1 Nope windows are longer where all people listen, and everybody knows who asked for it", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  const rules = only({ shuffle: 60, nope: 8 });
  const code = await ann.seatAt(server, "Ann", { seats: 3, bots: 1, window_ms: 1000, turn_s: 0, rules });
  await bob.join(server, code, "Bob");
  const box = (one: Person) => one.page.getByRole("checkbox", { name: /^I listen to the game/ });
  await box(bob).check();
  await expect(ann.page.getByRole("status").filter({ hasText: "Not yet" })).toHaveText("Not yet: these players would have to agree, too: Ann");
  await expect(ann.page.locator(".notices")).toContainText("Bob listens to the game");
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  const lasts = async () => {
    const seen = ann.heard.length;
    const acts = (one: Person) => one.act.getByRole("button", { name: "Draw a card" }).count();
    await expect.poll(async () => (await acts(ann)) + (await acts(bob))).toBeGreaterThan(0);
    const turn = (await acts(ann)) > 0 ? ann : bob;
    await turn.page.locator(".hand").getByRole("button", { name: /^Shuffle/ }).first().click();
    await turn.act.getByRole("button", { name: "Play Shuffle" }).click();
    await expect.poll(() => ann.heard.slice(seen).some((text) => text.startsWith('{"t":"window"'))).toBe(true);
    const window = JSON.parse(ann.heard.slice(seen).find((text) => text.startsWith('{"t":"window"'))!) as { deadline: number; now: number };
    await turn.act.getByRole("button", { name: "Draw a card" }).waitFor();
    return window.deadline - window.now;
  };
  expect(await lasts()).toBe(1000);
  await ann.page.getByRole("button", { name: "Menu" }).click();
  await box(ann).check();
  await expect(ann.page.getByRole("status").filter({ hasText: "All agree" })).toBeVisible();
  await ann.page.keyboard.press("Escape");
  expect(await lasts()).toBe(4000);
});

test("ACC-1 the lesson is learned from a screen reader's words alone", async ({ server, person }) => {
  const ann = await person();
  const listener = new Listener(ann.page);
  await ann.page.goto(server.url);
  await listener.listen();
  expect(await listener.activate(/^link, How to play/)).toBe(true);
  const heard = await listener.hear();
  for (let steps = 0; steps < 150; ++steps) {
    const coach = await listener.readPart(/How to play/);
    const buttons = coach.filter((phrase) => phrase.startsWith("button, "));
    if (buttons.length > 3) break;
    const press = buttons.find((phrase) => !/^button, (?:Top|Bottom|Anywhere)$/.test(phrase));
    if (press) await listener.activate(new RegExp(`^${press.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`));
    else await listener.activate(/^button, .*can be chosen, not pressed/);
    heard.push(...(await listener.hear(2000)));
  }
  expect(heard.filter((line) => !isSentence(line))).toEqual([]);
  expect(heard.length).toBeGreaterThan(20);
  expect(new Set(heard).size).toBeGreaterThan(15);
});
