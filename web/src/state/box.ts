// Choices for a game: presets, expansions, cards, as the engine lists them.
import lists from "engine:lists";
import type { Cards, Expansions, Preset } from "../net/protocol";
import type { Words } from "../words/words";

// The fields of the rules, by the names of the record.
export type RulesRow = { copies: Cards } & Record<string, string | number | boolean | Cards>;

export const allCards = lists.cards;
export const allExpansions = lists.expansions;
export const emotes = lists.emotes;
export const allPresets = lists.presets.map((preset) => preset.name);
export const defaultPreset = allPresets[0]!;

export const rulesOf = (preset: Preset) => lists.presets.find((one) => one.name === preset)!.rules;

// Most players of a preset; the engine counts sets of expansions by their bits.
export function mostSeats(preset: Preset, expansions: Expansions): number {
  const set = expansions.reduce((bits, name) => bits | (1 << allExpansions.indexOf(name)), 0);
  return lists.presets.find((one) => one.name === preset)!.seats[set]!;
}

// The boxes of a game as one name: "Imploding Kittens and Streaking Kittens".
export function expansionsName(expansions: Expansions, words: Words): string {
  const names = expansions.map((name) => words.text(`expansions/${name}/name`));
  const last = names.pop() ?? words.text("expansions/none/name");
  if (names.length === 0) return last;
  return words.text("parts/list_end", { list: names.join(words.text("parts/separator")), last });
}
