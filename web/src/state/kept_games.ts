// Links to finished games that the server stores, and their deletion.
import { remembered } from "./remembered";
import { keptAddress } from "./route";

const playedKept = 200;

const fileOf = (game: string) => new URL(`g/${game}.jsonl`, location.href.split("#")[0]).href;

export async function isKept(game: string): Promise<boolean> {
  const answer = await fetch(fileOf(game), { method: "HEAD" }).catch(() => undefined);
  return answer?.ok === true;
}

// Its record, line by line; throws if there is none. Offline, the game may still be stored in this
// browser.
export async function keptRecord(game: string): Promise<string[]> {
  const answer = await fetch(fileOf(game)).catch(() => undefined);
  if (!answer) return ownRecord(game);
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.text()).split("\n").filter((line) => line !== "");
}

async function ownRecord(game: string): Promise<string[]> {
  const { allGames } = await import("../history/store");
  const own = (await allGames()).find(({ id }) => keptAddress(id) === game);
  if (!own) throw new Error("no line");
  return own.lines;
}

// A game's players may delete it: the browser keeps the seat's secret for that, and shares it with
// their other devices.
export const playedGames = () => remembered.read<[string, string][]>("played", []);

export function notePlayed(game: string, token: string) {
  const others = playedGames().filter(([one]) => one !== game);
  remembered.write("played", [...others, [game, token]].slice(-playedKept));
}

// Games of another device, before this device's.
export function addPlayed(others: [string, string][]) {
  const own = playedGames();
  const fresh = others.filter(([game]) => !own.some(([one]) => one === game));
  remembered.write("played", [...fresh, ...own].slice(-playedKept));
}

export function mayDelete(game: string): boolean {
  return playedGames().some(([one]) => one === game);
}

export async function deleteKept(game: string): Promise<boolean> {
  const token = playedGames().find(([one]) => one === game)?.[1];
  const address = new URL(`g/${game}`, location.href.split("#")[0]);
  const answer = await fetch(address, { method: "DELETE", headers: { authorization: `Bearer ${token}` } }).catch(() => undefined);
  return answer?.ok === true;
}
