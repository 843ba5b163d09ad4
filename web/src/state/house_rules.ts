// House rules as the engine lists them: a field, what it may be, and what it is without one.
import lists from "engine:lists";
import type { Preset } from "../net/protocol";
import type { Words } from "../words/words";
import { rulesOf } from "./box";

export type HouseRules = Record<string, string>;
export type Field =
  | { name: string; kind: "switch" }
  | { name: string; kind: "number"; low: number; high: number }
  | { name: string; kind: "choice"; values: string[] };

const copies = "copies.";

function readField({ field: name, allowed }: { field: string; allowed: string }): Field {
  const range = /^(\d+)\.\.(\d+)$/.exec(allowed);
  if (range) return { name, kind: "number", low: Number(range[1]), high: Number(range[2]) };
  return allowed === "true false" ? { name, kind: "switch" } : { name, kind: "choice", values: allowed.split(" ") };
}

const all = lists.house_rules.map(readField);
export const fields = all.filter(({ name }) => !name.startsWith(copies));
// Fields for the number of each card in the box.
export const cardFields = all.filter((field): field is Extract<Field, { kind: "number" }> => field.name.startsWith(copies) && field.kind === "number");

// The preset's value; the engine adds the copies of other boxes.
export function usual(preset: Preset, field: string): string {
  const row = rulesOf(preset);
  if (field.startsWith(copies)) return String(row.copies[field.slice(copies.length) as keyof typeof row.copies] ?? 0);
  return String(row[field]);
}

// Without rules that equal the preset's.
export function changed(preset: Preset, rules: HouseRules): HouseRules {
  return Object.fromEntries(Object.entries(rules).filter(([field, value]) => value !== "" && (field.startsWith(copies) || value !== usual(preset, field))));
}

export function fieldName(field: string, words: Words): string {
  return field.startsWith(copies) ? words.text(`cards/${field.slice(copies.length)}/name`) : words.text(`house/${field}`);
}
export const valueName = (field: string, value: string, words: Words) => (words.find(`house/${field}_${value}`) ? words.text(`house/${field}_${value}`) : value);

// "Cards in a hand: 6"
export const ruleLines = (rules: Record<string, unknown>, words: Words) =>
  Object.entries(rules).map(([field, value]) => {
    const shown = value === "true" || value === true ? "✓" : value === "false" || value === false ? "✗" : valueName(field, String(value), words);
    return `${fieldName(field, words)}: ${shown}`;
  });
