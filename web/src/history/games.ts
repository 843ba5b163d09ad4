// Statistics over the games stored in this browser, and their export and import as a file.
import { fairGameId, openRecord, type Film, type Player } from "../replay/engine";
import { isPlayedOn } from "./daily";
import { toHex } from "../net/bytes";
import { sha256 } from "@noble/hashes/sha2.js";
import { mergeAnswers, puzzleAnswers } from "../coach/streak";
import { noteReturned } from "./removals";
import { keepGame, type KeptGame } from "./store";

export type Played = {
  game: KeptGame; players: Player[]; preset: string; winner: number;
  won: boolean; place: number; turns: number; nopes: number; escapes: number;
  playedOn: boolean;  // continues a position of an earlier game: not counted in statistics
};
export type Statistics = {
  games: number; wins: number; nopes: number; escapes: number; last: boolean[];
  places: number[];  // number of first, second, … places
  rate: number[];  // shares of wins in the ten games up to each, the oldest first
};

const version = 1;
const lastGames = 10;
const mostBytes = 64 << 20;

// Key: the id in its shuffle; without one, its bytes.
export function idOf(lines: readonly string[]): string {
  return fairGameId(lines) ?? toHex(sha256(new TextEncoder().encode(lines.join("\n")))).slice(0, 32);
}

// A seat that died when k others lived came in k + 1st. Deaths are final, so bisection finds that
// step.
function placeOf(film: Film, seat: number): number {
  const alive = (frame: number) => film.show(frame, "all").view.alive;
  let [low, high] = [0, film.frames - 1];
  if (alive(high).includes(seat)) return 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (alive(middle).includes(seat)) low = middle;
    else high = middle;
  }
  return alive(high).length + 1;
}

// Summary of the record, by the engine; throws for an invalid or unfinished game.
export async function playedOf(game: KeptGame): Promise<Played> {
  const film = await openRecord(game.lines.join("\n"));
  if (!film.over || game.seat >= film.seats) throw new Error("not a finished game");
  const winner = film.show(film.frames - 1, "all").view.alive[0]!;
  const { turns, nopes, escapes } = film.statistics;
  return {
    game, players: film.players, preset: film.preset, winner,
    won: winner === game.seat, place: placeOf(film, game.seat), turns, nopes: nopes[game.seat]!, escapes: escapes[game.seat]!,
    playedOn: isPlayedOn(game.lines),
  };
}

export async function noteGame(lines: string[], seat: number, when: number): Promise<void> {
  const game = { id: idOf(lines), when, seat, lines };
  await playedOf(game);
  await keepGame(game);
}

// Newest first, in order of storage.
export function statisticsOf(all: readonly Played[]): Statistics {
  const games = all.filter((one) => !one.playedOn);
  const results = games.map((one) => Number(one.won)).reverse();
  const rate = results.map((_, i) => {
    const span = results.slice(Math.max(0, i + 1 - lastGames), i + 1);
    return span.reduce((a, b) => a + b, 0) / span.length;
  });
  const places = Array.from({ length: Math.max(0, ...games.map((one) => one.place)) }, (_, i) => games.filter((one) => one.place === i + 1).length);
  const sum = (of: (one: Played) => number) => games.reduce((all, one) => all + of(one), 0);
  return {
    games: games.length, wins: sum((one) => Number(one.won)), nopes: sum((one) => one.nopes),
    escapes: sum((one) => one.escapes), last: games.slice(0, lastGames).map((one) => one.won), places, rate,
  };
}

// A line for the file and one for each game.
export function exported(games: readonly KeptGame[]): string {
  const head = { ninelives_history: version, puzzles: puzzleAnswers() };
  return [head, ...games].map((line) => JSON.stringify(line) + "\n").join("");
}

export function readGame(line: string): KeptGame {
  const { when, seat, lines } = JSON.parse(line) as Partial<KeptGame>;
  const text = Array.isArray(lines) && lines.every((one) => typeof one === "string");
  if (!text || !Number.isSafeInteger(when) || !Number.isSafeInteger(seat) || seat! < 0) throw new Error("no game");
  return { id: idOf(lines), when: when!, seat: seat!, lines };
}

// Number of new games and of invalid ones; undefined for another kind of file. The engine replays
// every record before it is stored.
export async function imported(file: string): Promise<{ added: number; refused: number } | undefined> {
  const [head = "", ...rest] = file.slice(0, mostBytes).split("\n").filter((line) => line.trim() !== "");
  let puzzles: unknown;
  try {
    const read = JSON.parse(head) as { ninelives_history?: unknown; puzzles?: unknown };
    if (read.ninelives_history !== version) return undefined;
    puzzles = read.puzzles;
  } catch {
    return undefined;
  }
  mergeAnswers(puzzles);
  const result = { added: 0, refused: 0 };
  for (const line of rest) {
    try {
      const game = readGame(line);
      await playedOf(game);
      result.added += Number(await keepGame(game));
      noteReturned([game.id]);
    } catch {
      ++result.refused;
    }
  }
  return result;
}
