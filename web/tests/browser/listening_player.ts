// Plays a game by what a listener hears: sentences of the live region, names of controls, and no more.
import type { Listener } from "./listener";

// The sentences of lang/en.json that a player waits for.
const asks = {
  window: / seconds? to Nope (?:it|the Nope|that)\.$/,
  turn: /^Play a card, or draw to end your turn\./,
  target: /^Who is it for\?/,
  ofHand: /^Which card (?:do you give|goes into the pile|goes on top of the pile|is next)\?/,
  spend: /^Spend your Defuses\?/,
  name: /^Which card do you (?:want|take from the discard pile)\?/,
  place: /^Where does the (?:kitten|card) go\?/,
  other: /^(?:You're attacked! Pass it on\?|Which card comes next from the top\?|How many times do you shuffle\?|Your Streaking Kitten can calm|You're cursed\. Turn up a card)/,
};
type Question = keyof typeof asks;
const ended = /^(?:You win!|You won!|.* wins!|The game is over.*)$/;

// Cards worth a play, in the order in which this listener likes them; kittens are met with what is left.
const liked = ["See the Future", "Alter the Future", "Favor", "Attack", "Targeted Attack", "Skip", "Shuffle", "Reverse"];
const kept = /^(?:\d+ × )?(?:Defuse|Nope)/;

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
    const wanted = liked.find((name) => cards.some((card) => card.replace(/^\d+ × /, "").replace(/ \(\d\)$/, "") === name));
    const danger = await this.#percent();
    const pair = cards.find((card) => /^[2-9] × /.test(card))?.slice(4);
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
    const least = (cards.find((card) => !kept.test(card)) ?? cards[0] ?? "").replace(/^\d+ × /, "");
    await this.listener.activate(new RegExp(`^button, ${escaped(least)}\\b`));
    if (!(await this.listener.activate(new RegExp(`^button, (?:Give|Put|Lay|Show|Play|Take)? ?.*${escaped(least)}$`)))) await this.#first();
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
