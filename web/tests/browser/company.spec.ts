// Tests of tables with strangers, emotes and the host's settings.
import { expect, test, type GameServer, type Person } from "./server";
import { only } from "./stacked";
import { tidy } from "./tidy";

async function find(one: Person, server: GameServer, seats: number, wait: number, box?: string) {
  await one.page.goto("about:blank");
  await one.page.goto(server.url);
  await one.page.evaluate(() => localStorage.removeItem("ninelives.seats"));
  await tick(one, "Seats", [`${seats} players`]);
  if (box) {
    await one.page.locator("details summary", { hasText: "Expansions" }).click();
    // Its boxes are drawn only now.
    await one.page.getByRole("group", { name: "Expansions" }).getByRole("checkbox").first().waitFor();
    await tick(one, "Expansions", [box]);
  }
  await one.page.getByLabel("How long to wait").selectOption(String(wait));
  await one.page.getByLabel("Others from my network may sit with me").check();
  await one.page.getByRole("button", { name: "Find one" }).click();
}

// Of a group of the form these boxes and no others.
async function tick(one: Person, group: string, labels: string[]) {
  const boxes = one.page.getByRole("group", { name: group });
  for (const box of await boxes.getByRole("checkbox").all()) {
    const label = (await box.evaluate((input) => input.closest("label")!.textContent)).trim();
    await box.setChecked(labels.includes(label));
  }
}

test("WEB-12 strangers with different wishes meet in what both accept", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  for (const one of [ann, bob]) {
    await one.page.goto(server.url);
    await one.page.getByLabel("How long to wait").selectOption("300");
    await one.page.getByLabel("Others from my network may sit with me").check();
  }
  await tick(ann, "Rules", ["Official", "Family"]);
  await tick(ann, "Seats", ["2 players", "3 players", "4 players"]);
  await tick(bob, "Rules", ["Family"]);
  await tick(bob, "Seats", []);
  await expect(bob.page.getByRole("button", { name: "Find one" })).toBeDisabled();
  await tick(bob, "Seats", ["2 players", "5 players"]);
  await ann.page.getByRole("button", { name: "Find one" }).click();
  await expect(ann.page.getByText("1 of 2 are here")).toBeVisible();
  await bob.page.getByRole("button", { name: "Find one" }).click();
  for (const one of [ann, bob]) await one.page.locator(".hand .slot").first().waitFor();
  expect(ann.code()).toBe(bob.code());
  expect(bob.heard.some((text) => text.includes('"t":"room"') && text.includes('"preset":"family"') && text.includes('"seats":2'))).toBe(true);
});

test("WEB-19 a player reports a game to the operator, with its link and a reason", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  const code = await ann.seatAt(server, "Ann", { seats: 2, turn_s: 0, window_ms: 500 });
  await bob.join(server, code, "Bob");
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await bob.page.locator(".hand .slot").first().waitFor();
  await bob.page.getByRole("button", { name: "Menu" }).click();
  const dialog = bob.page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Report this game" }).click();
  await dialog.getByLabel("Reason").selectOption({ label: "Stalling" });
  await dialog.getByLabel("In your words").fill("Ann waits");
  await dialog.getByRole("button", { name: "Send the report" }).click();
  await expect(dialog.getByText("The operator has your report.")).toBeVisible();
  await expect.poll(() => server.admin("reports")).toHaveLength(1);
  const [report] = server.admin("reports") as [{ room: string; reason: string; text: string; over: boolean }];
  expect(report).toMatchObject({ room: code, reason: "stalling", text: "Ann waits", over: false });
  expect(ann.heard.some((text) => text.includes("reported"))).toBe(false);
  // Of a finished game too.
  await bob.page.getByRole("button", { name: "Give up" }).dblclick();
  await expect(ann.page.locator("dialog .win")).toBeVisible();
  await ann.page.getByRole("dialog").getByRole("button", { name: "Report this game" }).click();
  await ann.page.getByRole("dialog").getByRole("button", { name: "Send the report" }).click();
  await expect(ann.page.getByText("The operator has your report.")).toBeVisible();
  await expect.poll(() => server.admin("reports").length).toBe(2);
});

