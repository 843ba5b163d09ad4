// Coach module (WebAssembly): game reviews and puzzles (docs/play/coach.md).
import type { Card, Cards, View } from "../net/protocol";
import { give, instanceOf, jsonAt, type WasmExports } from "../net/wasm";
import { networkNames, type NetworkName } from "../practice/core";

export type Why = { key: string; percent: number; card?: Card };
export type Answer = { do: string; wins: number };
export type Choice = { chances: number[]; answers: Answer[]; given: number; loss: number; error: number; mark?: "inaccuracy" | "mistake" | "blunder"; why: Why };
export type Step = { seat: number; do: string; table: number[]; open: number[]; skill: number[]; cards: number[]; unknown: number[]; choice?: Choice };
export type Account = { share: number; deal: number; skill: number; others: number; cards: number; unknown: number; end: number };
export type GameReview = {
  whole: number; by: "critic" | "rollouts"; worlds: number; orders: number; over: boolean;
  end: number[]; moments: number[]; steps: Step[]; accounts: Account[];
};
export type Puzzle = {
  game: string; stars: number; seat: number; rules: { copies: Partial<Record<Card, number>> }; view: View; legal: string[]; answer: string;
  unseen: Cards;  // in the pile and in other hands
  why: Why; kitten: { do: string; seats: number[] }[];  // owner of the next kitten after each answer, in 100 games
  proofs: { way: "foresight" | "ismcts" | "exact"; best: number; next: number }[]; finders: { bot: string; percent: number }[];
};

type Exports = WasmExports & {
  free_memory(at: number): void;
  give_network(which: number, at: number, size: number): void;
  open_record(at: number, size: number): number;
  review(worlds: number): number;
  give_puzzles(at: number, size: number): void;
  puzzle(day: number): number;
  puzzle_record(day: number, seed: number): number;
};

export class CoachCore {
  readonly #exports: Exports;

  constructor(module: WebAssembly.Module, progress: (done: number, of: number) => void = () => undefined) {
    this.#exports = instanceOf(module, () => ({ progress }));
  }

  // The networks that its review needs.
  open(record: string): readonly NetworkName[] {
    const bits = this.#given(record, (at, size) => this.#exports.open_record(at, size));
    return networkNames.filter((_, which) => bits & (1 << which));
  }

  giveNetwork(name: NetworkName, network: Uint8Array) {
    this.#given(network, (at, size) => this.#exports.give_network(networkNames.indexOf(name), at, size));
  }

  review(worlds = 0): GameReview {
    return this.#read(this.#exports.review(worlds)) as GameReview;
  }

  givePuzzles(file: string) {
    this.#given(file, (at, size) => this.#exports.give_puzzles(at, size));
  }

  // `day`: days since 1970-01-01.
  puzzle(day: number): Puzzle {
    return this.#read(this.#exports.puzzle(day)) as Puzzle;
  }

  // A record that begins at the puzzle, in a world drawn with this seed.
  puzzleRecord(day: number, seed: number): string[] {
    return this.#read(this.#exports.puzzle_record(day, seed)) as string[];
  }

  #given<Result>(what: string | Uint8Array, use: (at: number, size: number) => Result): Result {
    const [at, size] = give(this.#exports, what);
    const result = use(at, size);
    this.#exports.free_memory(at);
    return result;
  }

  #read(at: number): unknown {
    return jsonAt(this.#exports.memory, at);
  }
}
