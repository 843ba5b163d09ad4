// Layout of every screen from a phone to a wall, in English and Korean, light and dark: nothing is cut or covered, axe
// reports nothing, and names and boxes are as recorded (screens.ts). NINELIVES_SHOTS=1 keeps pictures to look at.
import { fileURLToPath } from "node:url";
import type { Page, WebSocketRoute } from "@playwright/test";
import { compareScreen, otherThan, shoot } from "./screens";
import { GameServer, test, withLadder, type Person, type Settings } from "./server";
import { isPseudo, onlyFromLang, pseudoLanguages, textsOf, type PseudoLanguage } from "./languages";
import { everySize, fewWays, optionsOf, pseudoWays, recordedSizes, ways, type Size } from "./sizes";
import { only } from "./stacked";
import { accessible, tidy } from "./tidy";

// A whole game of six with two expansions, for the replay, and a short one that the coach looks at.
const record = fileURLToPath(new URL("../../../tests/golden/family-both-6.jsonl", import.meta.url));
const short = fileURLToPath(new URL("../../../tests/golden/implosion-none-2.jsonl", import.meta.url));
const words = {
  en: { play: "Play now", room: "Create a room", create: "Create the room", start: "Start the game", draw: "Draw a card", hide: "Hide it here", pass: "Let it pass", watch: "Only watch", leave: "Leave the room", find: "Find one", stop: "Stop looking", noLadder: "Nobody has played for the ladder yet.", nope: /^Nope/ },
  ...Object.fromEntries(pseudoLanguages.map((code) => [code, wordsOf(code)])) as Record<PseudoLanguage, ReturnType<typeof wordsOf>>,
  ko: { play: "바로 시작", room: "방 만들기", create: "방 만들기", start: "게임 시작", draw: "카드 뽑기", hide: "여기에 숨기기", pass: "통과", watch: "관전만 하기", leave: "방 나가기", find: "찾기", stop: "그만 찾기", noLadder: "순위표에 반영된 게임이 아직 없어요.", nope: /^안 돼!/ },
};

// The same in a language that tests make up.
function wordsOf(language: PseudoLanguage) {
  const { web, cards } = textsOf(language);
  const keys = { play: "play_now", room: "new_room", create: "create", start: "start", draw: "draw", hide: "place_done", pass: "pass", watch: "watch_only", leave: "leave", find: "find_go", stop: "find_stop", noLadder: "ladder_none" } as const;
  const named = Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, web[key]!])) as Record<keyof typeof keys, string>;
  return { ...named, nope: new RegExp("^" + cards.nope!.name.replace(/[[\]]/g, "\\$&")) };
}

type Look = { axe?: boolean; recorded?: boolean };

async function look(one: Person, way: string, screen: string, { axe = false, recorded = true }: Look) {
  if (recorded) await compareScreen(one.page, { way, screen });
  else await shoot(one.page, `${way}-${screen}`);
  await tidy(one.page, `${way}-${screen}`);
  if (way.endsWith("en-XA")) await onlyFromLang(one.page, `${way}-${screen}`);
  if (axe) await accessible(one.page, `${way}-${screen}`);
}

test("the screens are compared: they were recorded with this browser and these fonts", ({ browser }) => {
  const why = otherThan(browser);
  test.skip(why !== undefined, why);
});

// In CI Korean is checked in two sizes: the narrowest and the usual.
const inKorean: readonly Size[] = ["phone", "laptop"];
const looked = [...ways.filter(({ size, language }) => language === "en" || everySize || inKorean.includes(size)), ...pseudoWays];

