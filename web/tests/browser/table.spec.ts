// Tests of the table: players' state, and nothing that moves under the finger.
import { networkInterfaces } from "node:os";
import { expect, GameServer, test, type Person, type Settings } from "./server";
import { only } from "./stacked";

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

async function tableOf(server: GameServer, ann: Person, others: Person[], settings: Settings) {
  const code = await ann.seatAt(server, "Ann", { window_ms: 60_000, turn_s: 0, seats: others.length + 1, ...settings });
  for (const [i, one] of others.entries()) await one.join(server, code, ["Bob", "Cem"][i]!);
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await ann.act.getByRole("button", { name: "Draw a card" }).waitFor();
}

test("WEB-4 on a phone hand and piles stay where they are, whatever is asked; the player's seat shows the turn", async ({ server, person }) => {
  let [ann, bob] = [await person(phone), await person(phone)];
  await tableOf(server, ann, [bob], { rules: only({ favor: 30, nope: 1 }) });
  while (await bob.page.locator(".hand").getByRole("button", { name: /^Nope/ }).count()) {
    [ann, bob] = [await person(phone), await person(phone)]; // it is about one without a Nope
    await tableOf(server, ann, [bob], { rules: only({ favor: 30, nope: 1 }) });
  }
  const where = (one: Person) => one.page.evaluate(() => [".hand", ".pile", ".seats"].map((part) => Math.round(document.querySelector(part)!.getBoundingClientRect().top)));
  await expect(ann.page.locator(".seat.own.on")).toBeInViewport();
  const before = await where(ann);
  await ann.page.locator(".hand .slot.lit").first().tap();
  expect(await where(ann)).toEqual(before);
  await ann.act.getByRole("button", { name: "Play Favor" }).tap();
  await ann.act.getByText("Who is it for?").waitFor();
  expect(await where(ann)).toEqual(before);
  const waiting = await where(bob);
  await ann.act.getByRole("button", { name: "Bob" }).tap();
  await bob.act.getByRole("button", { name: "NOPE!" }).waitFor();
  expect(await where(ann)).toEqual(before);
  expect(await where(bob)).toEqual(waiting);
  // Without a Nope that is an answer too; what is said to it covers nobody.
  await bob.act.getByRole("button", { name: "NOPE!" }).tap();
  const notice = (await bob.page.getByText("You have no Nope card.").boundingBox())!;
  const seats = (await bob.page.locator(".seats .seat").first().boundingBox())!;
  expect(notice.y + notice.height).toBeLessThanOrEqual(seats.y + 6);
  await bob.act.getByText("Which card do you give?").waitFor();
  expect(await where(bob)).toEqual(waiting);
});

test("NET-8 everybody sees whose clock runs, and the one who is asked sees their own", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person(phone)];
  await tableOf(server, ann, [bob], { turn_s: 600, rules: only({ skip: 30 }, { "copies.defuse": 20, extra_defuses: "rest" }) });
  await ann.endTurn();
  await bob.act.getByRole("button", { name: "Draw a card" }).waitFor();
  await expect(ann.page.locator('.seats [data-seat="1"] [role=timer]')).toBeVisible();
  await expect(bob.page.locator(".seat.own [role=timer], header [role=timer]").first()).toBeInViewport();
});

const secondsOf = async (one: Person, seat: number) => parseInt(await one.page.locator(`.seats [data-seat="${seat}"] [role=timer]`).innerText());

test("NET-8 an opponent's clock is there from the first turn, goes on after a reload, and is not wound up by others", async ({ server, person }) => {
  const [ann, bob, cem] = [await person(), await person(), await person()];
  await tableOf(server, ann, [bob, cem], { turn_s: 600, rules: only({ skip: 30 }) });
  await bob.page.locator('.seats [data-seat="0"] [role=timer]').waitFor();
  await expect.poll(() => secondsOf(bob, 0)).toBeLessThan(599);
  await bob.page.reload();
  await bob.page.locator('.seats [data-seat="0"] [role=timer]').waitFor();
  expect(await secondsOf(bob, 0)).toBeLessThan(599);
  // Cem gives up: something has happened, but Ann's question is the same.
  await cem.page.getByRole("button", { name: "Menu" }).click();
  await cem.page.getByRole("button", { name: "Give up" }).click();
  await cem.page.getByRole("button", { name: "Really give up?" }).click(); // a slip of the hand ends nothing
  await expect(bob.page.locator('.seats [data-seat="2"]')).toContainText("out");
  expect(await secondsOf(bob, 0)).toBeLessThan(599);
});

