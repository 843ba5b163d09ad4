// What all modules in WebAssembly share: how texts and bytes go in and out, and what the C library wants.
export type Memory = { memory: WebAssembly.Memory; take_memory(size: number): number };

export const bytesAt = (memory: WebAssembly.Memory, at: number, size: number) => new Uint8Array(memory.buffer as ArrayBuffer, at, size);
export const textAt = (memory: WebAssembly.Memory, at: number, size: number) => new TextDecoder().decode(bytesAt(memory, at, size));

// A text that ends with a zero.
export function textFrom(memory: WebAssembly.Memory, at: number): string {
  const all = new Uint8Array(memory.buffer);
  return new TextDecoder().decode(all.subarray(at, all.indexOf(0, at)));
}

export function give(to: Memory, given: Uint8Array): [number, number] {
  const at = to.take_memory(Math.max(1, given.length));
  bytesAt(to.memory, at, given.length).set(given);
  return [at, given.length];
}

// The C library wants files, of which there are none, and a clock, for bots that were given so much time.
export function systemFor(module: WebAssembly.Module, memory: () => WebAssembly.Memory) {
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