for (const way of looked) {
  const { size, language, colorScheme } = way;
  const w = words[language];
  const title = `${size}-${language}`;
  const recorded = !isPseudo(language) && (recordedSizes as readonly string[]).includes(size);
  // Colours and languages both change, so axe runs in two of the combinations.
  const axe = (size === "tablet" && language === "en") || (size === "phone" && language === "ko");
  const options = optionsOf(way);
  const shot = (one: Person, screen: string) => look(one, title, screen, { axe, recorded });
  // Without axe, which would wait for the page's stopped clock.
  const scene = (one: Person, screen: string) => look(one, title, screen, { recorded });
  const closeDialog = async (one: Person) => {
    await one.page.keyboard.press("Escape");
    // Out of the page, not only shut: until then keys are the dialog's.
    await one.page.locator("dialog").waitFor({ state: "detached" });
  };

  // Four at a table whose hands are all of one kind; Ann begins. Windows open where the box has a Nope.
  const table = async (server: GameServer, ann: Person, bob: Person, cards: Record<string, number>, more: Settings = {}) => {
    const rules = only({ ...cards, exploding: 10 }, { kittens: 3 });
    const settings = { seats: 4, bots: 2, window_ms: 60_000, turn_s: 0, expansions: ["imploding"], rules, ...more };
    const code = await ann.seatAt(server, language === "ko" ? "지훈" : "Ann", settings);
    await ann.page.locator("main li").nth(settings.seats - 1).waitFor();
    // From elsewhere: who sits at another table would be asked whether to leave it.
    await bob.page.goto("about:blank");
    await bob.page.goto(server.url + "#" + code);
    await bob.page.getByRole("button", { name: w.watch }).waitFor();
  };
  const begin = async (ann: Person, bob: Person) => {
    await bob.page.locator("form button").first().click();
    // The free seat is an item of the list, too: the last one has to be somebody's.
    await bob.page.locator("main").getByRole("button", { name: w.leave }).first().waitFor();
    await ann.page.getByRole("button", { name: w.start }).click();
    await ann.page.locator("button.pile").waitFor();
    await bob.page.locator(".hand .slot").first().waitFor();
  };
  // By script: a tap would end a scene, and the page's clock may stand still.
  const press = (one: Person, selector: string) => one.page.locator(selector).evaluate((button: HTMLElement) => button.click());
  const hasNope = async (one: Person) => (await one.page.locator(".hand").getByRole("button", { name: w.nope }).count()) > 0;
  const asked = (one: Person, phase: string) => one.page.locator(`.act[data-phase="${phase}"]`).waitFor();
  const main = (one: Person) => one.act.locator(".button.main").first().click();
  const target = async (ann: Person, bob: Person) => {
    await asked(ann, "target");
    await ann.act.locator(".answers button").last().click();
    await asked(bob, "window");
  };

  test(`WEB-4 WEB-7 every screen is tidy and accessible: ${size}, ${language}, ${colorScheme}`, async ({ server, person }) => {
    const [ann, bob] = [await person(options), await person(options)];
    await ann.page.goto(server.url);
    await ann.page.getByRole("button", { name: w.play }).waitFor();
    await shot(ann, "01-start");
    await ann.page.getByRole("button", { name: w.room }).click();
    await ann.page.getByRole("button", { name: w.create }).waitFor();
    await shot(ann, "02-new-room");
    await table(server, ann, bob, { favor: 27, nope: 1 });
    await ann.page.locator(".qr svg").waitFor();
    await shot(ann, "03-lobby");
    await ann.page.locator("button.settings").click();
    await ann.page.getByRole("dialog").waitFor();
    await shot(ann, "29-lobby-settings");
    await ann.page.keyboard.press("Escape");
    await shot(bob, "04-invited");
    await begin(ann, bob);
    // The Nope is with a bot, where no picture shows it.
    while ((await hasNope(ann)) || (await hasNope(bob))) {
      await table(server, ann, bob, { favor: 27, nope: 1 });
      await begin(ann, bob);
    }
    const { page } = ann;
    await shot(ann, "05-turn");
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await shot(ann, "06-help");
    await closeDialog(ann);
    await page.locator(".table .odds").click();
    await page.getByRole("dialog").waitFor();
    await shot(ann, "07-odds");
    await page.keyboard.press("Escape");
    await page.locator(".hand .slot.lit").last().click();
    await shot(ann, "08-selected");
    await main(ann);
    await asked(ann, "target");
    await shot(ann, "09-target");
    await target(ann, bob);
    await shot(bob, "10-window");
    await shot(ann, "11-waiting");
    await bob.act.locator(".pass").click();
    await asked(bob, "give");
    await bob.page.locator(".hand .slot.lit").last().click();
    await shot(bob, "12-give");
    await main(bob);
    await asked(ann, "turn");
    await page.locator("button.discard").click();
    await page.getByRole("dialog").waitFor();
    await shot(ann, "31-discard");
    await closeDialog(ann);
    await page.evaluate(() => (location.hash = ""));
    await page.getByRole("dialog").waitFor();
    await shot(ann, "30-leave");
    await closeDialog(ann);
    await page.keyboard.press("d");
    await asked(ann, "place");
    await shot(ann, "13-place");
  });

  test(`WEB-7 IMP-3 COMBO-3 orders and names are tidy and accessible: ${size}, ${language}`, async ({ server, person }) => {
    const [ann, bob] = [await person(options), await person(options)];
    await table(server, ann, bob, { alter: 28 });
    await begin(ann, bob);
    await ann.page.locator(".hand .slot.lit").last().click();
    await main(ann);
    await asked(ann, "order");
    await shot(ann, "14-order");
    await ann.act.locator(".order .button").click();
    await asked(ann, "turn");
    await table(server, ann, bob, { tacocat: 28 });
    await begin(ann, bob);
    const cats = ann.page.locator(".hand .slot.lit");
    for (const i of [-1, -2, -3]) await cats.nth(i).click();
    await main(ann);
    await asked(ann, "target");
    await ann.act.locator(".answers button").last().click();
    await asked(ann, "name");
    await shot(ann, "15-name");
    await table(server, ann, bob, { see: 28 });
    await begin(ann, bob);
    await ann.page.locator(".hand .slot.lit").last().click();
    await main(ann);
    await ann.page.locator(".peek").waitFor();
    await shot(ann, "16-peek");
    // Five cards are the most that is ever seen or put in order.
    await table(server, ann, bob, { see5: 28 }, { expansions: ["imploding", "streaking"] });
    await begin(ann, bob);
    await ann.page.locator(".hand .slot.lit").last().click();
    await main(ann);
    await ann.page.locator(".peek li").nth(4).waitFor();
    await shot(ann, "32-see-five");
    await table(server, ann, bob, { alter5: 28 }, { expansions: ["imploding", "streaking"] });
    await begin(ann, bob);
    await ann.page.locator(".hand .slot.lit").last().click();
    await main(ann);
    await asked(ann, "order");
    await ann.page.locator(".order li").nth(4).waitFor();
    await shot(ann, "33-alter-five");
  });

  test(`WEB-7 what lies beside a game is tidy and accessible: ${size}, ${language}`, async ({ server, person }) => {
    const [ann, bob] = [await person(options), await person(options)];
    const { page } = ann;
    const go = async (hash: string, there: string) => {
      await page.goto(server.url + "#" + hash);
      await page.locator(there).first().waitFor();
    };
    await go("rules/official", "main .panel, main h2");
    await shot(ann, "17-rules");
    await go("learn", ".coach .line");
    await shot(ann, "18-learn");
    for (let i = 0; i < 2; ++i) await page.locator(".coach .button").first().click();
    await shot(ann, "19-learn-draw");
    await go("replay", "input[type=file]");
    await shot(ann, "20-open-record");
    await page.locator("input[type=file]").setInputFiles(record);
    await page.locator(".controls").waitFor();
    await page.keyboard.press("End");
    await shot(ann, "21-replay-open");
    await page.locator(".controls select", { has: page.locator("option[value=all]") }).selectOption("0");
    for (let i = 0; i < 3; ++i) await page.keyboard.press("ArrowLeft");
    await shot(ann, "22-replay-eyes");
    await go("0000000000", "main h1");
    await page.locator(".controls").waitFor({ state: "detached" }); // the replay has a heading, too
    await shot(ann, "23-no-room");

    const rules = only({ favor: 42, exploding: 20, defuse: 6 }, { kittens: 6 });
    await ann.seatAt(server, language === "ko" ? "지훈" : "Ann", { seats: 6, bots: 5, window_ms: 60_000, turn_s: 0, expansions: ["imploding"], rules });
    await page.locator("main li").nth(5).waitFor();
    await page.getByRole("button", { name: w.start }).click();
    await page.locator(".hand .slot.lit").first().waitFor();
    await shot(ann, "24-six");
    await page.locator("header .bar .button").last().click();
    await page.getByRole("dialog").waitFor();
    await shot(ann, "25-menu");
    await closeDialog(ann);
    await page.keyboard.press("l");
    await page.getByRole("dialog").waitFor();
    await shot(ann, "26-log");
    await page.keyboard.press("Escape");
    await page.locator(".hand .slot").last().click({ button: "right" });
    await page.getByRole("dialog").waitFor();
    await shot(ann, "27-card");

    const code = await bob.seatAt(server, language === "ko" ? "하늘" : "Bob", { seats: 2, window_ms: 60_000, turn_s: 0, rules: only({ skip: 20 }) });
    const cem = await person(options);
    await cem.page.goto(server.url + "#" + code);
    await cem.page.locator("form button").first().click();
    await bob.page.getByRole("button", { name: w.start }).click();
    await cem.page.locator(".hand .slot").first().waitFor();
    await cem.page.locator("header .bar .button").last().click();
    await cem.page.getByRole("dialog").locator(".button.danger").dblclick();
    await bob.page.locator("dialog .win").waitFor();
    await bob.page.locator("dialog .who .muted").first().waitFor();
    await bob.page.locator('dialog a[href*="/g/"]').waitFor(); // its address, as soon as the game is kept
    await shot(bob, "28-result");
    await bob.page.goto("about:blank");
    await bob.page.goto(server.url + "#history");
    await bob.page.locator("main li").waitFor();
    await shot(bob, "34-history");
  });

  test(`EK-2 WEB-7 WEB-8 WEB-10 WEB-12 what is seen now and then is tidy and accessible: ${size}, ${language}`, async ({ server, person }) => {
    const [ann, bob] = [await person(options), await person({ ...options, reducedMotion: "no-preference" })];
    await bob.page.clock.install();
    const { page } = ann;
    await page.goto(server.url);
    await page.getByRole("button", { name: w.find, exact: true }).click();
    await page.getByRole("button", { name: w.stop }).waitFor();
    await page.getByRole("button", { name: w.stop }).scrollIntoViewIfNeeded();
    await shot(ann, "35-finding");
    await page.getByRole("button", { name: w.stop }).click();
    await page.goto(server.url + "#puzzle/2026-11-16");
    await page.locator(".answers .button").first().waitFor();
    await shot(ann, "36-puzzle");
    await page.locator(".answers .button").first().click();
    await page.locator(".reasons .right").waitFor();
    await page.locator("main > .row").last().scrollIntoViewIfNeeded();
    await shot(ann, "37-puzzle-answer");
    await page.goto(server.url + "#replay/review");
    await page.locator("input[type=file]").setInputFiles(short);
    await page.getByRole("dialog").locator(".curve").waitFor();
    await shot(ann, "38-review");

    // A pile of kittens, hands of Defuses: Ann's time is up twice, and her seat is a bot's. Later moves are not tested here.
    const kittens = { kittens: 20, extra_defuses: "rest", extra_defuses_dealt: true };
    const cem = await person(options);
    await page.routeWebSocket(/\/ws$/, untilHeld);
    await table(server, ann, cem, {}, { seats: 2, bots: 0, turn_s: 1, expansions: [], rules: only({ defuse: 16, exploding: 30 }, kittens) });
    await begin(ann, cem);
    await page.locator(".held .urgent").waitFor();
    await page.locator('.seats [data-seat="1"].on').waitFor();
    // The log names the kitten's place, which is random here, so this screen is not recorded.
    await look(ann, title, "39-held", { axe, recorded: false });

    // Bob's first kitten, large; then the one that ends him, and what is left of him. His page's clock stands still meanwhile.
    await table(server, bob, cem, {}, { seats: 3, bots: 0, expansions: [], rules: only({ exploding: 30 }, { kittens: 20, hand: 0 }) });
    await ann.page.goto("about:blank");
    await ann.page.goto(server.url + "#" + bob.code());
    await ann.page.locator("form button").first().click();
    await ann.page.locator("main").getByRole("button", { name: w.leave }).first().waitFor();
    await begin(bob, cem);
    await bob.page.clock.pauseAt(Date.now() + 60_000);
    await press(bob, "button.pile");
    await bob.page.locator(".stage.kitten").waitFor();
    await scene(bob, "40-kitten");
    await bob.page.clock.resume();
    await bob.page.keyboard.press("Shift");
    await press(bob, ".act form .button.main");
    for (const one of (await cem.page.locator('.seat.own[data-seat="1"]').count()) ? [cem, ann] : [ann, cem]) {
      await press(one, "button.pile");
      await press(one, ".act form .button.main");
    }
    await bob.page.locator("button.pile").waitFor();
    // The others' kittens have scenes of their own.
    await bob.page.keyboard.press("Shift");
    await bob.page.locator(".stage").waitFor({ state: "detached" });
    await bob.page.locator(".flight").first().waitFor({ state: "detached" });
    await bob.page.clock.pauseAt(Date.now() + 3_600_000);
    await press(bob, "button.pile");
    await bob.page.locator(".stage.kitten").waitFor();
    await bob.page.clock.runFor(2250);
    await bob.page.locator(".stage.died").waitFor();
    await scene(bob, "41-blast");
    await bob.page.clock.runFor(2350);
    await bob.page.locator(".watch.out").waitFor();
    await bob.page.clock.resume();
    await shot(bob, "42-out");
  });

  if (!isPseudo(language) && !(fewWays as readonly unknown[]).includes(way)) continue;
  test(`WEB-7 WEB-11 WEB-12 WEB-13 ladder, devices and games over days are tidy and accessible: ${size}, ${language}`, async ({ person }) => {
    const server = new GameServer("127.0.0.1", "", withLadder);
    await server.start();
    const [ann, bob] = [await person(options), await person(options)];
    const { page } = ann;
    const own = language === "ko" ? "지훈" : "Ann";
    await page.goto(server.url + "#ladder");
    await page.getByText(w.noLadder).waitFor();
    await shot(ann, "44-ladder-empty");
    await page.locator("main .name input").fill(own);
    await page.locator("main .button.main").click();
    await page.locator("main .name + .row .button:not(.main)").waitFor();
    await fillLadder(page, own);
    await page.reload();
    await page.locator("tr[aria-current]").waitFor();
    await shot(ann, "45-ladder");
    await page.locator("main > section").scrollIntoViewIfNeeded();
    await page.locator("main .name + .row .button").click();
    await shot(ann, "46-ladder-leave");
    await page.goto(server.url + "#history");
    await page.locator("main > section .button").first().click();
    await page.locator(".qr svg").waitFor();
    await page.locator("main > section").last().scrollIntoViewIfNeeded();
    await shot(ann, "52-devices");
    await bob.page.goto(server.url + new URL(await page.locator("input[readonly]").inputValue()).hash);
    await bob.page.locator("main .button.main").waitFor();
    await shot(bob, "53-take-device");
    await page.goto(server.url + "#new");
    await page.locator(".numbers select").selectOption("24");
    await page.locator("form > .row").scrollIntoViewIfNeeded();
    await shot(ann, "47-new-room-days");

    await table(server, ann, bob, { skip: 28 }, { hours: 24, seats: 2, bots: 0, listed: false });
    await shot(bob, "48-invited-days");
    await begin(ann, bob);
    await shot(bob, "49-waiting-days");
    for (const [one, screen] of [[ann, "50-my-turn-days"], [bob, "51-my-tables"]] as const) {
      await one.page.evaluate(() => (location.hash = ""));
      await one.page.locator("main section.panel li").first().waitFor();
      await shot(one, screen);
    }
    await server.end();
  });
}

