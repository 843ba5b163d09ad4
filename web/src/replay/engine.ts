// The engine, compiled to WebAssembly: plays records and verifies shuffles. Loaded when it is needed.
import type { KeptShare } from "../net/fair";
import type { Card, Event, Preset, View } from "../net/protocol";
import { sha256 } from "../net/sha256";
import engineUrl from "../../../build/wasm/engine.wasm?url";

export type Review = { turns: number; longest_chain: number; plays: number[]; nopes: number[]; escapes: number[] };
export type Summary = { frames: number; seats: number; preset: Preset; over: boolean; review: Review; actions: string[] };
export type Frame = { view: View; events: Event[]; hands?: Card[][]; pile?: Card[] };
export type Verdict =
  | { ok: true; given: number; supplied: number; missing: number; ended: boolean; own: boolean }
  | { ok: false; reason: string };
export type Film = Summary & { show(frame: number, eyes: number | "all"): Frame };

type Exports = {
  memory: WebAssembly.Memory;
  _initialize(): void;
  take_memory(size: number): number;
  open_record(text: number, size: number): number;
  show(frame: number, eyes: number): number;
  verify(text: number, size: number, kept: number, keptSize: number): number;
};

const allOpen = 255;

let compiled: Promise<WebAssembly.Module> | undefined;

// For tests, which have no server to load it from.
export const useEngine = (module: Promise<WebAssembly.Module>) => (compiled = module);

// A server that doesn't know the type of the file would fail a streaming compilation.
async function load(): Promise<WebAssembly.Module> {
  const answer = await fetch(engineUrl);
  if (!answer.ok) throw new Error(`${engineUrl}: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

class Engine {
  readonly #exports: Exports;

  constructor(module: WebAssembly.Module) {
    const bytes = (at: number, size: number) => new Uint8Array(this.#exports.memory.buffer, at, size);
    const page = {
      fail: (at: number, size: number) => {
        throw new Error(new TextDecoder().decode(bytes(at, size)));
      },
      sha256: (at: number, size: number, digest: number) => bytes(digest, 32).set(sha256(bytes(at, size))),
    };
    // The C library wants files; there are none.
    const none = () => 8;
    const wasi_snapshot_preview1 = { fd_close: none, fd_seek: none, fd_write: none };
    this.#exports = new WebAssembly.Instance(module, { page, wasi_snapshot_preview1 }).exports as unknown as Exports;
    this.#exports._initialize();
  }

  #give(text: string): [number, number] {
    const encoded = new TextEncoder().encode(text);
    const at = this.#exports.take_memory(Math.max(1, encoded.length));
    new Uint8Array(this.#exports.memory.buffer, at, encoded.length).set(encoded);
    return [at, encoded.length];
  }

  #read(at: number): unknown {
    const memory = new Uint8Array(this.#exports.memory.buffer);
    return JSON.parse(new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at))));
  }

  open(record: string): Film {
    const summary = this.#read(this.#exports.open_record(...this.#give(record))) as Summary;
    const show = (frame: number, eyes: number | "all") =>
      this.#read(this.#exports.show(frame, eyes === "all" ? allOpen : eyes)) as Frame;
    return { ...summary, show };
  }

  verify(record: string, kept: string): Verdict {
    return this.#read(this.#exports.verify(...this.#give(record), ...this.#give(kept))) as Verdict;
  }
}

// One instance a task: what went wrong in one can't hurt another.
const fresh = async () => new Engine(await (compiled ??= load()));

export async function openRecord(record: string): Promise<Film> {
  return (await fresh()).open(record);
}

export async function verifyRecord(record: string, kept: KeptShare | undefined): Promise<Verdict> {
  try {
    const written = kept ? kept.commitment + String(kept.seat) + kept.share : "";
    return (await fresh()).verify(record, written);
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

// The id under which this page kept its own share.
export function fairGameId(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    try {
      const id = (JSON.parse(line) as { fair?: { game?: unknown } }).fair?.game;
      if (typeof id === "string") return id;
    } catch {
      // Not a line of a record: the engine will say so.
    }
  }
  return undefined;
}

// A record may come from anywhere: no name of it turns the line round, breaks it or fills the screen.
const shown = (name: string) => [...name.replace(/[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, "")].slice(0, 40).join("").trim();

// Who sat where, as far as the record says so.
export function playersIn(lines: readonly string[], seats: number): { name: string; bot?: string }[] {
  let table: { names?: unknown[]; bots?: unknown[] } = {};
  for (const line of lines.slice(0, 4)) {
    try {
      table = (JSON.parse(line) as { table?: typeof table }).table ?? table;
    } catch {
      // As above.
    }
  }
  const text = (list: unknown[] | undefined, i: number) => (typeof list?.[i] === "string" ? shown(list[i] as string) : "");
  return Array.from({ length: seats }, (_, i) => {
    const bot = text(table.bots, i);
    return { name: text(table.names, i) || String(i + 1), ...(bot ? { bot } : {}) };
  });
}
