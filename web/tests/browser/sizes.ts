// Screen sizes of the tests: a phone upright and on its side, a window at twice the size, up to a screen on a wall.
import type { BrowserContextOptions } from "@playwright/test";

export const sizes = {
  phone: [360, 740], low: [740, 360], zoomed: [720, 450], tablet: [820, 1180], laptop: [1366, 657], desktop: [1440, 900], wall: [2560, 1440],
} as const;
export type Size = keyof typeof sizes;
export type Language = "en" | "ko";
export const touched: readonly Size[] = ["phone", "low", "tablet"];

// NINELIVES_LONG=1 checks every size; so does a run that records screens again.
export const everySize = process.env.NINELIVES_LONG === "1" || process.env.NINELIVES_UPDATE_GOLDEN === "1";

// Light and dark take turns.
export const ways = (Object.keys(sizes) as Size[]).flatMap((size, i) => [
  { size, language: "en", colorScheme: i % 2 ? "light" : "dark" } as const,
  { size, language: "ko", colorScheme: i % 2 ? "dark" : "light" } as const,
]);

// Pages that are much the same everywhere are looked at in four ways in CI.
const few = ["laptop-en", "phone-ko", "low-en", "wall-ko"];
export const fewWays = ways.filter(({ size, language }) => everySize || few.includes(`${size}-${language}`));

// Sizes whose screens are recorded in text form. The others are only checked for overlaps and cut text.
export const recordedSizes: readonly Size[] = ["phone", "low", "laptop", "wall"];

export function optionsOf({ size, language, colorScheme }: (typeof ways)[number]): BrowserContextOptions {
  const [width, height] = sizes[size];
  return { viewport: { width, height }, locale: language === "ko" ? "ko-KR" : "en-US", colorScheme, hasTouch: touched.includes(size) };
}
