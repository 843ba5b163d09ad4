// The page's verifier on the games of a file, as the page calls it:  page_verify.mjs ENGINE.wasm RECORDS
// Prints `ok: G games`, or the first line of each game that it refuses and why, and exits with 1. Of seeds that are not
// those committed to it says no line: then it is the game's first.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const [engine, file] = process.argv.slice(2);
const none = () => 8; // the C library wants files; there are none
let exports;
const bytes = (at, size) => new Uint8Array(exports.memory.buffer, at, size);
const page = {
  fail: (at, size) => {
    throw new Error(new TextDecoder().decode(bytes(at, size)));
  },
  sha256: (at, size, digest) => bytes(digest, 32).set(createHash("sha256").update(bytes(at, size)).digest()),
};
const module = await WebAssembly.compile(readFileSync(engine));

function fresh() {
  const wasi_snapshot_preview1 = { fd_close: none, fd_seek: none, fd_write: none };
  exports = new WebAssembly.Instance(module, { page, wasi_snapshot_preview1 }).exports;
  exports._initialize();
}

function verdict(text) {
  const encoded = new TextEncoder().encode(text);
  const at = exports.take_memory(encoded.length);
  bytes(at, encoded.length).set(encoded);
  const answer = exports.verify(at, encoded.length, 0, 0);
  const all = new Uint8Array(exports.memory.buffer);
  return JSON.parse(new TextDecoder().decode(all.subarray(answer, all.indexOf(0, answer))));
}

// After a failure the engine is not to be used again.
function judged(text) {
  try {
    return verdict(text);
  } catch (error) {
    fresh();
    return { ok: false, reason: error.message };
  }
}

const lines = readFileSync(file, "utf8").split("\n").filter((line) => line);
const begins = lines.flatMap((line, i) => (/[{,]"record":/.test(line) ? [i] : []));
let refused = 0;
begins.forEach((begin, i) => {
  if (i % 500 === 0) fresh(); // it never gives memory back
  const { ok, reason } = judged(lines.slice(begin, begins[i + 1]).join("\n") + "\n");
  if (ok) return;
  ++refused;
  const [, line, why] = /^(?:(\d+): )?(.*)$/s.exec(reason);
  console.log(`${begin + Number(line ?? 1)}: ${why}`);
});
if (!refused) console.log(`ok: ${begins.length} games`);
process.exit(refused || !begins.length ? 1 : 0);
