// What a page receives and keeps: no more than its player may know.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test, type Person } from "./server";
import { only } from "./stacked";

// A secret that gets out once in a while is out: these are not tried again.
test.describe.configure({ retries: 0 });

type Message = Record<string, unknown> & { t: string; view?: Record<string, unknown>; events?: Record<string, unknown>[] };

const messages = (one: Person) => one.heard.map((text) => JSON.parse(text) as Message);
const eventsOf = (one: Person) => messages(one).flatMap((message) => (message.t === "events" || message.t === "view" ? (message.events ?? []) : []));

test("EK-4 where a kitten was put back is in no message to anybody else, whatever the place", async ({ server, person }) => {
  const [ann, bob, watcher] = [await person(), await person(), await person()];
  // Where only cats pair up nobody can steal a Defuse: whoever draws the first kitten puts it back.
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
  // No field of the game's messages but one's own names a place.
  for (const one of [bob, watcher]) {
    const answers = messages(one).filter((message) => message.t === "events" && JSON.stringify(message).includes('"depth'));
    expect(answers).toEqual([]);
  }
});

test("NOPE-9 windows look the same to one who holds a Nope and to one who doesn't", async ({ server, person }) => {
  // The same table twice: once nobody else has a Nope, once everybody has.
  const shapes: string[][] = [];
  for (const other of ["nope", "favor"]) {
    const [ann, bob] = [await person(), await person()];
    const code = await ann.seatAt(server, "Ann", { seats: 2, window_ms: 8000, turn_s: 0, rules: only({ [other]: 30 }) });
    await bob.join(server, code, "Bob");
    await ann.page.getByRole("button", { name: "Start the game" }).click();
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
    // The own hand is no secret to its player: without a Nope the own button is grey, and says why.
    const ungreyed = other === "nope" ? shown : shown.replace(/ title="You have no Nope\."| none\b| main\b/g, "");
    shapes.push([...heard, ungreyed.replace(/svelte-\w+|Favor|Nope|favor|nope|\d+|style="[^"]*"|stroke-dasharray="[^"]*"|#[\w-]+/g, "")]);
  }
  expect(shapes[0]).toEqual(shapes[1]);
});

test("nothing of others' hands or the pile's order is in the page, its storage or its console", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  const code = await ann.seatAt(server, "Ann", { seats: 2, window_ms: 500, turn_s: 0 });
  await bob.join(server, code, "Bob");
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await Promise.all([ann, bob].map((one) => one.page.locator(".hand .slot").first().waitFor()));
  const views = messages(ann).filter((message) => message.t === "view");
  expect(Object.keys(views[0]!.view!)).not.toContain("hands");
  for (const event of eventsOf(ann)) if (event.secret) expect([event.seat, event.other]).toContain(0);
  const kept = await ann.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie);
  expect(Object.keys(JSON.parse(kept))).toEqual(expect.not.arrayContaining(["ninelives.view"]));
  for (const card of ["tacocat", "exploding", "defuse"]) expect(kept).not.toContain(card);
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
  const names = hostileNames();
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

function hostileNames(): string[] {
  const markup = ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg onload=alert(1)>", "</p><h1>x", "<!--", "]]>", "<b>bold</b>", "<iframe src=javascript:alert(1)>", "\"><script>alert(1)</script>", "'-alert(1)-'", "javascript:alert(1)", "{{7*7}}", "${alert(1)}", "{@html '<b>x</b>'}", "<style>*{display:none}</style>", "&lt;b&gt;", "&#60;b&#62;", "<a href=//x>", "<math><mi>", "<template>"];
  const text = ["{seat}", "{card:을/를}", "{number|a|b}", "%s%n", "$&", "\\u003cb", "../../etc/passwd", "'; DROP TABLE seats;--", "null", "undefined", "NaN", "true", "__proto__", "constructor", "toString", "0", "-1", "1e999", " a ", "a\tb"];
  const control = Array.from({ length: 40 }, (_, i) => `x${String.fromCharCode(i % 2 ? i : 0x80 + i)}y${i}`);
  const bidi = ["\u202e", "\u202d", "\u2066", "\u2067", "\u2068", "\u200f", "\u061c", "\u200b", "\u200d", "\ufeff"].map((mark) => `evil${mark}nimda`);
  const wide = Array.from({ length: 30 }, (_, i) => ["W", "漢", "한", "🐈", "ﷺ", "Z\u0300\u0301\u0302"][i % 6]!.repeat(8 + i * 9));
  const scripts = Array.from({ length: 40 }, (_, i) => `<script>alert(${i})</script>`.slice(0, 12 + i));
  const emoji = Array.from({ length: 40 }, (_, i) => String.fromCodePoint(0x1f600 + i) + "\u200d" + String.fromCodePoint(0x1f3fb + (i % 5)) + i);
  return [...markup, ...text, ...control, ...bidi, ...wide, ...scripts, ...emoji].slice(0, 200);
}

test("the page's sources put no text in as markup", () => {
  const folder = fileURLToPath(new URL("../../src/", import.meta.url));
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.(ts|svelte)$/.test(file));
  for (const file of sources) expect(readFileSync(folder + file, "utf8"), file).not.toMatch(/@html|innerHTML|insertAdjacentHTML|document\.write|eval\(/);
});
