// A player who hears the page and sees nothing of it: a virtual screen reader in the page speaks, and only its phrases come in here.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

const bundle = fileURLToPath(new URL("../../node_modules/@guidepup/virtual-screen-reader/lib/esm/index.browser.js", import.meta.url));

type Reader = typeof import("@guidepup/virtual-screen-reader").virtual;
type Heard = { virtual: Reader; heardTo: number };

// A module, made a script: its exports become a global.
function readerScript(): string {
  const source = readFileSync(bundle, "utf8");
  const [exports, names] = /export ?\{([^}]*)\};/.exec(source)!;
  const name = /([\w$]+) as virtual\b/.exec(names!)![1];
  return `(() => { ${source.replace(exports, "")}\n globalThis.virtual = ${name}; globalThis.heardTo = 0; })()`;
}

export class Listener {
  // Everything that was heard and done, in its order.
  readonly transcript: string[] = [];

  constructor(readonly page: Page) {}

  // Begins to listen to the document that is open.
  async listen() {
    await this.page.evaluate(readerScript());
    await this.page.evaluate(() => (globalThis as unknown as Heard).virtual.start({ container: document.body }));
  }

  // Announcements since the last call, without the reader's own words on its way through the page.
  async announcements(): Promise<string[]> {
    const phrases = await this.page.evaluate(async () => {
      const here = globalThis as unknown as Heard;
      const log = await here.virtual.spokenPhraseLog();
      const fresh = log.slice(here.heardTo);
      here.heardTo = log.length;
      return fresh;
    });
    const announced = phrases.flatMap((phrase) => /^(?:polite|assertive): (.*)$/s.exec(phrase)?.[1] ?? []);
    this.transcript.push(...announced);
    return announced;
  }

  // Waits until something is announced, and then until nothing more is for a moment.
  async hear(most = 15_000): Promise<string[]> {
    const heard: string[] = [];
    const end = Date.now() + most;
    for (let quiet = 0; Date.now() < end && quiet < 3; ) {
      const fresh = await this.announcements();
      heard.push(...fresh);
      quiet = fresh.length === 0 && heard.length > 0 ? quiet + 1 : 0;
      await this.page.waitForTimeout(40);
    }
    return heard;
  }

  async press(key: string) {
    this.transcript.push(`> ${key}`);
    await this.page.keyboard.press(key);
  }

  // Reads on from where the reader is, item by item, until a phrase is like the wanted one; undefined: all was read in vain.
  async readTo(wanted: RegExp, most = 400): Promise<string[] | undefined> {
    return this.page.evaluate(async ([pattern, flags, most]) => {
      const { virtual } = globalThis as unknown as Heard;
      const like = new RegExp(pattern, flags);
      const read: string[] = [];
      for (let i = 0; i < most; ++i) {
        await virtual.next();
        const phrase = (await virtual.itemText(), await virtual.lastSpokenPhrase());
        read.push(phrase);
        if (like.test(phrase)) return read;
      }
      return undefined;
    }, [wanted.source, wanted.flags, most] as const);
  }

  // Reads what is in the region or group of that name.
  async readPart(name: RegExp, roles = "region|group|list|dialog"): Promise<string[]> {
    const begun = await this.readTo(new RegExp(`^(?:${roles}), (?:${name.source})`));
    if (!begun) return [];
    const role = begun.at(-1)!;
    return (await this.readTo(new RegExp(`^end of ${role.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`))) ?? [];
  }

  // All that the coach says of the game, once it has looked at it.
  async readReview(): Promise<string[]> {
    for (let i = 0; i < 100; ++i) {
      const read = await this.readPart(/[^,]*/, "dialog");
      if (read.some((phrase) => phrase.startsWith("heading, "))) return read.filter((phrase) => !phrase.startsWith("end of "));
      await this.hear(2000);
    }
    return [];
  }

  // Presses the next control that is called so.
  async activate(wanted: RegExp): Promise<boolean> {
    const read = await this.readTo(wanted);
    if (!read) return false;
    this.transcript.push(`> ${read.at(-1)!}`);
    await this.page.evaluate(() => (globalThis as unknown as Heard).virtual.act());
    return true;
  }
}

// The sentences of lang/en.json that a player waits for.
const asks = {
  window: / seconds? to Nope (?:it|the Nope|that)\.$/,
  turn: /^Play a card, or draw to end your turn\./,
  target: /^Who is it for\?/,
  ofHand: /^Which card (?:do you give|goes into the pile|goes on top of the pile|is next)\?/,
  spend: /^Spend your Defuses\?/,
  name: /^Which card do you (?:want|take from the discard pile)\?/,
  place: /^Hide the (?:kitten|card)\. How deep\?/,
  other: /^(?:You're attacked! Pass it on\?|Which card comes next from the top\?|How many times do you shuffle\?|Your Streaking Kitten can calm|You're cursed\. Turn up a card)/,
};
type Question = keyof typeof asks;
const ended = /^(?:You win!|You won!|.* wins!|The game is over.*)$/;

