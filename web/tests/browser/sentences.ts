// Sentences of lang/en.json as patterns: whether a line that was heard is one of them.
import { textsOf } from "./languages";

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
