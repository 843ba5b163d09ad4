// Saving of finished games in this browser, whether played here or on a server; it takes a moment.
import { tellOthers } from "./identity";

let saving: Promise<unknown> = Promise.resolve();

export function saveFinished(record: Promise<string[]>, seat: number) {
  const when = Date.now();
  const kept = Promise.all([record, import("../history/games")]).then(([lines, { noteGame }]) => noteGame(lines, seat, when));
  saving = kept.then(tellOthers).catch(() => undefined);
}

// Readers of the list wait for the last game, with a time limit: a record may never arrive.
const longest = 2000;
export const allSaved = () => Promise.race([saving, new Promise((later) => setTimeout(later, longest))]);
