// Screen sizes of the tests: a phone upright and on its side, a window at twice the size, up to a screen on a wall.
import type { BrowserContextOptions } from "@playwright/test";
import { isPseudo, pseudoLanguages, type PseudoLanguage } from "./languages";

export const sizes = {
  phone: [360, 740], low: [740, 360], zoomed: [720, 450], tablet: [820, 1180], laptop: [1366, 657], desktop: [1440, 900], wall: [2560, 1440],
} as const;
export type Size = keyof typeof sizes;
export type Language = "en" | "ko";
export const touched: readonly string[] = ["phone", "low", "tablet", "small", "tall"];
// Two more phones, for the languages that tests make up.
const phones = { small: [320, 568], tall: [390, 844] } as const;

// NINELIVES_LONG=1 checks every size; so does a run that records screens again.
export const everySize = process.env.NINELIVES_LONG === "1" || process.env.NINELIVES_UPDATE_GOLDEN === "1";

// Light and dark take turns.
export const ways = (Object.keys(sizes) as Size[]).flatMap((size, i) => [
  { size, language: "en", colorScheme: i % 2 ? "light" : "dark" } as const,
  { size, language: "ko", colorScheme: i % 2 ? "dark" : "light" } as const,
]);

// A language that is longer than all others, and a mirrored one: each at one size in CI.
type PseudoWay = { size: Size | keyof typeof phones; language: PseudoLanguage; colorScheme: "light" | "dark" };
const fewPseudo = ["phone-en-XA", "laptop-ar-XB"];
export const pseudoWays = (Object.keys({ ...phones, ...sizes }) as PseudoWay["size"][])
  .flatMap((size, i) => pseudoLanguages.map((language): PseudoWay => ({ size, language, colorScheme: i % 2 ? "light" : "dark" })))
  .filter(({ size, language }) => process.env.NINELIVES_LONG === "1" || fewPseudo.includes(`${size}-${language}`));

// Pages that are much the same everywhere are looked at in four ways in CI.
const few = ["laptop-en", "phone-ko", "low-en", "wall-ko"];
export const fewWays = ways.filter(({ size, language }) => everySize || few.includes(`${size}-${language}`));

// Sizes whose screens are recorded in text form. The others are only checked for overlaps and cut text.
export const recordedSizes: readonly Size[] = ["phone", "low", "laptop", "wall"];

// `spoken`: a language that the page doesn't offer.
export type PersonOptions = BrowserContextOptions & { spoken?: PseudoLanguage };
export function optionsOf({ size, language, colorScheme }: (typeof ways)[number] | PseudoWay): PersonOptions {
  const [width, height] = { ...sizes, ...phones }[size];
  const spoken = isPseudo(language) ? { spoken: language } : {};
  return { viewport: { width, height }, locale: language === "ko" ? "ko-KR" : "en-US", colorScheme, hasTouch: touched.includes(size), ...spoken };
}
