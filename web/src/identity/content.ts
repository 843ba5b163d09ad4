// Content of device sync, and its merge.
// Data that the devices of one person share: the nickname, the games with the secrets by which they may be
// deleted, and the answers to puzzles. It is merged on each of them, never written over.
import { mergeAnswers, puzzleAnswers, type Answers } from "../coach/streak";
import { playedOf, readGame } from "../history/games";
import { allGames, keepGame, removeGame, type KeptGame } from "../history/store";
import { addPlayed, playedGames } from "../state/kept_games";
import { player } from "../state/player.svelte";
import { addRemovals, removals, type Removal } from "../history/removals";

export type Content = {
  ninelives_me: 1;
  name: string;
  named: number; // when
  played: [address: string, token: string][];
  puzzles: Answers;
  removed: Removal[];
  games: KeptGame[];
};

// The last `most` games, newest first.
export async function collected(most: number): Promise<Content> {
  return {
    ninelives_me: 1, name: player.name, named: player.named, played: playedGames(), puzzles: puzzleAnswers(), removed: removals(),
    games: (await allGames()).slice(0, most),
  };
}

export function readContent(text: string): Content {
  const read = JSON.parse(text) as Content;
  if (read.ninelives_me !== 1) throw new Error("another version");
  return read;
}

const isPair = (one: unknown): one is [string, string] => Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === "string");
const listed = (list: unknown): unknown[] => (Array.isArray(list) ? list : []);

export async function merged(other: Content): Promise<void> {
  if (typeof other.name === "string" && Number.isSafeInteger(other.named)) player.takeName(other.name, other.named);
  addPlayed(listed(other.played).filter(isPair));
  mergeAnswers(other.puzzles);
  addRemovals(other.removed);
  const gone = new Set(removals().filter(([, , removed]) => removed).map(([id]) => id));
  const here = new Set((await allGames()).map(({ id }) => id));
  for (const id of here) if (gone.has(id)) await removeGame(id);
  for (const one of listed(other.games)) await addGame(one, new Set([...gone, ...here]));
}

// As from a file: the engine replays it first. Invalid ones are skipped.
async function addGame(one: unknown, not: Set<string>) {
  try {
    const game = readGame(JSON.stringify(one));
    if (not.has(game.id)) return;
    await playedOf(game);
    await keepGame(game);
  } catch {
    // Unknown here: the other device has it.
  }
}
