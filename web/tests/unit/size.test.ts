// Test of the first visit's size, gzipped: start page and game in one language.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const built = fileURLToPath(new URL("../../../build/web/", import.meta.url));
const budget = 150_000;

const packed = (file: string) => gzipSync(readFileSync(built + file)).length;

// The page, what it names and what that imports before anything runs; then a language, and the pictures.
function firstLoad(): Set<string> {
  const found = new Set<string>(["index.html"]);
  const named = [...readFileSync(built + "index.html", "utf8").matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]!);
  const waiting = [...named, ...readdirSync(built + "assets").filter((file) => /^_lang_en.*\.js$|^cards.*\.svg$|^latin.*\.woff2$/.test(file)).map((file) => "assets/" + file)];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    if (!file.endsWith(".js")) continue;
    waiting.push(...[...readFileSync(built + file, "utf8").matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)].map((match) => "assets/" + match[1]!));
  }
  return found;
}

test.runIf(existsSync(built + "index.html"))("the first load is at most 150 kB gzipped, fonts included, without WASM", () => {
  const first = [...firstLoad()];
  // Page, script, styles, language, pictures, letters: each further file would cost a phone a wait.
  expect(first).toHaveLength(6);
  const all = ["index.html", ...readdirSync(built + "assets").map((file) => "assets/" + file)].filter((file) => /\.(html|js|css|svg)$/.test(file) && !/_lang_(?!en)/.test(file));
  const total = (files: string[]) => files.reduce((sum, file) => sum + packed(file), 0);
  console.log(`first load: ${total(first)} of ${budget} bytes; with all that is loaded later but WASM: ${total(all)}`);
  expect(total(first), first.map((file) => `${packed(file)} ${file}`).join("\n")).toBeLessThanOrEqual(budget);
  expect(total(all)).toBeLessThanOrEqual(1.5 * budget);
});

test.runIf(existsSync(built + "index.html"))("no script and no style stands in the page itself", () => {
  const page = readFileSync(built + "index.html", "utf8");
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/);
  expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
});
