// Messages between the page and the coach's worker.
import type { GameReview, Puzzle } from "./core";

export type ToCoach = { id: number; record: string } | { id: number; day: number; seed?: number };
export type FromCoach =
  | { id: number; done: number; of: number }
  | { id: number; review: GameReview }
  | { id: number; puzzle: Puzzle }
  | { id: number; lines: string[] }
  | { id: number; fault: string };

// Error if a review's networks are missing: they load on first use, over the network.
export const noNetwork = "no network";
