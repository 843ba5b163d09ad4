// Tests of every question that a card can ask: each has its own control. House rules stack the deck, so that
// each test begins with the cards it is about.
import { expect, test, type GameServer, type Person, type Settings } from "./server";
import { only } from "./stacked";

async function duel(server: GameServer, ann: Person, bob: Person, settings: Settings) {
  const code = await ann.seatAt(server, "Ann", { window_ms: 700, turn_s: 0, seats: 2, ...settings });
  await bob.join(server, code, "Bob");
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await ann.act.getByText("Play a card, or draw to end your turn.").waitFor();
}

async function playCard(person: Person, name: RegExp, action: RegExp) {
  await person.page.locator(".hand").getByRole("button", { name }).first().click();
  await person.act.getByRole("button", { name: action }).click();
}

const choose = (person: Person, name: string) => person.act.getByRole("button", { name }).click();
const logOf = (person: Person) => person.page.locator(".side .log");

test("FAV-1 a Favor is asked of a player who is tapped, and who chooses the card", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  await duel(server, ann, bob, { rules: only({ favor: 30 }) });
  await playCard(ann, /^Favor/, /^Play Favor$/);
  await ann.page.locator('.seats [data-seat="1"]').click();
  await bob.act.getByText("Which card do you give?").waitFor();
  await playCard(bob, /^Favor/, /^Give Favor$/);
  await expect(logOf(ann)).toContainText("Bob gives you Favor.");
  await expect(ann.page.locator(".hand .slot")).toHaveCount(8);
});

test("COMBO-2 COMBO-3 pairs steal, triples name a card", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  await duel(server, ann, bob, { rules: only({ tacocat: 30 }) });
  const cats = ann.page.locator(".hand").getByRole("button", { name: /^Tacocat/ });
  await cats.nth(0).click();
  await cats.nth(1).click();
  await expect(ann.act.getByRole("button", { name: "Play a pair of Tacocats" })).toBeVisible();
  await cats.nth(2).click();
  await expect(ann.act.getByRole("button", { name: "Play a pair of Tacocats" })).toBeHidden();
  await choose(ann, "Play three Tacocats");
  await choose(ann, "Bob");
  await ann.act.getByRole("button", { name: "Ask for Defuse" }).click();
  await expect(logOf(bob)).toContainText("Ann takes Defuse from you.");
  await expect(ann.page.locator(".hand").getByRole("button", { name: /^Defuse/ })).toHaveCount(2);
});

test("COMBO-5 five titles are laid down together and take a card back", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  const kinds = { skip: 8, attack: 8, favor: 8, see: 8, nope: 8, tacocat: 8 };
  await duel(server, ann, bob, { rules: only(kinds, { five: true, hand: 24 }) });
  const wanted = ["Skip", "Attack", "Favor", "See the Future", "Nope", "Tacocat"];
  let chosen = 0;
  for (const name of wanted) {
    const card = ann.page.locator(".hand").getByRole("button", { name: new RegExp("^" + name) }).first();
    if (chosen < 5 && (await card.count()) > 0) {
      await card.click();
      ++chosen;
    }
  }
  expect(chosen).toBe(5);
  await choose(ann, "Play five different cards");
  await ann.act.getByText("Which card do you take from the discard pile?").waitFor();
  await ann.act.locator(".sheet button").first().click();
  await expect(logOf(bob)).toContainText(/Ann takes .* from the discard pile\./);
});

for (const [card, count] of [["alter", 3], ["alter5", 5]] as const) {
  test(`IMP-3 STR-4 ${card}: ${count} cards are put in order by dragging and by keys`, async ({ server, person }) => {
    const [ann, bob] = [await person(), await person()];
    await duel(server, ann, bob, { expansions: ["imploding", "streaking"], rules: only({ [card]: 20, exploding: 6 }) });
    await playCard(ann, /^Alter the Future/, /^Play Alter the Future/);
    const cards = ann.act.locator(".order li button");
    await expect(cards).toHaveCount(count);
    const before = await cards.evaluateAll((list) => list.map((one) => one.getAttribute("aria-label")!.split(",")[0]!));
    await cards.nth(0).focus();
    await ann.page.keyboard.press("ArrowRight");
    const box = (await cards.nth(count - 1).boundingBox())!;
    const first = (await cards.nth(0).boundingBox())!;
    await ann.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await ann.page.mouse.down();
    await ann.page.mouse.move(first.x + first.width / 2, first.y + first.height / 2, { steps: 6 });
    await ann.page.mouse.up();
    const now = await cards.evaluateAll((list) => list.map((one) => one.getAttribute("aria-label")!.split(",")[0]!));
    const moved = [before[1]!, before[0]!, ...before.slice(2)];
    expect(now).toEqual([moved[count - 1], ...moved.slice(0, count - 1)]);
    await choose(ann, "Put them back like this");
    await expect(logOf(ann)).toContainText("in their new order");
    for (const [i, name] of now.entries()) await expect(logOf(ann)).toContainText(`Card ${i + 1}${i === 0 ? " (top)" : ""}: ${name}`);
    await expect(logOf(bob)).toContainText(`Ann puts the top ${count} cards in order.`);
    await expect(logOf(bob)).not.toContainText("Card 1 (top)");
  });
}

