// Messages between the page and the coach's worker.
import type { GameReview, Puzzle } from "./core";

export type ToCoach = { id: number; record: string } | { id: number; day: number; seed?: number };
export type FromCoach =
  | { id: number; done: number; of: number }
  | { id: number; review: GameReview }
  | { id: number; puzzle: Puzzle }
  | { id: number; lines: string[] }
  | { id: number; fault: string };

// The fault of a review whose networks can't be had: they come when they are first wanted, over the line.
export const noNetwork = "no network";
