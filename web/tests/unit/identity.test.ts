// Tests of device sync: keys, encryption, merge.
// The same person on several devices: what is derived from a key, what is sealed with it, and what two devices make of each other.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { collected, merged, readContent } from "../../src/identity/content";
import { newKey } from "../../src/identity/key";
import { keysOf, opened, sealed } from "../../src/identity/seal";
import { noteAnswer, puzzleAnswers } from "../../src/coach/streak";
import { imported, noteGame } from "../../src/history/games";
import { noteRemoved, removals } from "../../src/history/removals";
import { allGames, clearGames, removeGame } from "../../src/history/store";
import { useEngine } from "../../src/replay/engine";
import { addPlayed, playedGames } from "../../src/state/kept_games";
import { player } from "../../src/state/player.svelte";
import { remembered } from "../../src/state/remembered";

const root = fileURLToPath(new URL("../../../", import.meta.url));
useEngine(WebAssembly.compile(readFileSync(root + "build/wasm/engine.wasm")));
const record = (name: string) => readFileSync(`${root}tests/golden/${name}.jsonl`, "utf8").split("\n").filter((line) => line !== "");

async function forget() {
  await clearGames();
  for (const key of ["name", "named", "played", "puzzles", "removed", "me"] as const) remembered.remove(key);
}
beforeEach(forget);

test("WEB-11 keys are random, and nothing that goes to the server leads back to one", () => {
  const key = newKey();
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(newKey()).not.toBe(key);
  const { id, token, seal } = keysOf(key);
  expect(keysOf(key)).toEqual({ id, token, seal });
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  const hex = Buffer.from(seal).toString("hex");
  expect(new Set([id, token.slice(0, 32), hex.slice(0, 32), Buffer.from(key, "base64url").toString("hex").slice(0, 32)]).size).toBe(4);
  expect(() => keysOf("short")).toThrow();
});

test("WEB-11 what is sealed is opened by its key alone, and not when a bit of it was changed", async () => {
  const keys = keysOf(newKey());
  const text = JSON.stringify({ names: ["안", "<b>"], long: "x".repeat(5000) });
  const bytes = await sealed(text, keys);
  expect(await opened(bytes, keys)).toBe(text);
  expect(bytes.length).toBeLessThan(300);
  expect(Buffer.from(bytes).toString("latin1")).not.toContain("names");
  expect(await sealed(text, keys)).not.toEqual(bytes); // never the same nonce
  await expect(opened(bytes, keysOf(newKey()))).rejects.toThrow();
  for (const at of [0, 1, 24, 25, bytes.length - 1]) {
    const changed = bytes.slice();
    changed[at]! ^= 1;
    await expect(opened(changed, keys), String(at)).rejects.toThrow();
  }
  await expect(opened(bytes.slice(0, -1), keys)).rejects.toThrow();
  await expect(opened(new Uint8Array(), keys)).rejects.toThrow();
});

// Each with a game of its own; `first` is as another device would have it.
async function twoDevices() {
  await noteGame(record("official-none-3"), 0, 1000);
  player.takeName("Ann", 10);
  addPlayed([["a".repeat(16), "token a"]]);
  noteAnswer(20000, true);
  const first = readContent(JSON.stringify(await collected(100)));
  await forget();
  await noteGame(record("family-both-3"), 1, 2000);
  player.takeName("Anna", 20);
  addPlayed([["b".repeat(16), "token b"]]);
  return first;
}

test("WEB-11 devices are merged: games, names, secrets and puzzles of both, however often", async () => {
  const first = await twoDevices();
  for (let i = 0; i < 2; ++i) {
    await merged(first);
    expect((await allGames()).map(({ when }) => when)).toEqual([2000, 1000]);
    expect(player.name).toBe("Anna"); // chosen last
    expect(playedGames().map(([, token]) => token).sort()).toEqual(["token a", "token b"]);
    expect(puzzleAnswers()).toEqual([["2024-10-04", true]]);
  }
  await merged({ ...first, name: "", named: 0 });
  expect(player.name).toBe("Anna");
  await merged({ ...first, name: "Annie", named: 30 });
  expect(player.name).toBe("Annie");
});

test("WEB-11 a game that was taken off the list stays off on all devices, until somebody brings it back", async () => {
  const first = await twoDevices();
  await merged(first);
  const gone = first.games[0]!;
  noteRemoved([gone.id]);
  await removeGame(gone.id);
  await merged(first);
  expect((await allGames()).map(({ when }) => when)).toEqual([2000]);
  const told = readContent(JSON.stringify(await collected(100)));
  await forget();
  await noteGame(gone.lines, 0, 1000); // the other device still has it
  await merged(told);
  expect((await allGames()).map(({ when }) => when)).toEqual([2000]);
  const file = JSON.stringify({ ninelives_history: 1 }) + "\n" + JSON.stringify(gone) + "\n";
  await new Promise((later) => setTimeout(later, 2));
  expect(await imported(file)).toEqual({ added: 1, refused: 0 });
  await merged(told);
  expect((await allGames()).length).toBe(2);
  expect(removals().find(([id]) => id === gone.id)?.[2]).toBe(false);
});

test("WEB-11 what is no game, no name and no secret is left out", async () => {
  const first = await twoDevices();
  const odd = { ...first, name: 7, played: [["x"], 3, null], removed: [["../", 1, true], [1]], puzzles: "x", games: [null, 5, { lines: ["{}"] }, { ...first.games[0], lines: ["nonsense"] }] };
  await merged(odd as never);
  expect((await allGames()).length).toBe(1);
  expect(player.name).toBe("Anna");
  expect(playedGames().length).toBe(1);
  expect(removals()).toEqual([]);
  expect(() => readContent('{"ninelives_me":2}')).toThrow();
});
