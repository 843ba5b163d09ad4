// Tests of the page's verifier on the golden ceremonies of all verifiers (tests/fair/make_ceremonies.py).
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { useEngine, verifyRecord } from "../../src/replay/engine";

const root = fileURLToPath(new URL("../../../", import.meta.url));
useEngine(WebAssembly.compile(readFileSync(root + "build/wasm/engine.wasm")));

test("FAIR-1 the page judges the golden ceremonies as the program does, where it names one to the line", async () => {
  const lines = readFileSync(root + "tests/fair/ceremonies.jsonl", "utf8").trimEnd().split("\n");
  const begins = lines.flatMap((line, i) => (/[{,]"record":/.test(line) ? [i] : []));
  const expected = JSON.parse(readFileSync(root + "tests/fair/ceremonies.json", "utf8")) as { games: number; refused: number[] };
  expect(begins.length).toBe(expected.games);
  for (const [i, begin] of begins.entries()) {
    const end = begins[i + 1] ?? lines.length;
    const verdict = await verifyRecord(lines.slice(begin, end).join("\n") + "\n", undefined);
    const wrong = expected.refused.find((line) => line > begin && line <= end);
    expect(verdict.ok).toBe(wrong === undefined);
    // Of seeds that are not those committed to no line is named.
    if (!verdict.ok && /^\d+: /.test(verdict.reason)) expect(begin + Number.parseInt(verdict.reason, 10)).toBe(wrong);
  }
});