test("WEB-4 the way of play is an arc over the piles where it can turn; nothing leads from pile to pile", async ({ server, person }) => {
  for (const cards of [{ reverse: 10, skip: 20 }, { skip: 30 }] as Record<string, number>[]) {
    const [ann, bob] = [await person(), await person()];
    await tableOf(server, ann, [bob], { expansions: ["imploding"], rules: only(cards) });
    const way = ann.page.getByRole("img", { name: "Play goes to the right" });
    await expect(way).toHaveCount("reverse" in cards ? 1 : 0);
    const boxes = await ann.page.locator(".felt .way, .felt .pile, .felt .discard").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    const [arc, pile, discard] = boxes.length === 3 ? boxes : [undefined, ...boxes];
    if (arc) expect(arc.bottom).toBeLessThanOrEqual(Math.min(pile!.top, discard!.top) + 1);
    if (arc) expect([arc.left < pile!.left, arc.right > discard!.right]).toEqual([true, true]);
    // Between the two piles lies the felt, and no more.
    const between = await ann.page.evaluate(([x, y]) => document.elementFromPoint(x!, y!)!.className, [(pile!.right + discard!.left) / 2 + 12, (pile!.top + pile!.bottom) / 2]);
    expect(between).toContain("felt");
  }
});

test("WEB-4 six on a phone: whole names, and a result whose buttons need no scrolling", async ({ server, person }) => {
  const ann = await person(phone);
  await ann.seatAt(server, "Ann", { seats: 6, bots: 5, window_ms: 500, turn_s: 0, preset: "implosion", expansions: ["imploding"] });
  await ann.page.locator("main li").nth(5).waitFor();
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await ann.page.locator(".seats .seat").nth(4).waitFor();
  const cut = await ann.page.locator(".seats .seat .name").evaluateAll((names) => names.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent));
  expect(cut).toEqual([]);
  await ann.playToTheEnd();
  for (const name of ["Rematch", "Replay", "Leave the room"]) await expect(ann.page.getByRole("dialog").getByRole("button", { name })).toBeInViewport({ ratio: 1 });
});

test("WEB-1 the chosen level is what the bots play and what the table says, by their names in both languages", async ({ server, person }) => {
  const ann = await person();
  await ann.page.goto(server.url);
  await ann.page.getByLabel("Difficulty").selectOption("hard");
  await ann.page.getByRole("button", { name: "Play now" }).click();
  await expect(ann.page.locator(".seats .seat > .name")).toHaveText([/Onyx\s*Hard/, /Raven\s*Hard/, /Sphinx\s*Hard/]);
  const told = ann.heard.map((text) => JSON.parse(text) as { t: string; players?: { bot?: string }[] }).filter((message) => message.t === "room").at(-1)!;
  expect(told.players!.slice(1).map((one) => one.bot)).toEqual(["hard", "hard", "hard"]);
  await ann.page.getByRole("button", { name: "Menu" }).click();
  await ann.page.getByRole("dialog").getByLabel("Language").selectOption("ko");
  await expect(ann.page.locator(".seats .seat > .name")).toHaveText([/오닉스\s*어려움/, /레이븐\s*어려움/, /스핑크스\s*어려움/]);
});

// Runs in the page: a bot may ask for a Favor before that. The question is looked up before each click: it may be the player's turn by then.
async function givesUntilItsTurn() {
  const asked = () => document.querySelector<HTMLElement>(".act")?.dataset.phase;
  const givesBy = (control: string) => asked() === "give" && document.querySelector<HTMLElement>(control)?.click();
  while (asked() !== "turn") {
    givesBy(".hand .slot.lit");
    await new Promise((later) => setTimeout(later, 50));
    givesBy(".act .answers button");
  }
}

test("WEB-1 the first game gives hints unasked; later ones when they are asked for", async ({ server, person }) => {
  // Somebody who has finished so many games, and lets every Nope pass until it is their turn.
  const plays = async (games: number) => {
    const ann = await person();
    await ann.page.addInitScript((finished) => {
      localStorage.setItem("ninelives.games", String(finished));
      localStorage.setItem("ninelives.autopass", "yes");
    }, games);
    await ann.page.goto(server.url);
    await ann.page.getByRole("button", { name: "Play now" }).click();
    await ann.page.evaluate(givesUntilItsTurn);
    return ann;
  };
  await (await plays(0)).act.locator(".hint").waitFor();
  await (await plays(1)).act.getByRole("button", { name: "Give me a hint" }).waitFor();
});

test("HINT-1 a hint names two answers that are about equal", async ({ server, person }) => {
  const ann = await person();
  await ann.page.addInitScript(() => {
    localStorage.setItem("ninelives.games", "0");
    localStorage.setItem("ninelives.autopass", "yes");
  });
  await ann.page.routeWebSocket(/\/ws$/, (socket) => {
    const moves = [{ action: "draw", games: 40, percent: 60 }, { action: "play skip", games: 38, percent: 59 }];
    socket.connectToServer().onMessage((text) => {
      const message = JSON.parse(String(text));
      socket.send(message.t === "hint" ? JSON.stringify({ ...message, moves, equal: true }) : text);
    });
  });
  await ann.page.goto(server.url);
  await ann.page.getByRole("button", { name: "Play now" }).click();
  await ann.page.evaluate(givesUntilItsTurn);
  await expect(ann.act.locator(".hint")).toContainText(/About equal: .*\(60\s%\).*\(59\s%\)/);
});