test("STR-6 Garbage Collection asks everybody for a card", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  await duel(server, ann, bob, { expansions: ["streaking"], rules: only({ garbage: 20, exploding: 5 }) });
  await playCard(ann, /^Garbage/, /^Play Garbage/);
  await ann.act.getByText("Which card goes into the pile?").waitFor();
  await playCard(ann, /^Defuse/, /^Put Defuse into the pile$/);
  await bob.act.getByText("Which card goes into the pile?").waitFor();
  await playCard(bob, /^Garbage/, /^Put Garbage Collection into the pile$/);
  await expect(logOf(ann)).toContainText("Bob puts a card into the pile.");
  await expect(logOf(bob)).toContainText("Ann puts a card into the pile.");
});

test("BOX-3 Potluck asks everybody for a card, and they lie on top, unseen by the others", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  await duel(server, ann, bob, { expansions: ["stray"], rules: only({ potluck: 20, exploding: 5 }) });
  await playCard(ann, /^Potluck/, /^Play Potluck$/);
  await ann.act.getByText("Which card goes on top of the pile?").waitFor();
  await playCard(ann, /^Defuse/, /^Put Defuse on top of the pile$/);
  await bob.act.getByText("Which card goes on top of the pile?").waitFor();
  await playCard(bob, /^Potluck/, /^Put Potluck on top of the pile$/);
  await expect(logOf(bob)).toContainText("Ann puts a card on top of the pile.");
  await expect(logOf(ann)).toContainText("Bob puts a card on top of the pile.");
  await expect(logOf(bob)).not.toContainText("Defuse");
});

test("BOX-4 Bury shows the top card to one, who puts it wherever they like, and ends the turn", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person({ viewport: { width: 360, height: 740 }, hasTouch: true })];
  await duel(server, ann, bob, { expansions: ["stray"], rules: only({ bury: 20, exploding: 5 }) });
  await playCard(ann, /^Bury/, /^Play Bury$/);
  await expect(ann.act.locator(".mini .card")).toBeVisible();
  await expect(bob.act.locator(".mini .card")).toHaveCount(0);
  await ann.act.getByLabel("Cards above it").fill("3");
  await choose(ann, "Hide it here");
  await expect(logOf(ann)).toContainText(/You put .* back, under 3 cards\./);
  await playCard(bob, /^Bury/, /^Play Bury$/);
  await bob.act.getByRole("button", { name: "Bottom" }).click();
  await choose(bob, "Hide it here");
  await expect(logOf(ann)).toContainText("Bob buries the card somewhere in the pile.");
  await ann.act.getByText("Play a card, or draw to end your turn.").waitFor();
});

test("EK-3 a kitten is put back by slider, number or button", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  await duel(server, ann, bob, { rules: only({ skip: 14 }) });
  await choose(ann, "Draw a card");
  await ann.act.getByRole("slider").waitFor();
  await expect(ann.act.getByText("On top of the pile")).toBeVisible();
  await choose(ann, "Hide it here");
  await bob.act.getByText("Play a card, or draw to end your turn.").waitFor();
  await expect(logOf(ann)).toContainText("You put the kitten back, on top.");
  await expect(logOf(bob)).toContainText("hides the kitten somewhere in the pile");
});

test("EK-8 a Streaking Kitten asks whether to keep the kitten", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  await duel(server, ann, bob, { expansions: ["streaking"], rules: only({ streaking: 8, exploding: 12 }, { hand: 4, kittens: 8 }) });
  await choose(ann, "Draw a card");
  await choose(ann, "Keep the kitten in your hand");
  await expect(logOf(ann)).toContainText("You keep the Exploding Kitten");
  await expect(ann.page.locator(".hand").getByRole("button", { name: /^Exploding Kitten/ })).toHaveCount(1);
});

