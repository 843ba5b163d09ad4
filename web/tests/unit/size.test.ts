// What a first visit loads, gzipped: everything that the start page and a game need, in one language.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const built = fileURLToPath(new URL("../../../build/web/", import.meta.url));
const budget = 120_000;

test.runIf(existsSync(built + "index.html"))("the first load is at most 120 kB gzipped, without sounds, fonts and WASM", () => {
  const files = ["index.html", ...readdirSync(built + "assets").map((file) => "assets/" + file)].filter(
    (file) => /\.(html|js|css|svg)$/.test(file) && !/_lang_ko/.test(file),
  );
  const sizes = files.map((file) => [gzipSync(readFileSync(built + file)).length, file] as const);
  const total = sizes.reduce((sum, [size]) => sum + size, 0);
  console.log(`first load, with all that is loaded later but WASM: ${total} of ${budget} bytes`);
  expect(total, sizes.map((line) => line.join(" ")).join("\n")).toBeLessThanOrEqual(budget);
});

test.runIf(existsSync(built + "index.html"))("no script and no style stands in the page itself", () => {
  const page = readFileSync(built + "index.html", "utf8");
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/);
  expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
});