// A ladder as it is after some weeks, with long names and short ones; `own` is whoever looks at it.
async function fillLadder(page: Page, own: string) {
  const names = ["WWWWWWWWWWWWWWWWWWWWWWWW", "하늘", "<b>Cem</b>", own, "Marie-Antoinette d'Artois", "Zoë", "가나다라마바사아자차카타파하거너더러머버서어저처"];
  const players = names.map((name, i) => ({ id: name, name, points: 1893 - 97 * i, games: 1234 >> i, played: Date.UTC(2026, 10, 16 - i, 12) }));
  await page.route(/ladder\.json$/, (route) => route.fulfill({ json: { now: Date.UTC(2026, 10, 17), players } }));
  await page.route(/ladder\/[0-9a-f]+$/, (route) => route.fulfill({ json: players.find(({ name }) => name === own) }));
}

// All that the server says, until a bot holds the first seat and the time of the next is up.
function untilHeld(socket: WebSocketRoute) {
  const server = socket.connectToServer();
  let [held, cut] = [false, false];
  server.onMessage((text) => {
    const message = JSON.parse(String(text)) as { t: string; seat?: number; players?: { held?: boolean }[] };
    held ||= message.t === "room" && message.players?.[0]?.held === true;
    cut ||= held && message.t === "timeout" && message.seat === 1;
    if (!cut) socket.send(text);
  });
}
