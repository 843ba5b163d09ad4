// Tests of secrets: a page receives and keeps no more than its player may know.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { everythingKept, notForSeat, serviceWorkerIsThere } from "./everything_kept";
import { expect, hostileNames, root, test, type Person } from "./server";
import { dealt, dealtWithoutNope, only } from "./stacked";

type Message = Record<string, unknown> & { t: string; view?: Record<string, unknown>; events?: Record<string, unknown>[] };

const messages = (one: Person) => one.heard.map((text) => JSON.parse(text) as Message);
const eventsOf = (one: Person) => messages(one).flatMap((message) => (message.t === "events" || message.t === "view" ? (message.events ?? []) : []));

test("EK-4 where a kitten was put back is in no message to anybody else, whatever the place", async ({ server, person }) => {
  const [ann, bob, watcher] = [await person(), await person(), await person()];
  // If only cats pair up, nobody can steal a Defuse: the player of the first kitten puts it back.
  const code = await ann.seatAt(server, "Ann", { preset: "family", seats: 2, window_ms: 500, turn_s: 0, rules: only({ skip: 14 }, { hand: 3, kittens: 3, "copies.exploding": 6, "copies.defuse": 8, extra_defuses: "rest" }) });
  await bob.join(server, code, "Bob");
  await watcher.page.goto(server.url + "#" + code);
  await watcher.page.getByRole("button", { name: "Only watch" }).click();
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await Promise.all([ann.playToTheEnd(), bob.playToTheEnd(), watcher.page.locator("dialog .win").waitFor()]);
  const placed = (one: Person, seat: number) => eventsOf(one).filter((event) => event.kind === "put_back" && (event.seat ?? -1) === seat);
  expect(placed(ann, 0).length + placed(bob, 1).length).toBeGreaterThan(0);
  for (const event of [...placed(ann, 1), ...placed(bob, 0), ...placed(watcher, 0), ...placed(watcher, 1)]) {
    expect(Object.keys(event).sort()).toEqual(["card", "kind", "seat"].filter((key) => key in event));
    expect(event).not.toHaveProperty("place");
  }
  for (const event of [...placed(ann, 0), ...placed(bob, 1)]) expect(event).toHaveProperty("place");
  // No field of the game's messages but the player's own names a place.
  for (const one of [bob, watcher]) {
    const answers = messages(one).filter((message) => message.t === "events" && JSON.stringify(message).includes('"depth'));
    expect(answers).toEqual([]);
  }
});

