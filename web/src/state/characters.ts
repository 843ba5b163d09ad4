// Bot characters: data/characters.json, the same list as the terminal's.
import list from "../../../data/characters.json";
import type { Level } from "./play_now";

export type Character = { key: string; fur: string; eyes: string; level: Level };

// A bot of no level is one for connoisseurs.
const levelOf = (bot: string) => list.levels.find((one) => one.bots.includes(bot.split(":")[0]!)) ?? list.levels.at(-1)!;

// The n-th bot of a level is its n-th character; nobody for a person.
export function charactersAt(players: readonly { bot?: string }[]): (Character | undefined)[] {
  const seated = new Map<string, number>();
  return players.map(({ bot }) => {
    if (bot === undefined || bot === "") return undefined;
    const { level, characters } = levelOf(bot);
    const nth = seated.get(level) ?? 0;
    seated.set(level, nth + 1);
    return { ...characters[nth % characters.length]!, level: level as Level };
  });
}

// Their keys.
export const characterKeys = (players: readonly { bot?: string }[]) => charactersAt(players).map((one) => one?.key);
