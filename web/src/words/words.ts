// Texts of a language, from the same lang/ files as the program's: src/text/words.cpp in small.
import lists from "engine:lists";
import type { Card, Event, Phase } from "../net/protocol";
import { Grammar, type GrammarRules, type Values } from "./grammar";
import { aside, wordingAt, type Voice } from "./voice";

type Node = string | string[] | { [key: string]: Node };
export type Dictionary = { grammar: GrammarRules } & { [section: string]: Node | GrammarRules };
type Facts = Record<string, string | number>;
export type Combo = "pair" | "triple";

export const playedCombos: Partial<Record<Event["kind"], Combo>> = { played_pair: "pair", played_triple: "triple" };

// Events whose card is the one that was played, alone or in a combo.
const aboutPlay = new Set<Event["kind"]>(["chose_target", "noped", "cancelled", "went_through", "fizzled"]);

// Bots speak at one public moment in so many.
const seldom = 3;

// Seat that has a remark on an event.
function speakerOf(event: Event): number | undefined {
  switch (event.kind) {
    case "died": return event.card === undefined ? undefined : event.seat;
    case "noped": case "defused": case "took_named": case "won": return event.seat;
    case "attacked": case "stole": return event.other;
    default: return undefined;
  }
}

// A number, its percent sign and, in Korean, the syllables on it stay in one line: with a space and a joiner that don't break.
const unbroken = (text: string) => text.replace(/( ?)%(\p{L}?)/gu, (_, space: string, next: string) => (space && "\u00a0") + "%" + (next && "\u2060" + next));

export class Words {
  readonly #texts: Dictionary;
  readonly #grammar: Grammar;
  readonly #wording: string;

  constructor(texts: Dictionary, wording = "") {
    this.#texts = texts;
    this.#grammar = new Grammar(texts.grammar);
    this.#wording = wording;
  }

  // The same words with the sentences of a preset that has its own.
  forPreset(preset: string | undefined): Words {
    return new Words(this.#texts, lists.presets.find((one) => one.name === preset)?.wording);
  }

  #node(path: string): Node | undefined {
    let node: Node | undefined = this.#texts as Node;
    for (const key of path.split("/")) {
      node = typeof node === "object" && !Array.isArray(node) ? node[key] : undefined;
    }
    return node;
  }

