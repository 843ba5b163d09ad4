// List of removed games, so that no other device brings them back, and of those that were brought back by hand.
// The last word on each counts.
import { remembered } from "../state/remembered";

export type Removal = [id: string, when: number, removed: boolean];

const kept = 500;

export const removals = () => remembered.read<Removal[]>("removed", []);

const isRemoval = (one: unknown): one is Removal =>
  Array.isArray(one) && typeof one[0] === "string" && /^[0-9a-f]{32}$/.test(one[0]) && Number.isSafeInteger(one[1]) && typeof one[2] === "boolean";

export function addRemovals(others: unknown) {
  const all = new Map<string, Removal>();
  for (const one of [...(Array.isArray(others) ? others.filter(isRemoval) : []), ...removals()]) {
    if ((all.get(one[0])?.[1] ?? -1) < one[1]) all.set(one[0], one);
  }
  remembered.write("removed", [...all.values()].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1)).slice(-kept));
}

export const noteRemoved = (ids: string[]) => addRemovals(ids.map((id) => [id, Date.now(), true]));

// Only a removed game needs an entry when it returns.
export function noteReturned(ids: string[]) {
  const gone = new Set(removals().filter(([, , removed]) => removed).map(([id]) => id));
  addRemovals(ids.filter((id) => gone.has(id)).map((id) => [id, Date.now(), false]));
}
