// Number of drills due today, without the code that makes drills: the start page asks on every visit.
import { remembered } from "./remembered";

export function dueToday(now = new Date()): number {
  const day = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000;
  const drills = remembered.read<{ due?: number }[]>("drills", []);
  return Array.isArray(drills) ? drills.filter((one) => (one.due ?? Infinity) <= day).length : 0;
}
