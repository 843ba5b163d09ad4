// Wins at one table, as far as this tab has seen them: the score of a series of games.
import { visit } from "./remembered";

type Series = { code: string; winners: [game: number, name: string][] };
const key = "series";

const kept = (code: string): Series["winners"] => {
  const series = visit.read<Series>(key);
  return series?.code === code ? series.winners : [];
};

// Each game counts once, however often its end is shown.
export function noteWinner(code: string, game: number, name: string) {
  const others = kept(code).filter(([one]) => one !== game);
  visit.write(key, { code, winners: [...others, [game, name]] });
}

// Wins by player, the best first; empty before the second game.
export function seriesScore(code: string): [name: string, wins: number][] {
  const winners = kept(code);
  if (winners.length < 2) return [];
  const wins = new Map<string, number>();
  for (const [, name] of winners) wins.set(name, (wins.get(name) ?? 0) + 1);
  return [...wins].sort(([, a], [, b]) => b - a);
}
