// A server's board of the daily deal: one attempt a day, signed with this person's key; the server counts the points.
// Loaded when it is wanted.
import { dailyEntry, signerOf } from "../identity/signer";
import { noteGame } from "../history/games";
import { dailyReveal } from "../replay/engine";
import { keyHere } from "./identity";
import { remembered } from "./remembered";

export type BoardRow = { id: string; name: string; points: number; place: number };
export type Board = {
  now: number;
  today: { date: string; commitment: string; coach: number; players: BoardRow[] };
  next: { date: string; commitment: string };
  last: { date: string; commitment: string; secret: string; players: BoardRow[] };
};
export type Own = { date: string; name: string; stage: "named" | "playing" | "counting" | "counted" | "void"; points?: number; place?: number; rank?: number };
export type Entered = { game: string } | { refused: "taken" | "played" | "bad_name" | "full" | "refused" | "no line" };
// `verified`: the server revealed the secret that it had committed to, and the cards follow from
// it.
export type Attempt = { date: string; game: string; commitment: string; verified?: boolean };

const attemptsKept = 8;
const ask = (path: string, how: RequestInit = {}) => fetch(new URL(path, location.href.split("#")[0]), { cache: "no-store", ...how }).catch(() => undefined);

const signer = () => {
  const key = keyHere();
  return key ? signerOf(key) : undefined;
};
export const ownId = () => signer()?.key.slice(0, 16);

export async function readBoard(): Promise<Board | undefined> {
  const answer = await ask("daily.json");
  return answer?.ok ? ((await answer.json()) as Board) : undefined;
}

export async function readOwn(): Promise<Own | null> {
  const me = signer();
  const answer = me && (await ask("daily/" + me.key));
  return answer?.ok ? ((await answer.json()) as Own) : null;
}

export const attempts = (): Attempt[] => remembered.read<Attempt[]>("daily_board", []);
const keep = (all: Attempt[]) => remembered.write("daily_board", all.slice(-attemptsKept));

// The time is the server's, since this device's clock may be wrong.
async function state(on: boolean, board: Board, name: string): Promise<Response | undefined> {
  const me = signer();
  if (!me) return undefined;
  const { date } = board.today;
  const body = { on, date, said: board.now, signature: me.sign(dailyEntry(location.host, on, date, board.now, name)), ...(on ? { name } : {}) };
  return ask("daily/" + me.key, { method: "PUT", body: JSON.stringify(body) });
}

export async function enter(name: string): Promise<Entered> {
  const board = await readBoard();
  const answer = board && (await state(true, board, name));
  if (!answer) return { refused: "no line" };
  if (!answer.ok) {
    const word = (await answer.text()).trim();
    return { refused: word === "taken" || word === "played" || word === "bad_name" || word === "full" ? word : "refused" };
  }
  const { game } = (await answer.json()) as { game: string };
  const { date, commitment } = board.today;
  keep([...attempts().filter((one) => one.date !== date), { date, game, commitment }]);
  return { game };
}

export async function leaveBoard(): Promise<boolean> {
  const board = await readBoard();
  return board !== undefined && (await state(false, board, ""))?.ok === true;
}

// When a day is over its record joins this browser's games, and its cards are checked against the
// commitment.
export async function collect(board: Board): Promise<Attempt[]> {
  const all = attempts();
  for (const one of all) {
    if (one.date !== board.last.date || one.verified !== undefined) continue;
    const answer = await ask(`daily/${one.game}.jsonl`);
    if (!answer?.ok) continue;
    const lines = (await answer.text()).split("\n").filter((line) => line !== "");
    const { commitment, lines: dealt } = await dailyReveal(one.date, board.last.secret);
    one.verified = commitment === one.commitment && lines.includes(dealt[1]!);
    await noteGame(lines, 0, Date.parse(one.date)).catch(() => undefined);
  }
  keep(all);
  return all;
}
