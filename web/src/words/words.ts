// Sentences in a language, from the same lang/ files as the program's: src/text/words.cpp in small.
import type { Card, Event, Phase } from "../net/protocol";
import { josa } from "./korean";

export type Values = Record<string, string | number>;
type Node = string | string[] | { [key: string]: Node };
export type Dictionary = { [key: string]: Node };

// Fills {name}, {name:을/를} and {name|turn|turns}; what is not known stays as it is.
export function fill(template: string, values: Values): string {
  return template.replace(/\{([^{}:|]*)(?:([:|])([^{}]*))?\}/g, (slot, name, mark, forms) => {
    if (!(name in values)) return slot;
    const value = String(values[name]);
    if (mark === ":") return value + josa(value, forms);
    if (mark !== "|") return value;
    const bar = forms.indexOf("|");
    return value === "1" ? forms.slice(0, bar) : forms.slice(bar + 1);
  });
}

// Events of one kind that read differently.
const variants: [Event["kind"], string, (event: Event) => boolean][] = [
  ["played_pair", "_feral", (e) => (e.number ?? 0) > 0],
  ["played_triple", "_feral", (e) => (e.number ?? 0) > 0],
  ["noped", "_again", (e) => (e.number ?? 0) > 1],
  ["cancelled", "_shuffle", (e) => e.card === "shuffle"],
  ["went_through", "_unopposed", (e) => !e.number],
  ["reversed", "_backward", (e) => !e.number],
  ["shuffled", "_once", (e) => e.number === 1],
  ["saw", "_nothing", (e) => !e.number],
  ["altering", "_nothing", (e) => !e.number],
  ["drew", "_bottom", (e) => e.number === 1],
  ["drew_kitten", "_imploding", (e) => e.card === "imploding"],
  ["guessed", "_defuse", (e) => e.card === "defuse"],
  ["put_back", "_imploding", (e) => e.card === "imploding"],
  ["died", "_imploding", (e) => e.card === "imploding"],
  ["died", "_left", (e) => e.card === undefined],
];

const eventKey = (event: Event) =>
  event.kind + (variants.find(([kind, , applies]) => kind === event.kind && applies(event))?.[1] ?? "");

const cardVerbs: Partial<Record<Phase, string>> = {
  name: "card_name",
  five: "card_five",
  take: "card_take",
  collect: "card_collect",
};

export class Words {
  readonly #texts: Dictionary;
  readonly #srs: boolean;

  constructor(texts: Dictionary, srs = false) {
    this.#texts = texts;
    this.#srs = srs;
  }

  // The same words with the sentences of a preset that has its own.
  forPreset(preset: string | undefined): Words {
    return new Words(this.#texts, preset === "srs");
  }

  #find(path: string): string[] | undefined {
    let node: Node | undefined = this.#texts;
    for (const key of path.split("/")) {
      node = typeof node === "object" && !Array.isArray(node) ? node[key] : undefined;
    }
    if (typeof node === "string") return [node];
    return Array.isArray(node) ? node : undefined;
  }

  #lines(path: string): string[] | undefined {
    return (this.#srs ? this.#find("srs/" + path) : undefined) ?? this.#find(path);
  }

  text(path: string, values: Values = {}): string {
    const lines = this.#lines(path);
    return lines === undefined ? path : lines.map((line) => fill(line, values)).join("\n");
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

  #cardLines(cards: readonly Card[]): string[] {
    return cards.map((card, i) =>
      this.text(i === 0 ? "parts/card_line_top" : "parts/card_line", { number: i + 1, card: this.card(card) }),
    );
  }

  #place(above: number): string {
    return above === 0 ? this.text("parts/place_top") : this.text("parts/place_under", { number: above });
  }

  // What happened, as the viewer (a seat, or undefined for a watcher) is told it.
  event(event: Event, viewer: number | undefined, names: readonly string[]): string[] {
    const nameOf = (seat: number | undefined) => (seat === undefined ? "" : (names[seat] ?? String(seat)));
    const secret = event.secret ?? [];
    const values: Values = {
      seat: nameOf(event.seat),
      other: nameOf(event.other),
      card: this.card(event.card),
      number: event.number ?? 0,
    };
    if (secret.length > 0) Object.assign(values, { secret: this.card(secret[0]), cards: this.cards(secret) });
    const placed = event.kind === "put_back" && event.place !== undefined;
    if (placed) values.place = this.#place(event.place!);
    const viewpoints: string[] = [];
    if (viewer !== undefined && viewer === event.seat) viewpoints.push("own");
    if (viewer !== undefined && viewer === event.other) viewpoints.push("other");
    if (secret.length > 0 || placed) viewpoints.push("open");
    viewpoints.push("all", "open");
    const key = eventKey(event);
    for (const section of this.#srs ? ["srs/events", "events"] : ["events"]) {
      for (const viewpoint of viewpoints) {
        const lines = this.#find(`${section}/${key}/${viewpoint}`);
        if (lines) {
          return lines.flatMap((line) => (line === "{card_lines}" ? this.#cardLines(secret) : [fill(line, values)]));
        }
      }
    }
    return [];
  }

  // The question to the one who is asked; to others, whom the game waits for.
  question(phase: Phase, own: boolean, values: Values): string {
    const leaf = own && phase !== "over" ? "own" : "all";
    return this.#lines(`questions/${phase}/${leaf}`) ? this.text(`questions/${phase}/${leaf}`, values) : "";
  }

  // An answer, in the words of the record, as a person reads it.
  action(action: string, phase: Phase, names: readonly string[], pile: number): string {
    const [verb = "", what = ""] = action.split(" ");
    const values: Values = { number: Number(what), seat: names[Number(what)] ?? what };
    if (["play", "pair", "triple", "card"].includes(verb)) values.card = this.card(what as Card);
    if (verb === "pass") return this.text(phase === "chain" ? "actions/pass_chain" : "actions/pass_window");
    if (verb === "blind") return this.text(phase === "guess" ? "actions/blind_guess" : "actions/blind_turn");
    if (verb === "card") return this.text("actions/" + (cardVerbs[phase] ?? "card_give"), values);
    if (verb === "order") return this.text("actions/order", { number: Number(what) + 1 });
    if (verb === "depth" && what === "0") return this.text("actions/depth_top", values);
    if (verb === "depth" && Number(what) === pile) return this.text("actions/depth_bottom", values);
    return this.text("actions/" + verb, values);
  }
}
