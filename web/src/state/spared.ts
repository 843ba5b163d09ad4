// A view in which some of the dead still sit as they did: what ended them is yet to be shown.
import type { View } from "../net/protocol";

export function withSpared(view: View, before: View | null, spared: readonly number[]): View {
  const still = spared.filter((seat) => before?.alive.includes(seat) && !view.alive.includes(seat));
  if (!before || still.length === 0) return view;
  const asBefore = <Value>(now: readonly Value[], then: readonly Value[]) => now.map((value, seat) => (still.includes(seat) ? then[seat]! : value));
  return {
    ...view,
    alive: [...view.alive, ...still].sort((one, other) => one - other),
    cursed: [...view.cursed, ...before.cursed.filter((seat) => still.includes(seat))],
    hand_sizes: asBefore(view.hand_sizes, before.hand_sizes),
    marked: asBefore(view.marked, before.marked),
    ...(before.hand && view.viewer !== undefined && still.includes(view.viewer) ? { hand: before.hand } : {}),
  };
}
