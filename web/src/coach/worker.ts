// Web worker of the coach: a review takes seconds, during which the page stays responsive.
import coachUrl from "../../../build/wasm/coach.wasm?url";
import puzzlesUrl from "../../../data/puzzles.txt?url";
import type { NetworkName } from "../practice/core";
import { load, loadNetwork } from "../practice/networks";
import { CoachCore } from "./core";
import { noNetwork, type FromCoach, type ToCoach } from "./messages";

const tell = (message: FromCoach) => postMessage(message);
const module = load(coachUrl).then((code) => WebAssembly.compile(code));

// Large files, loaded on first use.
const networkFor = (name: NetworkName) => loadNetwork(name).catch(() => Promise.reject(new Error(noNetwork)));

async function reviewed(id: number, record: string) {
  const core = new CoachCore(await module, (done, of) => tell({ id, done, of }));
  for (const name of core.open(record)) core.giveNetwork(name, await networkFor(name));
  return core.review();
}

async function withPuzzles() {
  const core = new CoachCore(await module);
  core.givePuzzles(new TextDecoder().decode(await load(puzzlesUrl)));
  return core;
}

onmessage = async ({ data }: MessageEvent<ToCoach>) => {
  try {
    if ("record" in data) tell({ id: data.id, review: await reviewed(data.id, data.record) });
    else if (data.seed !== undefined) tell({ id: data.id, lines: (await withPuzzles()).puzzleRecord(data.day, data.seed) });
    else tell({ id: data.id, puzzle: (await withPuzzles()).puzzle(data.day) });
  } catch (error) {
    tell({ id: data.id, fault: error instanceof Error ? error.message : String(error) });
  }
};
