// A phone upright and on its side, a window at twice the size, and so on up to a screen on a wall.
import type { BrowserContextOptions } from "@playwright/test";

export const sizes = {
  phone: [360, 740], low: [740, 360], zoomed: [720, 450], tablet: [820, 1180], laptop: [1366, 657], desktop: [1440, 900], wall: [2560, 1440],
} as const;
export type Size = keyof typeof sizes;
export type Language = "en" | "ko";
export const touched: readonly Size[] = ["phone", "low", "tablet"];

// NINELIVES_LONG=1 looks at everything; and so does what makes pictures anew.
export const everySize = process.env.NINELIVES_LONG === "1" || process.env.NINELIVES_UPDATE_GOLDEN === "1";

// Light and dark take turns.
export const ways = (Object.keys(sizes) as Size[]).flatMap((size, i) => [
  { size, language: "en", colorScheme: i % 2 ? "light" : "dark" } as const,
  { size, language: "ko", colorScheme: i % 2 ? "dark" : "light" } as const,
]);

// What is much the same everywhere is looked at in four ways in CI.
const few = ["laptop-en", "phone-ko", "low-en", "wall-ko"];
export const fewWays = ways.filter(({ size, language }) => everySize || few.includes(`${size}-${language}`));

// In CI colours are compared where it is narrow, low, usual and wide; what is on a screen, and where, in every way.
const painted = ["phone-ko", "low-en", "laptop-en", "wall-en"];
export const paintedWays = ways.filter(({ size, language }) => everySize || painted.includes(`${size}-${language}`));

export function optionsOf({ size, language, colorScheme }: (typeof ways)[number]): BrowserContextOptions {
  const [width, height] = sizes[size];
  return { viewport: { width, height }, locale: language === "ko" ? "ko-KR" : "en-US", colorScheme, hasTouch: touched.includes(size) };
}
