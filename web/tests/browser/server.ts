// Fixtures: a real server for each worker, with quick windows and bots, and people at it: pages that
// press the page's own controls.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, type Browser, type Page } from "@playwright/test";
import { speak } from "./languages";
import type { PersonOptions } from "./sizes";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
export const program = process.env.NINELIVES_PROGRAM ?? root + "build/release/ninelives";

// Hostile names for tests, the same as in the server's own tests.
export const hostileNames = JSON.parse(readFileSync(root + "tests/names/hostile_names.json", "utf8")) as string[];

export const settings = `
per_address = 1000
log = "warning"
[limits]
message_burst = 1000
message_every_ms = 1
chat_every_ms = 1
strikes = 1000
rooms_per_address = 10000
slow_rooms_per_address = 10000
bots_per_address = 10000
room_burst = 10000
game_burst = 10000
hint_burst = 10000
enter_burst = 10000
host_burst = 10000
[pace]
bot_ms = 25
bot_spread_ms = 15
after_restart_ms = 2000
`;
export const withLadder = settings + "[features]\nladder = true\n";

export function freePort(): Promise<number> {
  return new Promise((take) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => take(typeof address === "object" && address ? address.port : 0));
    });
  });
}

export class GameServer {
  readonly folder = mkdtempSync(join(tmpdir(), "ninelives-"));
  port = 0;
  #process: ChildProcess | undefined;

  // `more`: lines of the settings, before its sections.
  constructor(readonly bind = "127.0.0.1", readonly more = "", readonly sections = settings) {}

  get url() {
    return `http://127.0.0.1:${this.port}/`;
  }

