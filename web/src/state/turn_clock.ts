// Turn clocks of the players.
// Clock of each question, as far as the room's settings tell: the server tells the acting seat alone,
// but in slow rooms everybody.
import type { Event, ServerRoom, View } from "../net/protocol";
import { visit } from "./remembered";

// Deadline on this page's own clock, counted from the arrival of its message.
export type Deadline = { at: number; lasts: number };

export const now = () => performance.now();

export function deadline(lasts: number): Deadline {
  return { at: now() + lasts, lasts };
}

export type TurnClock = { seat: number; due: Deadline };
type Kept = { code: string; game: number; last: number; seat: number; ends: number; lasts: number };

// Bots, held seats and windows have no such clock.
function timedSeat(view: View, room: ServerRoom | null): number | undefined {
  const { seat, name } = view.phase;
  const player = room?.players[seat];
  const timed = room?.settings.turn_s && !room.settings.hours && player && !player.bot && !player.held && !["window", "over"].includes(name);
  return timed ? seat : undefined;
}

export function freshClock(view: View, room: ServerRoom | null): TurnClock | null {
  const seat = timedSeat(view, room);
  return seat === undefined ? null : { seat, due: deadline((room?.settings.turn_s ?? 0) * 1000) };
}

// Other events (a departure, say) leave the question as it was; the acting seat's move brings the
// next one.
export function clockAfter(was: TurnClock | null, before: View, view: View, events: readonly Event[], room: ServerRoom | null): TurnClock | null {
  if (room?.settings.hours) return was?.seat === view.phase.seat && !["window", "over"].includes(view.phase.name) ? was : null;
  const seat = timedSeat(view, room);
  const same = was?.seat === seat && JSON.stringify(before.phase) === JSON.stringify(view.phase) && !events.some((event) => event.seat === seat);
  return same ? was : freshClock(view, room);
}

// After a reload or a whole view the clock continues, if nothing has happened since.
export function keepClock(code: string | null, game: number, last: number, clock: TurnClock | null) {
  const { seat, due } = clock ?? {};
  visit.write("clock", due ? { code, game, last, seat, ends: Date.now() + due.at - now(), lasts: due.lasts } : null);
}
export function keptClock(code: string | null, game: number, last: number, view: View, room: ServerRoom | null): TurnClock | null {
  const kept = visit.read<Kept | null>("clock");
  if (!kept || kept.code !== code || kept.game !== game || kept.last !== last || kept.seat !== timedSeat(view, room)) return null;
  return { seat: kept.seat, due: { at: now() + kept.ends - Date.now(), lasts: kept.lasts } };
}