// Cards worth a play, in the order in which this listener likes them; kittens are met with what is left.
const liked = ["See the Future", "Alter the Future", "Favor", "Attack", "Targeted Attack", "Skip", "Shuffle", "Reverse"];
const kept = /^(?:\d+ x )?(?:Defuse|Nope)/;

export class ListeningPlayer {
  readonly heard: string[] = [];
  #open: Question | undefined;
  #played = 0;  // cards of this turn

  constructor(readonly listener: Listener) {}

  async #hear(most?: number): Promise<string[]> {
    const fresh = await this.listener.hear(most);
    this.heard.push(...fresh);
    for (const line of fresh) {
      if (/^Your turn/.test(line)) this.#played = 0;
      const asked = (Object.keys(asks) as Question[]).find((one) => asks[one].test(line));
      if (asked) this.#open = asked;
    }
    return fresh;
  }

  // Plays until the end is heard.
  async play(): Promise<void> {
    for (let i = 0; i < 600; ++i) {
      if (this.#open) await this.#answer();
      const fresh = await this.#hear();
      if (fresh.some((line) => ended.test(line))) return;
      if (fresh.length === 0) await this.#ask();
    }
    throw new Error("the game has no end that can be heard");
  }

  // Nothing was heard for long: what is the question?
  async #ask() {
    await this.listener.press("q");
    await this.#hear(5000);
  }

  async #answer() {
    const question = this.#open!;
    this.#open = undefined;
    switch (question) {
      case "window": return this.#nopeOrPass();
      case "turn": return this.#move();
      case "ofHand": return this.#give();
      case "place": return this.#hide();
      case "spend": return void (await this.listener.activate(/^button, Keep them$/), await this.#draw());
      default: return this.#first();
    }
  }

  async #nopeOrPass() {
    const window = this.heard.findLast((line) => asks.window.test(line))!;
    await this.listener.press(/ on you: /.test(window) && (await this.#hand()).some((card) => /\bNope$/.test(card)) ? "n" : "p");
  }

  // The cards of the hand that can be chosen, each kind once, or all of them.
  async #hand(playable = false): Promise<string[]> {
    await this.listener.press("c");
    const said = (await this.#hear(5000)).findLast((line) => /^Your hand, /.test(line)) ?? "";
    const lists = [/You can choose: ([^.]*)\./, ...(playable ? [] : [/Not now: ([^.]*)\./])];
    return lists.flatMap((list) => list.exec(said)?.[1]?.split(", ") ?? []);
  }

  async #percent(): Promise<number> {
    await this.listener.press("k");
    const said = (await this.#hear(5000)).join(" ");
    return Number(/, or ([\d.]+).%/.exec(said)?.[1] ?? 0);
  }

  async #move() {
    const cards = await this.#hand(true);
    const wanted = liked.find((name) => cards.some((card) => card.replace(/^\d+ x /, "").replace(/ \(\d\)$/, "") === name));
    const danger = await this.#percent();
    const pair = cards.find((card) => /^[2-9] x /.test(card))?.slice(4);
    if (danger > 0 && ++this.#played <= (danger > 30 ? 9 : 2)) {
      if (wanted && (await this.#playCard(wanted))) return;
      if (pair && (await this.#playPair(pair))) return;
    }
    await this.#draw();
  }

  async #draw() {
    await this.listener.press("d");
  }

  async #playCard(name: string): Promise<boolean> {
    if (!(await this.listener.activate(new RegExp(`^button, ${escaped(name)}\\b.*can be chosen`)))) return false;
    return this.listener.activate(new RegExp(`^button, Play ${escaped(name)}`));
  }

  async #playPair(name: string): Promise<boolean> {
    const card = new RegExp(`^button, ${escaped(name)}\\b.*can be chosen, not pressed`);
    if (!(await this.listener.activate(card)) || !(await this.listener.activate(card))) return false;
    return this.listener.activate(/^button, Play a pair/);
  }

  async #give() {
    const cards = await this.#hand();
    const least = (cards.find((card) => !kept.test(card)) ?? cards[0] ?? "").replace(/^\d+ x /, "");
    await this.listener.activate(new RegExp(`^button, ${escaped(least)}\\b`));
    // The discard pile is a button, too, and may have such a card on top.
    if (!(await this.listener.activate(new RegExp(`^button, (?!Discard pile).*${escaped(least)}$`)))) await this.#first();
  }

  async #hide() {
    await this.listener.activate(/^button, Anywhere$/);
    await this.listener.activate(/^button, Hide it here$/);
  }

  // The first answer that is offered under "Your move".
  async #first() {
    await this.listener.readTo(/^region, Your move/);
    await this.listener.activate(/^button, /);
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