test("WEB-1 how fast bots play is chosen once: after a reload and at the next table, too", async ({ server, person }) => {
  const { page } = await person();
  const paces: number[] = [];
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => {
    const said = JSON.parse(String(payload)) as { t: string; percent?: number };
    if (said.t === "pace") paces.push(said.percent!);
  }));
  const playNow = () => page.getByRole("button", { name: "Play now" }).click();
  const openMenu = () => page.getByRole("button", { name: "Menu" }).click();
  const choice = page.getByLabel("Bots play");
  await page.goto(server.url);
  await playNow();
  await openMenu();
  await choice.selectOption({ label: "slowly" });
  await page.reload();
  await openMenu();
  await expect(choice).toHaveValue("200");
  await page.getByRole("button", { name: "Leave the room" }).click();
  await playNow();
  await openMenu();
  await expect(choice).toHaveValue("200");
  await expect.poll(() => paces).toEqual([200, 200, 200]);
});

test("WEB-1 who is out among bots goes forward to the end", async ({ server, person }) => {
  const ann = await person();
  await ann.seatAt(server, "Ann", { seats: 5, bots: 4, window_ms: 60_000, turn_s: 0 });
  await ann.page.locator("main li").nth(4).waitFor();
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await ann.page.locator(".hand .slot").first().waitFor();
  await ann.page.getByRole("button", { name: "Menu" }).click();
  await ann.page.getByLabel("Bots play").selectOption("200");
  await ann.page.getByRole("button", { name: "Give up" }).dblclick();
  await ann.page.getByRole("button", { name: "Fast-forward to the end" }).click();
  await ann.page.locator("dialog .win").waitFor();
});

test("EK-2 the phone shakes and sounds for its own player, and not when it is muted", async ({ server, person }) => {
  for (const muted of [false, true]) {
    const [ann, bob] = [await person({ ...phone, reducedMotion: "no-preference" }), await person()];
    await ann.page.addInitScript((quiet) => {
      const felt: number[][] = [];
      const heard: string[] = [];
      Object.assign(window, { felt, heard });
      navigator.vibrate = (pattern) => Boolean(felt.push([...(pattern as Iterable<number>)]));
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (at) { heard.push(this.type); start.call(this, at); };
      if (quiet) localStorage.setItem("ninelives.muted", "yes");
    }, muted);
    await tableOf(server, ann, [bob], { rules: only({ skip: 14, exploding: 30 }, { kittens: 20 }) });
    await ann.act.getByRole("button", { name: "Draw a card" }).tap();
    await ann.act.getByRole("button", { name: "Hide it here" }).waitFor();
    const noticed = () => ann.page.evaluate(() => { const { felt, heard } = window as unknown as { felt: number[][]; heard: string[] }; return [felt.length > 0, heard.length > 0]; });
    await expect.poll(noticed).toEqual([!muted, !muted]);
  }
});

test("STF-1 what was seen of the future is gone when the next question comes", async ({ server, person }) => {
  const [ann, bob] = [await person(phone), await person()];
  await tableOf(server, ann, [bob], { window_ms: 500, rules: only({ see: 24, exploding: 5 }) });
  await ann.page.locator(".hand .slot.lit").first().tap();
  await ann.act.getByRole("button", { name: /^Play See the Future/ }).tap();
  await ann.page.locator(".peek").waitFor();
  await ann.act.getByRole("button", { name: "Draw a card" }).tap();
  await expect(ann.page.locator(".peek")).toHaveCount(0);
});

test("NET-1 an invitation from this machine's own address has the one that friends can reach", async ({ person }) => {
  const lan = Object.values(networkInterfaces()).flat().find((one) => one && one.family === "IPv4" && !one.internal);
  test.skip(!lan, "this machine is in no network");
  const server = new GameServer("0.0.0.0");
  await server.start();
  try {
    const ann = await person();
    await ann.seatAt(server, "Ann", { seats: 2 });
    const link = await ann.page.getByRole("textbox", { name: "Link to this room" }).inputValue();
    expect(link).not.toContain("127.0.0.1");
    expect(link).toMatch(new RegExp(`^http://[\\d.]+:${server.port}/#${ann.code()}$`));
  } finally {
    await server.end();
  }
});

test("WEB-6 a file that is no record is refused in the reader's language", async ({ server, person }) => {
  const ann = await person({ locale: "ko-KR" });
  await ann.page.goto(server.url + "#replay");
  await ann.page.locator("input[type=file]").setInputFiles({ name: "a.jsonl", mimeType: "text/plain", buffer: Buffer.from("cats\n") });
  await expect(ann.page.locator("main")).toContainText(/이 (파일은 게임 기록이 아니에요|기록은 재생할 수 없어요)/);
  await expect(ann.page.locator("main")).not.toContainText(/[a-z]{4} [a-z]{2}/i);
});
