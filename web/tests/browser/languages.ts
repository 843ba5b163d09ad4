// Languages of tests: those of lang/, and two that tools/translate makes up. en-XA is longer and has accents, ar-XB is mirrored.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type BrowserContext, type Page } from "@playwright/test";

const root = fileURLToPath(new URL("../../../", import.meta.url));

export const pseudoLanguages = ["en-XA", "ar-XB"] as const;
export type PseudoLanguage = (typeof pseudoLanguages)[number];
export const isPseudo = (language: string): language is PseudoLanguage => (pseudoLanguages as readonly string[]).includes(language);

type Texts = { web: Record<string, string>; cards: Record<string, { name: string }> };
const read = new Map<string, string>();

function fileOf(language: string): string {
  if (!isPseudo(language)) return readFileSync(`${root}lang/${language}.json`, "utf8");
  if (!read.has(language)) read.set(language, execFileSync("python3", [root + "tools/translate", "pseudo", language], { encoding: "utf8", maxBuffer: 1 << 24 }));
  return read.get(language)!;
}

export const textsOf = (language: string): Texts => JSON.parse(fileOf(language)) as Texts;

// The pages of this context try the language, which no page offers by itself.
export async function speak(context: BrowserContext, language: PseudoLanguage) {
  await context.route(`**/language/${language}.json`, (route) => route.fulfill({ contentType: "application/json", body: fileOf(language) }));
  await context.addInitScript((code) => {
    // An empty page has no storage.
    if (location.protocol.startsWith("http")) sessionStorage.setItem("ninelives.language", JSON.stringify(code));
  }, language);
}

// Runs in the page: texts that are seen or heard and have letters that en-XA would have accented.
function foreignTexts(known: string[]): string[] {
  const ours = new RegExp(`\\b(?:${known.join("|")})\\b`, "g");
  const found = new Set<string>();
  const look = (text: string | null, where: Element) => {
    const rest = (text ?? "").replace(ours, "");
    if (/[A-Za-z]{2,}/.test(rest)) found.add(`${where.tagName.toLowerCase()}: ${text!.trim().slice(0, 60)}`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement!;
    if (parent.closest("script, style, .qr, .code, kbd") || !parent.checkVisibility()) continue;
    look(node.textContent, parent);
  }
  for (const one of document.querySelectorAll("[aria-label], [title], [placeholder], [aria-valuetext]")) {
    for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"]) look(one.getAttribute(name), one);
  }
  return [...found];
}

// Names that are the same in every language: of people, of the game with its version, and of languages.
const known = ["Nine Lives(?: [\\w.~+-]+)?", "Ann", "Bob", "Cem", "English", "Deutsch", "W{20,}", "Zo(?=ë)", "Marie-Antoinette d'Artois",
  // A date, as its language writes it.
  "[A-Z][a-z]{2} \\d{1,2}, \\d{4}(?:, [\\d:]+\\s[AP]M)?"];

export async function onlyFromLang(page: Page, where: string) {
  expect.soft(await page.evaluate(foreignTexts, known), where).toEqual([]);
}

// Sentences of lang/en.json as patterns: whether a line that was heard is one of them.
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// {number|card|cards} is one of its forms, any other {value} is anything.
function patternOf(template: string): RegExp {
  const parts = template.split(/(\{[^{}]*\})/).map((part) => {
    if (!part.startsWith("{")) return escaped(part);
    const [, ...forms] = part.slice(1, -1).split("|");
    return forms.length > 0 ? `(?:${forms.map(escaped).join("|")})` : ".+";
  });
  return new RegExp(`^${parts.join("")}$`);
}

function* templates(node: unknown): Generator<string> {
  if (typeof node === "string") yield* node.split("\n");
  else if (node && typeof node === "object") for (const part of Object.values(node)) yield* templates(part);
}

const { grammar: _, ...texts } = textsOf("en") as unknown as Record<string, unknown>;
// A template that is hardly more than a value would match everything.
const patterns = [...templates(texts)].filter((template) => template.replace(/\{[^{}]*\}/g, "").trim().length > 2).map(patternOf);

export function isSentence(line: string): boolean {
  const plain = line.replaceAll("\u00a0", " ").replaceAll("\u2060", "");
  if (/^[+-]?[\d.]+$/.test(plain) || patterns.some((pattern) => pattern.test(plain))) return true;
  // Several sentences in one line.
  return plain.split(/(?<=[.!?]) /).every((part) => patterns.some((pattern) => pattern.test(part) || pattern.test(part.replace(/\.$/, ""))));
}
