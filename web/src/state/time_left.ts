// Text of a duration: days and hours, hours and minutes, or minutes.
import { current } from "../words/current.svelte";

const minute = 60_000;

export function spanWords(ms: number): string {
  const minutes = Math.ceil(ms / minute);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const words = (number: number, key: string) => (number > 0 ? current.words.text(key, { number }) : "");
  const exact = days === 0 && (minutes % 60 > 0 || hours === 0);
  return [words(days, "ui/span_days"), words(hours % 24, "ui/span_hours"), exact ? current.words.text("ui/span_minutes", { number: minutes % 60 }) : ""].filter(Boolean).join(" ");
}

// From ten minutes on; shorter times are counted in seconds.
export const isLong = (ms: number) => ms >= 10 * minute;

export const hoursWords = (hours: number) => spanWords(hours * 60 * minute);
