// Seats of this browser, each with the secret by which it is taken again.
import { remembered } from "./remembered";

const seatsKept = 30;

// The room's code, the secret, and whether the room is slow.
type Kept = [string, string, boolean?];
const all = () => remembered.read<Kept[]>("seats", []);

// Seats in slow rooms last for days: others are evicted first.
function write(seats: Kept[]) {
  while (seats.length > seatsKept) seats.splice(Math.max(0, seats.findIndex(([, , slow]) => !slow)), 1);
  remembered.write("seats", seats);
}

export const seatToken = (code: string): string | undefined => all().find(([room]) => room === code)?.[1];
export const lastSeat = (): string | undefined => all().at(-1)?.[0];
export const forgetSeat = (code: string) => remembered.write("seats", all().filter(([room]) => room !== code));
export const keepSeat = (code: string, token: string) => write([...all().filter(([room]) => room !== code), [code, token]]);
// A seat that isn't stored, such as a practice table's, stays so.
export function markSlow(code: string, slow: boolean) {
  const known = all().some(([room, , was]) => room === code && (was ?? false) !== slow);
  if (known) write(all().map((one) => (one[0] === code ? [one[0], one[1], slow] : one)));
}
export const slowSeats = () => all().flatMap(([room, token, slow]) => (slow ? [{ room, token }] : []));
