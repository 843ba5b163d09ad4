// Tests of the practice server: whole games in WebAssembly, then the same chance, times and words given to the
// same code of the program. Every byte that comes out is the same, records and bots' choices with it.
import { execFileSync } from "node:child_process";
import { randomFillSync } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { ServerMessage, ServerQuestion } from "../../src/net/protocol";
import { categoryOf, normalForm, widthOf } from "../../src/practice/characters";
import { needed, PracticeCore } from "../../src/practice/core";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const driver = process.env.NINELIVES_PRACTICE_DRIVER ?? root + "build/release/practice_driver";
const server = await WebAssembly.compile(readFileSync(root + "build/wasm/server.wasm"));
const network = (name: string) => new Uint8Array(readFileSync(`${root}data/nets/${name}.nlnet`));

// A practice table, with everything that went in and came out written down. Time is the test's.
class Table {
  readonly went: string[] = [];
  readonly came: string[] = [];
  now = Date.UTC(2026, 0, 1);
  readonly #core: PracticeCore;
  #given = new Set<string>();

  constructor() {
    this.#core = new PracticeCore(server, {
      send: (text) => void this.came.push(text),
      close: (reason) => void this.came.push("closed " + reason),
      random: (bytes) => {
        randomFillSync(bytes);
        this.went.push("random " + Buffer.from(bytes).toString("hex"));
      },
    });
    this.#do("open", () => this.#core.open(this.now));
  }

  say(message: object) {
    const text = JSON.stringify(message);
    this.#do("say", () => this.#core.receive(text, this.now), text);
  }

  // Until something is heard, or nothing is left to wait for.
  wait() {
    const heard = this.came.length;
    while (this.came.length === heard) {
      if (this.#core.waits !== "nothing") this.#think();
      else if (this.#core.due === undefined) return;
      else {
        this.now = Math.max(this.now, this.#core.due);
        this.#do("tick", () => this.#core.tick(this.now));
      }
    }
  }

  messages(from = 0): ServerMessage[] {
    return this.came.slice(from).filter((text) => text.startsWith("{")).map((text) => JSON.parse(text) as ServerMessage);
  }

  #think() {
    for (const name of needed(this.#core.waits)) {
      if (!this.#given.has(name)) this.#core.giveNetwork(name, network(name));
      this.#given.add(name);
    }
    this.#do("think", () => this.#core.think(this.now));
  }

  #do(what: string, act: () => void, text = "") {
    this.went.push(`${what} ${this.now}${text ? " " + text : ""}`);
    act();
  }
}

// Sits down with bots of a level and answers by turns what is first, last and in the middle.
function playedGame(level: string, settings: object = {}): Table {
  const table = new Table();
  table.say({ t: "hello", version: 1, fair: false });
  table.say({ t: "create", name: "Ann", seats: 4, window_ms: 1000, turn_s: 0, ...settings });
  for (let i = 0; i < 3; ++i) table.say({ t: "add_bot", bot: level });
  table.say({ t: "start" });
  let read = 0;
  for (let answers = 0; ; ) {
    const fresh = table.messages(read);
    read = table.came.length;
    const question = fresh.findLast((one): one is ServerQuestion => one.t === "question");
    if (fresh.some((one) => one.t === "over")) break;
    if (question) {
      const { legal, game, decision } = question;
      table.say({ t: "answer", game, decision, action: legal[(answers++ * 7) % legal.length] });
    }
    table.wait();
  }
  table.say({ t: "record", from: 0 });
  table.wait();
  return table;
}

const recordOf = (table: Table) => table.messages().flatMap((one) => (one.t === "record" ? one.lines : []));

const games = [
  ["easy", {}], ["medium", { preset: "family", expansions: ["imploding", "streaking"] }], ["hard", {}],
  ["hard", { preset: "implosion", expansions: ["imploding"] }], ["net", {}],
] as const;

test.runIf(existsSync(driver)).each(games)("WEB-9 a game against %s %o is the same in WebAssembly and in the program", (level, settings) => {
  const table = playedGame(level, settings);
  expect(recordOf(table).length).toBeGreaterThan(10);
  const native = execFileSync(driver, { input: table.went.join("\n") + "\n", encoding: "utf8", maxBuffer: 1 << 28 });
  // Page and program may be of two commits: each names its own.
  const said = (lines: string[]) => lines.map((line) => line.replace(/"ninelives [^"]+"/, '"ninelives"'));
  expect(said(native.trimEnd().split("\n"))).toEqual(said(table.came));
});

test("WEB-9 what is thrown away unthought is answered all the same", () => {
  const core = new PracticeCore(server, { send: () => undefined, close: () => undefined, random: (bytes) => randomFillSync(bytes) });
  let now = 1e12;
  core.open(now);
  const said: object[] = [
    { t: "hello", version: 1, fair: false }, { t: "create", name: "Ann", seats: 2, turn_s: 1, window_ms: 500 }, { t: "add_bot", bot: "hard" }, { t: "start" },
  ];
  for (const message of said) core.receive(JSON.stringify(message), now);
  // Two people who never answer in time, one of them a bot whose network never came: the game ends.
  for (let i = 0; i < 5000 && core.due !== undefined; ++i) {
    while (core.waits !== "nothing") core.drop();
    now = Math.max(now, core.due);
    core.tick(now);
  }
  expect(now).toBeLessThan(1e12 + 3600_000);
});

test("WEB-9 nonsense is refused, and the table goes on", () => {
  const table = new Table();
  table.say({ t: "hello", version: 1, fair: false });
  for (const text of ["", "{", "[]", "null", '{"t":"create"}', '{"t":"create","name":"\\u0000"}', '{"t":"answer","game":-1}', "\u{1f63a}".repeat(900)]) {
    const core = table.came.length;
    table.say(JSON.parse(JSON.stringify({ t: "chat", text })) as object);
    expect(table.came.length).toBeGreaterThanOrEqual(core);
  }
  table.say({ t: "create", name: "\u202eAnn\u0301\u0301\u0301  B", seats: 2 });
  const room = table.messages().findLast((one) => one.t === "room");
  expect(room?.t === "room" && room.players[0]!.name).toBe("An\u0144\u0301\u0301 B");
});

test("characters are sorted as the program sorts them", () => {
  const point = (text: string) => text.codePointAt(0)!;
  expect([..." \u0007\u200b\ue000\u2028\u0301A가"].map((one) => categoryOf(point(one)))).toEqual([1, 2, 3, 5, 7, 9, 0, 0]);
  expect([..."A가\u0301😺é"].map((one) => widthOf(point(one)))).toEqual([1, 2, 0, 2, 1]);
  expect(normalForm("e\u0301", 0)).toBe("é");
  expect(normalForm("ﬁ", 1)).toBe("fi");
});
