import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

function sourcesBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|svelte)$/.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, "utf8"))
    .join("\n");
}

// lang:en is lang/en.json without what only the terminal says.
function languages(): Plugin {
  const name = /^\0?lang:([a-z]+)$/;
  return {
    name: "languages",
    resolveId: (id) => (name.test(id) ? "\0" + id : undefined),
    load(id) {
      const code = name.exec(id)?.[1];
      if (!code) return undefined;
      const file = here(`../lang/${code}.json`);
      this.addWatchFile(file);
      const texts = JSON.parse(readFileSync(file, "utf8"));
      const sources = sourcesBelow(here("src"));
      const used = ([key]: [string, unknown]) => key.startsWith("net_") || sources.includes(`"ui/${key}"`);
      texts.ui = Object.fromEntries(Object.entries<unknown>(texts.ui).filter(used));
      delete texts.faults;
      return `export default ${JSON.stringify(texts)}`;
    },
  };
}

// The server sends FILE.gz in place of FILE to whoever takes it.
function packed(): Plugin {
  let folder = "";
  return {
    name: "packed",
    apply: "build",
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!/\.(js|css|html|svg|wasm)$/.test(file)) continue;
        writeFileSync(`${folder}/${file}.gz`, gzipSync(readFileSync(`${folder}/${file}`), { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: here("."),
  base: "./",
  plugins: [svelte(), languages(), packed()],
  build: {
    outDir: here("../build/web"),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { include: ["tests/unit/**/*.test.ts"] },
});
