// Tests of records and fair shuffles through the engine in WebAssembly.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { fromHex } from "../../src/net/bytes";
import { shareCommitment } from "../../src/net/fair";
import { fairGameId, openRecord, useEngine, verifyRecord } from "../../src/replay/engine";
import type { ServerFair } from "../../src/net/protocol";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const read = (path: string) => readFileSync(root + path, "utf8");
useEngine(WebAssembly.compile(readFileSync(root + "build/wasm/engine.wasm")));

test("FAIR-1 a share is committed to as docs/explain/fairness.md says", () => {
  type Vector = { terms: string; fair: { game: string; commitment: string; shares: { status: string; commitment: string; share?: string }[] } };
  let checked = 0;
  for (const { terms, fair } of JSON.parse(read("tests/fair/vectors.json")) as Vector[]) {
    const message = { id: fair.game, terms, commitment: fair.commitment } as ServerFair;
    fair.shares.forEach((share, seat) => {
      if (!share.share) return;
      expect(shareCommitment(message, seat, fromHex(share.share))).toBe(share.commitment);
      ++checked;
    });
  }
  expect(checked).toBeGreaterThan(3);
});

test("WEB-6 every golden record is shown, step by step, through any eyes", async () => {
  for (const file of [...readdirSync(root + "tests/golden"), "v2/family-imploding-3.jsonl"].filter((name) => name.endsWith("-3.jsonl"))) {
    const film = await openRecord(read("tests/golden/" + file));
    expect(film.frames, file).toBeGreaterThan(10);
    const last = film.show(film.frames - 1, "all");
    expect(last.view.alive.length, file).toBe(film.over ? 1 : last.view.alive.length);
    for (const eyes of [0, 1, 2]) {
      const frame = film.show(Math.floor(film.frames / 2), eyes);
      expect(frame.view.viewer).toBe(eyes);
      expect(frame.hands).toBeUndefined();
      expect(frame.pile).toBeUndefined();
    }
    const open = film.show(0, "all");
    expect(open.hands!.map((hand) => hand.length)).toEqual(open.view.hand_sizes);
    expect(open.pile!.length).toBe(open.view.pile);
  }
});

test("a broken record is refused with a line and a reason", async () => {
  const lines = read("tests/golden/official-none-2.jsonl").split("\n");
  await expect(openRecord("not json")).rejects.toThrow(/JSON/);
  await expect(openRecord("")).rejects.toThrow(/deal/);
  const wrong = lines.map((line) => line.replace('"do":"draw"', '"do":"play superskip"'));
  await expect(openRecord(wrong.join("\n"))).rejects.toThrow(/^\d+: /);
});

test("who sat where is read from the record, or counted", async () => {
  const lines = read("tests/golden/official-none-2.jsonl").split("\n").filter((line) => !line.includes('"table"'));
  const playersWith = async (table: string) => (await openRecord([lines[0], table, ...lines.slice(1)].join("\n"))).players;
  expect(await playersWith('{"table":{"names":["Ann","<b>Bob</b>"],"bots":["","careful"]}}')).toEqual([{ name: "Ann" }, { name: "<b>Bob</b>", bot: "careful" }]);
  expect(await playersWith('{"table":{"names":["\\u202eAnn\\n",7]}}')).toEqual([{ name: "Ann" }, { name: "2" }]);
  expect(await playersWith("{}")).toEqual([{ name: "1" }, { name: "2" }]);
});

const program = process.env.NINELIVES_PROGRAM ?? root + "build/release/ninelives";

test.runIf(existsSync(program))("FAIR-1 the page verifies a fair game, and finds what was changed", async () => {
  for (const seed of ["1", "2", "3"]) {
    const record = execFileSync(program, ["record", "--fair", "--seed", seed, "--seats", "4"], { encoding: "utf8" });
    const lines = record.trimEnd().split("\n");
    const verdict = await verifyRecord(record, undefined);
    expect(verdict).toMatchObject({ ok: true, ended: true, own: false });
    const deal = lines.findIndex((line) => line.includes('"deal"'));
    const swapped = lines.map((line, i) => (i === deal ? line.replace(/"pile":\["(\w+)","(\w+)"/, '"pile":["$2","$1"') : line));
    if (swapped[deal] !== lines[deal]) {
      expect(await verifyRecord(swapped.join("\n"), undefined)).toMatchObject({ ok: false });
    }
    const seed2 = record.replace(/"seed":"(.)/, (_, digit: string) => `"seed":"${digit === "0" ? "1" : "0"}`);
    expect(await verifyRecord(seed2, undefined)).toMatchObject({ ok: false });
    const id = fairGameId(lines)!;
    const other = { id, seat: 0, commitment: "0".repeat(64), share: "1".repeat(64) };
    expect(await verifyRecord(record, other)).toMatchObject({ ok: false });
  }
});
