// WebAssembly module instances: imports, memory access and texts, shared by the engine, the server's core and the coach.
import { sha256 } from "@noble/hashes/sha2.js";

export type WasmExports = { memory: WebAssembly.Memory; _initialize(): void; take_memory(size: number): number };

export const bytesAt = (memory: WebAssembly.Memory, at: number, size: number) => new Uint8Array(memory.buffer as ArrayBuffer, at, size);
export const textAt = (memory: WebAssembly.Memory, at: number, size: number) => new TextDecoder().decode(bytesAt(memory, at, size));

// A text that ends with a zero, parsed as JSON.
export function jsonAt(memory: WebAssembly.Memory, at: number): unknown {
  const all = new Uint8Array(memory.buffer);
  return JSON.parse(new TextDecoder().decode(all.subarray(at, all.indexOf(0, at))));
}

// Copies a text or bytes into the module's memory; returns address and size.
export function give(to: WasmExports, given: string | Uint8Array): [number, number] {
  const bytes = typeof given === "string" ? new TextEncoder().encode(given) : given;
  const at = to.take_memory(Math.max(1, bytes.length));
  bytesAt(to.memory, at, bytes.length).set(bytes);
  return [at, bytes.length];
}

// WASI: no files, and a clock for bots with a time limit.
function systemFor(module: WebAssembly.Module, memory: () => WebAssembly.Memory) {
  const system: Record<string, (...given: never[]) => number> = {
    clock_time_get: (_id: number, _precision: bigint, at: number) => {
      new DataView(memory().buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
  };
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from !== "page") system[name] ??= () => 8;
  }
  return system;
}

type PageImports = Record<string, (...given: never[]) => unknown>;

// An initialized instance. Every module imports `fail` and `sha256`; `own` adds the imports of one module.
export function instanceOf<Exports extends WasmExports>(module: WebAssembly.Module, own: (memory: () => WebAssembly.Memory) => PageImports = () => ({})): Exports {
  let exports: Exports;
  const memory = () => exports.memory;
  const page = {
    fail: (at: number, size: number) => {
      throw new Error(textAt(memory(), at, size));
    },
    sha256: (at: number, size: number, digest: number) => bytesAt(memory(), digest, 32).set(sha256(bytesAt(memory(), at, size))),
    ...own(memory),
  };
  const imports = { page, wasi_snapshot_preview1: systemFor(module, memory) } as WebAssembly.Imports;
  exports = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
  exports._initialize();
  return exports;
}