test("WEB-12 strangers in 2 to 5 browsers find a table, which begins by itself; bots fill one after a time", async ({ server, person }) => {
  test.slow();
  const people = [];
  for (let i = 0; i < 5; ++i) people.push(await person());
  for (const seats of [2, 3, 4, 5]) {
    const group = people.slice(0, seats);
    for (const [i, one] of group.entries()) {
      await find(one, server, seats, 300);
      if (i + 1 < seats) await expect(one.page.getByText(`${i + 1} of ${seats} are here`)).toBeVisible();
    }
    for (const one of group) await one.page.locator(".hand .slot").first().waitFor();
    expect(new Set(group.map((one) => one.code())).size).toBe(1);
  }
  const [ann] = people as [Person];
  await find(ann, server, 3, 10);
  await ann.page.getByRole("button", { name: "Stop looking" }).click();
  // With a box this time.
  await find(ann, server, 3, 10, "Imploding Kittens");
  await ann.page.locator(".hand .slot").first().waitFor();
  expect(ann.heard.some((text) => text.includes('"t":"room"') && text.includes('"expansions":["imploding"]'))).toBe(true);
  await expect(ann.page.locator(".table .seat")).toHaveCount(2);
});

test("NET-5 watchers see hands where all players allow it, as they were a turn before", async ({ server, person }) => {
  const [ann, bob, eve] = [await person(), await person(), await person()];
  // Hands of several kinds, with a Skip in each: six other cards are too few for seven. No Nope, no window.
  const rules = only({ skip: 20, favor: 2, see: 2, tacocat: 2 });
  const code = await ann.seatAt(server, "Ann", { seats: 2, turn_s: 0, rules });
  await bob.join(server, code, "Bob");
  await eve.page.goto(server.url + "#" + code);
  await eve.page.getByRole("button", { name: "Only watch" }).click();
  await eve.page.getByText("You're watching.").waitFor();
  const agree = "Watchers may see my hand";
  await expect(eve.page.getByLabel(agree)).toHaveCount(0);
  await ann.page.getByLabel(agree).check();
  await expect(bob.page.getByText("until these players agree too: Bob")).toBeVisible();
  await bob.page.getByLabel(agree).check();
  await expect(ann.page.getByText("All agree")).toBeVisible();
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  for (const { page } of [ann, bob]) await page.locator(".hand .slot").first().waitFor();
  const dealt = await handOf(ann);
  await expect(eve.page.locator(".table .open .card")).toHaveCount(2); // the Defuses that everybody knows of
  await ann.page.locator(".hand").getByRole("button", { name: /^Skip/ }).first().click();
  await ann.act.getByRole("button", { name: "Play Skip" }).click();
  await expect(eve.page.getByText("as they were when turn 1 began")).toBeVisible();
  await expect.poll(() => shownTo(eve, 0)).toEqual(dealt);
  // A page that comes late is told the same; a seat never.
  await eve.page.reload();
  await eve.page.getByRole("button", { name: "Only watch" }).click();
  await expect(eve.page.getByText("as they were when turn 1 began")).toBeVisible();
  await expect.poll(() => shownTo(eve, 0)).toEqual(dealt);
  for (const one of [ann, bob]) expect(one.heard.filter((text) => text.includes('"t":"hands"'))).toEqual([]);
  // A second thought closes all of them at once.
  await bob.page.locator("header .bar .button").last().click();
  await bob.page.getByLabel(agree).click(); // not uncheck(): it goes with the consent
  await expect(eve.page.getByText("as they were when turn")).toHaveCount(0);
  await expect.poll(async () => (await shownTo(eve, 0)).length).toBeLessThan(2);
});

const names = (cards: string[]) => cards.map((name) => name.trim()).sort();
const handOf = async (one: Person) => names(await one.page.locator(".hand .slot .card .name").allTextContents());
const shownTo = async (one: Person, seat: number) => names(await one.page.locator(`.table .seat[data-seat="${seat}"] .open .card .name`).allTextContents());

