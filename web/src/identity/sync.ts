// Device sync: brings this device and the user's others to the same state.
import { remembered } from "../state/remembered";
import { collected, merged, readContent, type Content } from "./content";
import { empty, leave, look, mostBytes, type Answer, type Found } from "./sync_entry";
import { newKey } from "./key";
import { keysOf, opened, sealed, type Keys } from "./seal";

export type Outcome = "same" | "refused" | "no line" | "nothing there";

const tries = 4;

// As many of the last games as fit.
async function packed(keys: Keys): Promise<{ text: string; bytes: Uint8Array<ArrayBuffer> }> {
  for (let most = 400; ; most = Math.floor(most / 2)) {
    const text = JSON.stringify(await collected(most));
    const bytes = await sealed(text, keys);
    if (bytes.length <= mostBytes || most === 0) return { text, bytes };
  }
}

async function contentOf(found: Found, keys: Keys): Promise<{ text: string; content: Content }> {
  const text = await opened(found.bytes, keys);
  return { text, content: readContent(text) };
}

// Another device may have written between read and write: then retry.
async function once(keys: Keys): Promise<Answer | "same"> {
  const found = await look(keys);
  if (found === undefined) return "no line";
  const there = found && (await contentOf(found, keys));
  if (there) await merged(there.content);
  const { text, bytes } = await packed(keys);
  return there?.text === text ? "same" : leave(keys, bytes, found);
}

async function run(): Promise<Outcome> {
  const key = remembered.get("me");
  if (!key) return "nothing there";
  const keys = keysOf(key);
  for (let i = 0; i < tries; ++i) {
    const answer = await once(keys);
    if (answer === "kept" || answer === "same") return "same";
    if (answer !== "changed") return answer;
  }
  return "refused";
}

// Serialised, whoever calls.
let last: Promise<unknown> = Promise.resolve();
export function sync(): Promise<Outcome> {
  const next = last.then(run).catch(() => "refused" as const);
  last = next;
  return next;
}

// The user's own key, from now on.
export async function begin(): Promise<Outcome> {
  remembered.set("me", newKey());
  const outcome = await sync();
  if (outcome !== "same") remembered.remove("me");
  return outcome;
}

// The key of another device: merges this device's data with that one's. A key without an entry is
// refused.
export async function takeOver(key: string): Promise<Outcome> {
  const found = await look(keysOf(key));
  if (found === undefined) return "no line";
  if (!found) return "nothing there";
  const before = remembered.get("me");
  remembered.set("me", key);
  const outcome = await sync();
  if (outcome !== "same" && before) remembered.set("me", before);
  if (outcome !== "same" && !before) remembered.remove("me");
  return outcome;
}

// Deletes the entry for all devices; local data stays on each.
export async function end(): Promise<boolean> {
  const key = remembered.get("me");
  const done = key !== undefined && (await empty(keysOf(key)));
  if (done) remembered.remove("me");
  return done;
}
