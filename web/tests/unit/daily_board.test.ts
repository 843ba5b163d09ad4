// A server's daily board: what the page signs, and how it checks a day's cards when the secret is out.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dailyEntry } from "../../src/identity/signer";
import { dailyReveal, useEngine } from "../../src/replay/engine";
import { attempts, collect, type Board } from "../../src/state/daily_board";
import { remembered } from "../../src/state/remembered";

const root = fileURLToPath(new URL("../../../", import.meta.url));
useEngine(WebAssembly.compile(readFileSync(root + "build/wasm/engine.wasm")));

const date = "2026-11-19";
const secret = "01".repeat(32);
const game = `daily-${date}-${"a".repeat(32)}`;
const fetched: string[] = [];
let record: string[] = [];

beforeEach(() => {
  fetched.length = 0;
  vi.stubGlobal("location", { href: "http://here/" });
  vi.stubGlobal("fetch", async (url: URL) => {
    fetched.push(url.pathname);
    return { ok: record.length > 0, text: async () => record.join("\n") + "\n" };
  });
});
afterEach(() => vi.unstubAllGlobals());

const boardOf = (last: string): Board => ({ now: 0, today: { date: "", commitment: "", coach: 1, players: [] }, next: { date: "", commitment: "" }, last: { date: last, commitment: "", secret, players: [] } });

test("WEB-18 the cards that follow from a secret are those of the program, and a commitment binds them", async () => {
  const { commitment, lines } = await dailyReveal(date, secret);
  expect(commitment).toMatch(/^[0-9a-f]{64}$/);
  expect(lines).toHaveLength(2);
  expect((await dailyReveal(date, secret)).lines).toEqual(lines);
  expect((await dailyReveal(date, "02" + secret.slice(2))).lines[1]).not.toBe(lines[1]);
  expect((await dailyReveal("2026-11-20", secret)).commitment).not.toBe(commitment);
  await expect(dailyReveal(date, "no secret")).rejects.toThrow();
});

test("WEB-18 the page believes neither another commitment nor other cards", async () => {
  const { commitment, lines } = await dailyReveal(date, secret);
  const other = (await dailyReveal(date, "02" + secret.slice(2))).lines;
  for (const [kept, told, verdict] of [[commitment, lines, true], ["00".repeat(32), lines, false], [commitment, other, false]] as const) {
    remembered.write("daily_board", [{ date, game, commitment: kept }]);
    record = [...told];
    await collect(boardOf(date));
    expect(attempts()[0]!.verified).toBe(verdict);
  }
  expect(fetched).toEqual(Array(3).fill(`/daily/${game}.jsonl`));
});

test("WEB-18 a day that is not over yet stays unchecked, and a record that is not there is asked for again", async () => {
  const { commitment } = await dailyReveal(date, secret);
  remembered.write("daily_board", [{ date, game, commitment }]);
  await collect(boardOf("2026-11-18"));
  expect(fetched).toEqual([]);
  record = [];
  await collect(boardOf(date));
  expect(attempts()[0]!.verified).toBeUndefined();
});

test("WEB-18 the statement is the lines that docs/host/daily.md has", () => {
  expect(dailyEntry("h:1", true, date, 7, "안")).toBe(`ninelives daily\nh:1\non\n${date}\n7\n안`);
});