test("NET-1 NET-5 WEB-13 the host changes the settings, words are shown at the seats, one is not heard, a hidden page calls", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  await ann.seatAt(server, "Ann", { seats: 2, window_ms: 500, turn_s: 0, rules: { first: "zero" } });
  await bob.join(server, ann.code(), "Bob");
  await ann.page.getByRole("button", { name: "Change the settings" }).click();
  const form = ann.page.getByRole("dialog");
  await form.getByText("House rules").click();
  await form.getByLabel("Cards dealt to everybody").fill("3");
  await form.getByLabel("Five different cards").check();
  await form.getByText("How many of each card").click();
  await form.getByLabel("Nope", { exact: true }).fill("7");
  await form.getByRole("button", { name: "Play with these" }).click();
  await bob.page.getByText("House rules (4)").click();
  await expect(bob.page.getByText("Cards dealt to everybody: 3")).toBeVisible();
  await expect(bob.page.getByText("Nope: 7")).toBeVisible();
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await bob.page.locator(".hand .slot").first().waitFor();
  await expect(ann.page.locator(".hand .slot")).toHaveCount(4);

  await ann.page.getByRole("button", { name: "Quick words" }).click();
  await ann.page.getByRole("button", { name: "Good luck!" }).click();
  await expect(bob.page.locator(".table .says")).toHaveText("Good luck!");
  await bob.page.locator("header .bar .button").last().click();
  await bob.page.getByLabel("Mute Ann").check();
  await bob.page.keyboard.press("Escape");
  await expect(bob.page.locator(".says")).toHaveCount(0);
  await ann.page.getByRole("button", { name: "Ouch!" }).click();
  await expect(ann.page.locator(".mine .says")).toHaveText("Ouch!");
  await expect(bob.page.locator(".says")).toHaveCount(0);

  // Bob looks at something else while Ann plays.
  await bob.page.evaluate(() => {
    const called: number[] = [];
    Object.assign(window, { called });
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    Object.assign(navigator, { setAppBadge: async (number: number) => void called.push(number), clearAppBadge: async () => void called.push(0) });
  });
  await ann.endTurn();
  await expect(bob.page).toHaveTitle(/^Your move/);
  await expect.poll(() => bob.page.evaluate(() => (window as unknown as { called: number[] }).called)).toContain(1);
});

// Runs in the page before its scripts: how loud all that reaches the speakers is.
function hearSpeakers() {
  const heard: number[] = [];
  Object.assign(window, { heard });
  const connect = AudioNode.prototype.connect as (to: AudioNode) => AudioNode;
  AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
    const master = to instanceof GainNode ? to : undefined;
    if (this instanceof GainNode && master) heard.push(Math.round(100 * master.gain.value));
    return connect.call(this, to);
  } as typeof AudioNode.prototype.connect;
}

test("NET-5 WEB-4 on a phone a reaction is one tap, while others play", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person({ viewport: { width: 360, height: 740 }, hasTouch: true })];
  await ann.seatAt(server, "Ann", { seats: 2, window_ms: 500, turn_s: 0, rules: { first: "zero" } });
  await bob.join(server, ann.code(), "Bob");
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await bob.act.getByRole("button", { name: "Ouch!" }).tap();
  await expect(ann.page.locator(".table .says")).toHaveText("Ouch!");
  await tidy(bob.page, "reactions");
  // The chat has them where it is in sight.
  await ann.endTurn();
  await expect(ann.act.locator(".reactions")).toBeHidden();
});

test("sounds are as loud as the user wants them, on this device from then on, and none when muted", async ({ server, person }) => {
  const ann = await person();
  const { page } = ann;
  await page.addInitScript(hearSpeakers);
  await ann.seatAt(server, "Ann", { seats: 2, bots: 1, window_ms: 500, turn_s: 0, rules: only({ skip: 30, exploding: 4 }) });
  await page.getByRole("button", { name: "Start the game" }).click();
  await ann.act.getByRole("button", { name: "Draw a card" }).waitFor();
  const heard = () => page.evaluate(() => (window as unknown as { heard: number[] }).heard.splice(0));
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByLabel("Volume").fill("30");
  await expect.poll(heard).toContain(30);
  await page.reload();
  await ann.act.getByRole("button", { name: "Draw a card" }).waitFor();
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByLabel("Volume")).toHaveValue("30");
  await page.getByRole("dialog").getByRole("button", { name: "Mute" }).click();
  await expect(page.getByLabel("Volume")).toBeDisabled();
  await page.keyboard.press("Escape");
  await heard();
  await page.locator(".hand .slot.lit").first().click();
  await ann.act.locator(".button.main").first().click();
  await page.locator(".discard .card").waitFor();
  expect(await heard()).toEqual([]);
});
