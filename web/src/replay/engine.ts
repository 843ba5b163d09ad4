// Engine module (WebAssembly): replays records and verifies shuffles. Loaded when it is needed.
import type { KeptShare } from "../net/fair";
import type { Card, Event, Preset, View } from "../net/protocol";
import { give, instanceOf, jsonAt, type WasmExports } from "../net/wasm";
import engineUrl from "../../../build/wasm/engine.wasm?url";

export type GameStatistics = { turns: number; longest_chain: number; plays: number[]; nopes: number[]; escapes: number[] };
export type Player = { name: string; bot?: string };
export type Summary = {
  frames: number; seats: number; preset: Preset; over: boolean; statistics: GameStatistics; actions: string[];
  players: Player[];  // as far as the record says; others are called by their number
  voice?: number;  // the game's public number, which chooses the wording of its events
};
// `told`: number of public events before these.
export type Frame = { view: View; told: number; events: Event[]; hands?: Card[][]; pile?: Card[] };
export type Verdict =
  | { ok: true; given: number; supplied: number; missing: number; ended: boolean; own: boolean }
  | { ok: false; reason: string };
export type Film = Summary & { show(frame: number, eyes: number | "all"): Frame };

type Exports = WasmExports & {
  open_record(text: number, size: number): number;
  show(frame: number, eyes: number): number;
  daily(day: number): number;
  daily_reveal(text: number, size: number): number;
  verify(text: number, size: number, kept: number, keptSize: number): number;
};

const allOpen = 255;

let compiled: Promise<WebAssembly.Module> | undefined;

// For tests, which have no server to load it from.
export const useEngine = (module: Promise<WebAssembly.Module>) => (compiled = module);

// A server with a wrong content type would fail a streaming compilation.
async function load(): Promise<WebAssembly.Module> {
  const answer = await fetch(engineUrl);
  if (!answer.ok) throw new Error(`${engineUrl}: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

// Records are untrusted: no name may reverse the line, break it or fill the screen.
const shown = (name: string) => [...name.replace(/[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, "")].slice(0, 40).join("").trim();

class Engine {
  readonly #exports: Exports;

  constructor(module: WebAssembly.Module) {
    this.#exports = instanceOf(module);
  }

  open(record: string): Film {
    const summary = this.#read(this.#exports.open_record(...give(this.#exports, record))) as Summary;
    const players = summary.players.map(({ name, bot }, i) => ({ name: shown(name) || String(i + 1), ...(bot ? { bot: shown(bot) } : {}) }));
    const show = (frame: number, eyes: number | "all") =>
      this.#read(this.#exports.show(frame, eyes === "all" ? allOpen : eyes)) as Frame;
    return { ...summary, players, show };
  }

  daily(day: number): string[] {
    return this.#read(this.#exports.daily(day)) as string[];
  }

  reveal(date: string, secret: string): { commitment: string; lines: string[] } {
    return this.#read(this.#exports.daily_reveal(...give(this.#exports, date + secret))) as { commitment: string; lines: string[] };
  }

  verify(record: string, kept: string): Verdict {
    return this.#read(this.#exports.verify(...give(this.#exports, record), ...give(this.#exports, kept))) as Verdict;
  }

  #read(at: number): unknown {
    return jsonAt(this.#exports.memory, at);
  }
}

// One instance per task: an error in one can't affect another.
const fresh = async () => new Engine(await (compiled ??= load()));

export async function openRecord(record: string): Promise<Film> {
  return (await fresh()).open(record);
}

// The deal of a day (days since 1970, UTC), as a record in which nothing has happened yet.
export async function dailyDeal(day: number): Promise<string[]> {
  return (await fresh()).daily(day);
}

// The cards that follow from a server's secret of a day, and the commitment that binds it to them.
export async function dailyReveal(date: string, secret: string): Promise<{ commitment: string; lines: string[] }> {
  return (await fresh()).reveal(date, secret);
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
      // Not a record line: the engine will report it.
    }
  }
  return undefined;
}
