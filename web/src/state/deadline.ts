// Deadlines on this page's own clock, counted from when a message came.
export type Deadline = { at: number; lasts: number };

export const now = () => performance.now();

export function deadline(lasts: number): Deadline {
  return { at: now() + lasts, lasts };
}
