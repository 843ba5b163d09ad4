// Rules of a preset in sentences: each field of its row has one in lang/, for its value or for any.
import type { RulesRow } from "../state/box";
import type { Words } from "./words";

// Fields described by each section, after its own lines.
export const sections = {
  deal: ["hand", "extra_defuses", "kittens", "first", "faster"],
  turn: ["combos", "five", "see", "times", "stack", "chain", "dead"],
  nope: ["nope_asks", "nope_way"],
} as const;
export type Section = keyof typeof sections;

export function sentenceFor(field: string, rules: RulesRow, words: Words): string | undefined {
  const value = rules[field];
  if (value === undefined || typeof value === "object") return undefined;
  const own = words.find(`rulebook/${field}_${value}`);
  const any = words.find(`rulebook/${field}`);
  return own || any ? words.text(`rulebook/${field}${own ? "_" + value : ""}`, { number: Number(value) }) : undefined;
}

export function sectionLines(section: Section, rules: RulesRow, words: Words): string[] {
  const always = words.text(`rulebook/${section}_lines`).split("\n");
  return [...always, ...sections[section].flatMap((field) => sentenceFor(field, rules, words) ?? [])];
}
