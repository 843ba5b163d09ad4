// Server core module (WebAssembly) for games without a server. The page supplies random bytes and Unicode data.
import { bytesAt, give, instanceOf, textAt, type WasmExports } from "../net/wasm";
import { categoryOf, normalForm, widthOf } from "./characters";

export type PracticeHost = {
  send(text: string): void;
  close(reason: string): void;
  random(bytes: Uint8Array<ArrayBuffer>): void;
};

type Exports = WasmExports & {
  free_memory(at: number): void;
  open(now: number): void;
  receive(text: number, size: number, now: number): void;
  give_record(text: number, size: number): void;
  tick(now: number): void;
  due(): number;
  waits(): number;
  think(now: number): void;
  drop(): void;
  give_network(which: number, at: number, size: number): void;
};

export type Waits = "nothing" | "thought" | "network" | "critic" | "coach";
const waiting: readonly Waits[] = ["nothing", "thought", "network", "critic", "coach"];

// Networks of a coach: the base box's, the one for every box, and the critic of both.
export const networkNames = ["policy", "net", "critic"] as const;
export type NetworkName = (typeof networkNames)[number];

// Files that must be loaded before this job.
export function needed(waits: Waits): readonly NetworkName[] {
  if (waits === "coach") return ["policy", "critic"];
  if (waits === "critic") return ["net", "critic"];
  return waits === "network" ? ["net"] : [];
}

export class PracticeCore {
  readonly #exports: Exports;

  constructor(module: WebAssembly.Module, host: PracticeHost) {
    this.#exports = instanceOf(module, (memory) => {
      const bytes = (at: number, size: number) => bytesAt(memory(), at, size);
      const text = (at: number, size: number) => textAt(memory(), at, size);
      return {
        random: (at: number, size: number) => host.random(bytes(at, size)),
        send: (at: number, size: number) => host.send(text(at, size)),
        close: (at: number, size: number) => host.close(text(at, size)),
        category: categoryOf,
        width: widthOf,
        normal: (at: number, size: number, room: number, form: number) => {
          const result = new TextEncoder().encode(normalForm(text(at, size), form));
          if (result.length > room) return -1;
          bytes(at, result.length).set(result);
          return result.length;
        },
      };
    });
  }

  open(now: number) {
    this.#exports.open(now);
  }

  receive(text: string, now: number) {
    const [at, size] = give(this.#exports, text);
    this.#exports.receive(at, size, now);
    this.#exports.free_memory(at);
  }

  // The record that the next room plays on from.
  giveRecord(record: string) {
    const [at, size] = give(this.#exports, record);
    this.#exports.give_record(at, size);
    this.#exports.free_memory(at);
  }

  tick(now: number) {
    this.#exports.tick(now);
  }

  // Time of the next tick().
  get due(): number | undefined {
    const due = this.#exports.due();
    return due < 0 ? undefined : due;
  }

  get waits(): Waits {
    return waiting[this.#exports.waits()]!;
  }

  think(now: number) {
    this.#exports.think(now);
  }

  // Skips the search for waiting questions: the careful answer replaces it.
  drop() {
    this.#exports.drop();
  }

  giveNetwork(name: NetworkName, network: Uint8Array) {
    const [at, size] = give(this.#exports, network);
    this.#exports.give_network(networkNames.indexOf(name), at, size);
    this.#exports.free_memory(at);
  }
}