  async start() {
    this.port ||= await freePort();
    writeFileSync(join(this.folder, "server.toml"), this.more + this.sections);
    const options = ["serve", "--config", join(this.folder, "server.toml"), "--bind", this.bind, "--port", String(this.port)];
    options.push("--data", join(this.folder, "data"), "--web", root + "build/web");
    this.#process = spawn(program, options, { stdio: ["ignore", "ignore", "inherit"] });
    for (;;) {
      const answer = await fetch(this.url).catch(() => undefined);
      if (answer?.ok) return;
      if (this.#process.exitCode !== null) throw new Error(`the server ended with ${this.#process.exitCode}`);
      await new Promise((later) => setTimeout(later, 50));
    }
  }

  // As by kill -9, or as by Ctrl-C.
  async stop(signal: "SIGKILL" | "SIGINT" = "SIGINT") {
    const running = this.#process;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((end) => running.once("exit", end));
    running.kill(signal);
    await ended;
  }

  // An admin command's answer, an object a line.
  admin(...words: string[]): Record<string, unknown>[] {
    const said = execFileSync(program, ["admin", "--data", join(this.folder, "data"), ...words], { encoding: "utf8" });
    return said.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  async end() {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export type Settings = {
  preset?: string; expansions?: string[]; seats?: number; bots?: number; window_ms?: number; turn_s?: number; hours?: number;
  listed?: boolean; rules?: Record<string, string | number | boolean>;
};

// Runs in a page: a line of its own, by which a room is made and the seat in it remembered. A line that
// is cut before that, as on a machine too busy to shake hands in time, is tried again.
export function openRoom({ name, settings }: { name: string; settings: Settings }): Promise<string> {
  return new Promise((take, fail) => {
    const open = () => {
      let done = false;
      const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws");
      socket.onopen = () => socket.send(JSON.stringify({ t: "hello", version: 1, fair: true }));
      socket.onclose = () => done || setTimeout(open, 500);
      socket.onmessage = (frame) => {
        const message = JSON.parse(String(frame.data));
        if (message.t === "welcome") socket.send(JSON.stringify({ t: "create", name, ...settings }));
        if (message.t === "refused") fail(new Error(JSON.stringify(message)));
        if (message.t !== "joined") return;
        localStorage.setItem("ninelives.seats", JSON.stringify([[message.room, message.token]]));
        done = true;
        socket.close();
        take(message.room);
      };
    };
    open();
  });
}

// Runs in a page, of whatever browser: see Person.playToTheEnd.
export async function playItself(): Promise<string[]> {
  const seen = new Set<string>();
  let forwarded = false;
  const any = <T>(list: T[]): T | undefined => list[Math.floor(Math.random() * list.length)];
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const pause = (ms: number) => new Promise((later) => setTimeout(later, ms));
  for (;;) {
    if (document.querySelector("dialog .win")) return [...seen];
    const act = document.querySelector<HTMLElement>(".act");
    const phase = act?.dataset.phase;
    if (!act || !phase) {
      // A dead player among bots doesn't sit through the rest.
      const forward = all(".watch .forward")[0];
      if (forward && !forwarded) forward.click();
      forwarded ||= forward !== undefined;
      await pause(15);
      continue;
    }
    seen.add(phase);
    const decision = act.dataset.decision;
    if (phase === "turn" || phase === "chain") {
      const cards = all(".hand .slot.lit");
      if (cards.length > 0 && Math.random() < 0.6) {
        any(cards)!.click();
        await pause(0);
      }
      any(all(".act .answers button"))?.click();
    } else if (phase === "give" || phase === "collect" || phase === "potluck" || phase === "five") {
      any(all(".hand .slot.lit"))?.click();
      await pause(0);
      any(all(".act .answers button"))?.click();
    } else if (phase === "place" || phase === "bury" || phase === "times") {
      const slider = document.querySelector<HTMLInputElement>(".act input[type=range]");
      if (slider) {
        slider.value = String(Math.floor(Math.random() * (Number(slider.max) + 1 - Number(slider.min))) + Number(slider.min));
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        await pause(0);
      }
      document.querySelector<HTMLElement>(".act form .button.main")?.click();
    } else {
      any(all(".act .window button, .act .answers button, .act .sheet button, .act .order .button"))?.click();
    }
    for (let i = 0; i < 40 && document.querySelector<HTMLElement>(".act")?.dataset.decision === decision; ++i) await pause(10);
  }
}

// A page with everything that its server has told it.
export class Person {
  readonly page: Page;
  readonly heard: string[] = [];
  readonly problems: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on("websocket", (socket) => socket.on("framereceived", (frame) => this.heard.push(String(frame.payload))));
    page.on("pageerror", (error) => this.problems.push(error.message));
    page.on("console", (line) => {
      const text = line.text();
      // A server that is down is what some tests are about. 412: two devices wrote at once, and one of them tries again.
      if (line.type() === "error" && !/WebSocket|ERR_CONNECTION|404|status of 412/.test(text)) this.problems.push(text);
    });
  }

  get act() {
    return this.page.locator(".act");
  }

  code() {
    return new URL(this.page.url()).hash.slice(1);
  }

  // A room with rules that the form has no field for, made over a line of its own, from a file of the server
  // that loads at once; then this page takes the seat, as after a reload.
  async seatAt(server: { url: string }, name: string, settings: Settings) {
    await this.page.goto(server.url + "game.js");
    const room = await this.page.evaluate(openRoom, { name, settings });
    await this.page.goto(server.url + "#" + room);
    return room;
  }

  async join(server: GameServer, code: string, name: string) {
    await this.page.goto(server.url + "#" + code);
    await this.page.getByLabel("Your name").fill(name);
    await this.page.getByRole("button", { name: "Sit down" }).click();
    await this.page.locator("h1", { hasText: "Waiting for players" }).waitFor();
  }

  // Draws a card, whatever it is: a kitten, which may be the first one, is defused and put back.
  async endTurn() {
    await this.act.getByRole("button", { name: "Draw a card" }).click();
    await this.page.locator('.act[data-phase="place"], .seats .seat.on').first().waitFor();
    const hide = this.page.locator('.act[data-phase="place"] .button.main');
    if (await hide.count()) await hide.click();
    await this.page.locator(".seats .seat.on").waitFor();
  }

  // Presses the page's controls until the game is over: what is possible, at random. Returns the
  // questions that were answered.
  playToTheEnd(): Promise<string[]> {
    return this.page.evaluate(playItself);
  }
}

// A game against two bots, played to its end.
export async function finishedGame(server: GameServer, ann: Person) {
  await ann.seatAt(server, "Ann", { seats: 3, bots: 2, window_ms: 500, turn_s: 0, preset: "implosion" });
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await ann.playToTheEnd();
}

type Fixtures = { person: (options?: PersonOptions) => Promise<Person> };
type Shared = { server: GameServer };

export const test = base.extend<Fixtures, Shared>({
  server: [
    async ({}, use) => {
      const server = new GameServer();
      await server.start();
      await use(server);
      await server.end();
    },
    { scope: "worker" },
  ],
  // As many people as a test wants, each with a browser of its own; a page that reports an error
  // fails the test.
  person: async ({ browser }, use) => {
    const all: Person[] = [];
    await use(async (options = {}) => {
      const person = await newPerson(browser, options);
      all.push(person);
      return person;
    });
    const problems = all.flatMap((person) => person.problems);
    for (const person of all) await person.page.context().close();
    if (problems.length > 0) throw new Error(problems.join("\n"));
  },
});

async function newPerson(browser: Browser, { spoken, ...options }: PersonOptions): Promise<Person> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", serviceWorkers: "block", ...options });
  // Tests name the factual sentences; `lively` in decisions.spec.ts turns the others on.
  await context.addInitScript(() => location.protocol === "about:" || localStorage.getItem("ninelives.lively") || localStorage.setItem("ninelives.lively", "no"));
  if (spoken) await speak(context, spoken);
  return new Person(await context.newPage());
}

export { expect } from "@playwright/test";