test("STR-9 EK-11 a cursed player sees backs, plays blind and guesses", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  await duel(server, ann, bob, { expansions: ["streaking"], rules: only({ curse: 14, exploding: 5 }) });
  await playCard(ann, /^Curse/, /^Play Curse/);
  await choose(ann, "Bob");
  await expect(bob.page.locator(".hand .slot .card.back")).toHaveCount(8);
  await expect(bob.page.locator(".hand").getByRole("button", { name: "A card, face down" })).toHaveCount(8);
  await choose(ann, "Draw a card");
  await choose(ann, "Hide it here");
  await choose(bob, "Draw a card");
  const saved = logOf(ann).getByText("Bob turns up Defuse: just in time!");
  const another = bob.act.getByRole("button", { name: "Turn up a card" });
  for (;;) {
    const turned = await logOf(ann).getByText(/^Bob turns up/).count();
    if (await saved.isVisible()) break;
    await another.click();
    await expect(logOf(ann).getByText(/^Bob turns up/)).not.toHaveCount(turned);
  }
  await choose(bob, "Hide it here");
});

test("SHUF-2 srs: the number of shuffles is asked", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  await duel(server, ann, bob, { preset: "srs", rules: only({ shuffle: 14 }) });
  await playCard(ann, /^Shuffle/, /^Play Shuffle$/);
  await ann.act.getByLabel("How many times").fill("7");
  await ann.act.getByRole("button", { name: "Shuffle", exact: true }).click();
  await expect(logOf(bob)).toContainText("Deck shuffled 7 times!");
});

test("ATK-3 srs: an attacked player may pass the attack on", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  await duel(server, ann, bob, { preset: "srs", rules: only({ attack: 14 }) });
  await playCard(ann, /^Attack/, /^Play Attack$/);
  await bob.act.getByText("You're attacked! Pass it on?").waitFor();
  await playCard(bob, /^Attack/, /^Play Attack$/);
  await ann.act.getByText("You're attacked! Pass it on?").waitFor();
  await choose(ann, "Take the attack");
  await expect(logOf(bob)).toContainText("Ann takes the attack.");
});

test("STF-1 STR-8 the future is shown to one; a marked card to all", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  await duel(server, ann, bob, { expansions: ["streaking"], rules: only({ see: 12, mark: 12, exploding: 5 }, { hand: 12 }) });
  await playCard(ann, /^See the Future/, /^Play See the Future/);
  await expect(ann.page.locator(".peek li")).not.toHaveCount(0);
  await expect(bob.page.locator(".peek")).toHaveCount(0);
  await ann.page.locator(".peek").getByRole("button", { name: "Close" }).click();
  await playCard(ann, /^Mark/, /^Play Mark$/);
  await choose(ann, "Bob");
  await expect(ann.page.locator('.seats [data-seat="1"] .open > :not(.known) .card')).toHaveCount(1);
  await expect(bob.page.locator(".hand .pin")).toHaveCount(1);
});

test("HINT-1 odds and card texts are a tap away", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  await duel(server, ann, bob, { rules: only({ skip: 20 }) });
  await ann.page.getByRole("button", { name: /^Kitten: \d+\s%$/ }).click();
  await expect(ann.page.getByRole("dialog")).toContainText(/Chance of a kitten on the next draw: 1 in \d+/);
  await ann.page.keyboard.press("Escape");
  await bob.page.locator(".hand").getByRole("button", { name: /^Skip/ }).first().click();
  await expect(bob.page.getByRole("dialog")).toContainText("Ends one turn without a draw.");
});

test("cards fly for those who want it, and for nobody else", async ({ server, person }) => {
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const [ann, bob] = [await person({ reducedMotion }), await person()];
    await duel(server, ann, bob, { rules: only({ skip: 14 }) });
    await ann.page.evaluate(() => {
      const seen = new Set<string>();
      Object.assign(window, { seen });
      new MutationObserver((changes) => {
        for (const change of changes) for (const node of change.addedNodes) if (node instanceof Element) if (node.classList.contains("flight")) seen.add("flight");
      }).observe(document.querySelector(".sky")!, { childList: true });
    });
    await playCard(ann, /^Skip/, /^Play Skip$/);
    await expect(logOf(ann)).toContainText("Bob's turn");
    const seen = () => ann.page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
    await expect.poll(seen).toEqual(reducedMotion === "reduce" ? [] : ["flight"]);
    expect(await ann.page.locator(".flight").count()).toBeLessThanOrEqual(3);
  }
});