test("NOPE-9 windows look the same to one who holds a Nope and to one who doesn't", async ({ server, person }) => {
  // The same table twice: once nobody else has a Nope, once everybody has.
  const shapes: string[][] = [];
  for (const other of ["nope", "favor"]) {
    // A box without any Nope would open no window at all.
    const [ann, bob] = await (other === "nope" ? dealt(server, person, { nope: 30 }, 60_000) : dealtWithoutNope(server, person, { favor: 29, nope: 1 }, 60_000));
    const cards = ann.page.locator(".hand .slot.lit");
    await cards.nth(0).waitFor();
    await bob.page.locator(".hand .slot").first().waitFor();
    const from = ann.heard.length;
    const bobFrom = bob.heard.length;
    await cards.nth(-1).click();
    await cards.nth(-2).click();
    await ann.act.getByRole("button", { name: /^Play a pair/ }).click();
    await ann.act.getByRole("button", { name: "Bob" }).click();
    await bob.act.getByRole("button", { name: "NOPE!" }).waitFor();
    const shown = await bob.act.locator(".window").innerHTML();
    await bob.act.getByRole("button", { name: "Let it pass" }).click();
    // Both have heard all of it when the thief is asked again and the other is told.
    await expect(ann.page.locator(".side .log")).toContainText("You steal");
    await ann.act.getByText("Play a card, or draw to end your turn.").waitFor();
    await expect(bob.page.locator(".side .log")).toContainText("Ann steals");
    const shape = (text: string) => {
      const message = JSON.parse(text) as Message;
      const inWindow = message.t === "window" || (message.t === "question" && message.phase === "window");
      return inWindow ? text.replace(/\d{12,}/g, "T").replace(/"decision":\d+/, "D") : message.t;
    };
    const told = (one: Person, first: number) => one.heard.slice(first).filter((text) => /"t":"(events|window|question|refused)"/.test(text));
    const heard = [...told(ann, from), ...told(bob, bobFrom)].map(shape);
    // A hand is no secret to its player: without a Nope the button is grey, and says why.
    const ungreyed = other === "nope" ? shown : shown.replace(/ title="You have no Nope\."| none\b| main\b/g, "");
    shapes.push([...heard, ungreyed.replace(/svelte-\w+|Favor|Nope|favor|nope|\d+|style="[^"]*"|stroke-dasharray="[^"]*"|#[\w-]+/g, "")]);
  }
  expect(shapes[0]).toEqual(shapes[1]);
});

test("WEB-10 nothing of others' hands or the pile's order is in the page, its caches, stores or messages", async ({ server, person }) => {
  const [ann, bob] = [await person({ serviceWorkers: "allow" }), await person()];
  const code = await ann.seatAt(server, "Ann", { seats: 2, window_ms: 500, turn_s: 0 });
  await bob.join(server, code, "Bob");
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await Promise.all([ann, bob].map((one) => one.page.locator(".hand .slot").first().waitFor()));
  const views = messages(ann).filter((message) => message.t === "view");
  expect(Object.keys(views[0]!.view!)).not.toContain("hands");
  expect(notForSeat(messages(ann), 0)).toEqual([]);
  await serviceWorkerIsThere(ann.page);
  const kept = await everythingKept(ann.page);
  expect(kept.rows).toEqual({});
  for (const word of ["tacocat", "exploding", "defuse", "ninelives.view"]) expect(kept.storages).not.toContain(word);
  // The page's own files, as they were built.
  expect(kept.cached.length).toBeGreaterThan(20);
  for (const { path, body } of kept.cached) expect(body === readFileSync(root + "build/web" + path, "latin1"), path).toBe(true);
  // Nothing lies open on the table, but that everybody was dealt a Defuse.
  const faces = await ann.page.locator(".table .card:not(.back)").allTextContents();
  expect(faces.map((name) => name.trim())).toEqual(["Defuse"]);
});

test("WEB-1 the policy lets no inline script run, and nothing from elsewhere in", async ({ server, person }) => {
  const ann = await person();
  const answer = await ann.page.goto(server.url);
  const policy = answer!.headers()["content-security-policy"]!;
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(policy).not.toContain("unsafe-inline");
  const ran = await ann.page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.injected = 1";
    document.body.append(script);
    return "injected" in window;
  });
  expect(ran).toBe(false);
  ann.problems.length = 0;
});

test("200 hostile names are text and nothing else", async ({ server, person }) => {
  const names = hostileNames;
  expect(names.length).toBe(200);
  const ann = await person();
  await ann.page.goto(server.url);
  await ann.page.evaluate(() => Object.assign(window, { attacks: 0, alert: () => (window as unknown as { attacks: number }).attacks++ }));
  const bad: string[] = [];
  const shown: string[] = [];
  // Rooms of five hostile players each, over lines of their own; the page watches every one.
  for (let i = 0; i < names.length; i += 5) {
    const group = names.slice(i, i + 5);
    const room = await ann.page.evaluate(async (list) => {
      const line = () => new Promise<WebSocket>((take) => {
        const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws");
        socket.onopen = () => socket.send('{"t":"hello","version":1}');
        socket.onmessage = () => take(socket);
      });
      const say = (socket: WebSocket, message: unknown) => new Promise<{ t: string; room?: string }>((take) => {
        socket.onmessage = (frame) => {
          const answer = JSON.parse(frame.data);
          if (answer.t === "joined" || answer.t === "refused") take(answer);
        };
        socket.send(JSON.stringify(message));
      });
      let code: string | undefined;
      for (const name of list) {
        const socket = await line();
        const answer = await say(socket, code ? { t: "join", room: code, name } : { t: "create", name, listed: true });
        code ??= answer.room;
      }
      return code;
    }, group);
    if (!room) continue;
    await ann.page.goto(server.url + "#" + room);
    await ann.page.getByRole("button", { name: "Only watch" }).click();
    await ann.page.locator("main li .who b").first().waitFor();
    shown.push(...(await ann.page.locator("main li .who b").allTextContents()));
    const markup = await ann.page.evaluate(() => document.querySelectorAll("main li .who b *, main script, main iframe, main img").length);
    if (markup > 0) bad.push(group.join(" | "));
    const wide = await ann.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (wide) bad.push("too wide: " + group.join(" | "));
    await ann.page.getByRole("button", { name: "Leave the room" }).click();
  }
  expect(bad).toEqual([]);
  expect(shown.length).toBeGreaterThan(150);
  expect(shown.some((name) => name.includes("<script>"))).toBe(true);
  for (const name of shown) expect(name).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  expect(await ann.page.evaluate(() => (window as unknown as { attacks?: number }).attacks ?? 0)).toBe(0);
});


test("the page's sources put no text in as markup", () => {
  const folder = fileURLToPath(new URL("../../src/", import.meta.url));
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.(ts|svelte)$/.test(file));
  for (const file of sources) expect(readFileSync(folder + file, "utf8"), file).not.toMatch(/@html|innerHTML|insertAdjacentHTML|document\.write|eval\(/);
});