  #find(path: string): string[] | undefined {
    const node = this.#node(path);
    if (typeof node === "string") return [node];
    return Array.isArray(node) ? node : undefined;
  }

  // The path, or the variant of it that one of the facts asks for: "events/drew number=1". Which
  // variants there are is the same under every wording.
  #variant(path: string, facts: Facts): string {
    const variants = Object.entries(facts).map(([name, value]) => `${path} ${name}=${value}`);
    return variants.find((variant) => this.#node(variant) !== undefined) ?? path;
  }

  #lines(path: string): string[] | undefined {
    return (this.#wording ? this.#find(`${this.#wording}/${path}`) : undefined) ?? this.#find(path);
  }

  find(path: string): boolean {
    return this.#lines(path) !== undefined;
  }

  text(path: string, values: Values = {}): string {
    const lines = this.#lines(path);
    return lines === undefined ? path : unbroken(lines.map((line) => this.#grammar.fill(line, values)).join("\n"));
  }

  web(key: string, values: Values = {}): string {
    return this.text("web/" + key, values);
  }

  card(card: Card | undefined): string {
    return card === undefined ? this.text("parts/five_cards") : this.text(`cards/${card}/name`);
  }

  cards(cards: readonly Card[]): string {
    return cards.map((card) => this.card(card)).join(this.text("parts/separator"));
  }

  // A combo by its name, never by its card's alone: "a pair of Tacocats".
  combo(combo: Combo, card: Card | undefined): string {
    return this.#ofKind(combo, card);
  }

  #ofKind(key: string, card: Card | undefined): string {
    return this.text(this.#variant("parts/" + key, { card: card ?? "none" }), { card: this.card(card) });
  }

  #part(key: string, values: Values): string {
    return this.text(this.#variant("parts/" + key, values), values);
  }

  #cardLines(cards: readonly Card[]): string[] {
    return cards.map((card, i) => this.#part("card_line", { number: i + 1, card: this.card(card) }));
  }

  // Other wordings of a sentence. A preset with sentences of its own keeps to the letter.
  #voiced(leaf: string): string[] | undefined {
    return this.#wording ? undefined : this.#find("voice" + leaf.slice(leaf.indexOf("/")));
  }

  // Sentence of an event for the viewer (a seat, or undefined for a watcher); `combo`: what the play that it is about
  // was, if it was one. With a voice it may be one of the wordings of the section `voice`; without one it is the fact.
  event(event: Event, viewer: number | undefined, names: readonly string[], combo?: Combo, voice?: Voice): string[] {
    const played = playedCombos[event.kind];
    const ofCombo = combo !== undefined && aboutPlay.has(event.kind);
    const nameOf = (seat: number | undefined) => (seat === undefined ? "" : (names[seat] ?? String(seat)));
    const secret = event.secret ?? [];
    const values: Values = {
      seat: nameOf(event.seat),
      other: nameOf(event.other),
      card: ofCombo ? this.combo(combo, event.card) : this.card(event.card),
      number: event.number ?? 0,
    };
    if (ofCombo) values.many = this.#ofKind("many", event.card);
    if (played) values.combo = this.combo(played, event.card);
    if (secret.length > 0) Object.assign(values, { secret: this.card(secret[0]), cards: this.cards(secret) });
    const placed = event.place !== undefined;
    if (placed) values.place = this.#part("place", { number: event.place! });
    const viewpoints: string[] = [];
    if (viewer !== undefined && viewer === event.seat) viewpoints.push("own");
    if (viewer !== undefined && viewer === event.other) viewpoints.push("other");
    if (secret.length > 0 || placed) viewpoints.push("open");
    viewpoints.push("all", "open");
    const path = this.#variant("events/" + event.kind, {
      ...(ofCombo && { [`number=${event.number ?? 0} combo`]: 1 }),
      combo: ofCombo ? 1 : 0,
      number: event.number ?? 0,
      card: event.card ?? "none",
    });
    for (const overlay of this.#wording ? [this.#wording + "/", ""] : [""]) {
      for (const viewpoint of viewpoints) {
        const leaf = `${overlay}${path}/${viewpoint}`;
        const lines = this.#find(leaf);
        if (lines) {
          const others = (voice && this.#voiced(leaf)) ?? [];
          const chosen = voice ? wordingAt(voice, others.length + 1) : 0;
          if (chosen > 0) return [this.#grammar.fill(others[chosen - 1]!, values)];
          return lines.flatMap((line) => (line === "{card_lines}" ? this.#cardLines(secret) : [this.#grammar.fill(line, values)]));
        }
      }
    }
    return [];
  }

  // Remark of a seat on a public event: the dead a last word, a bot a remark now and then. `characters`: keys of the
  // bots' characters by seat.
  remarks(event: Event, names: readonly string[], characters: readonly (string | undefined)[], voice: Voice): string[] {
    const seat = speakerOf(event);
    if (seat === undefined || event.hidden || this.#wording) return [];
    const dead = event.kind === "died";
    const all = this.#find("remarks/" + (dead ? "last_words" : characters[seat])) ?? [];
    const remark = all[wordingAt(aside(voice), all.length * (dead ? 1 : seldom))];
    return remark ? [this.#part("remark", { seat: names[seat] ?? String(seat), remark })] : [];
  }

  // The question to the acting player; to others, whom the game waits for.
  question(phase: Phase, own: boolean, values: Values): string {
    const leaf = own && phase !== "over" ? "own" : "all";
    return this.#lines(`questions/${phase}/${leaf}`) ? this.text(`questions/${phase}/${leaf}`, values) : "";
  }

  // An answer, in the words of the record, as a person reads it.
  action(action: string, phase: Phase, names: readonly string[], pile: number): string {
    const [verb = "", what = ""] = action.split(" ");
    const number = Number(what);
    const path = this.#variant("actions/" + verb, { phase, number, below: pile - number });
    // People count the cards before them from one.
    const values: Values = { number: verb === "order" ? number + 1 : number, seat: names[number] ?? what };
    if (verb === "pair" || verb === "triple") values.combo = this.combo(verb, what as Card);
    if (verb === "play" || verb === "card") values.card = this.card(what as Card);
    return this.text(path, values);
  }
}
