// Settings of Vite and Vitest.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import subsetFont from "subset-font";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The version of this build, as the program says it.
const version = execFileSync("cmake", ["-P", here("../cmake/version.cmake")], { encoding: "utf8" }).trim();

function sourcesBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|svelte)$/.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, "utf8"))
    .join("\n");
}

type Texts = Record<string, Record<string, unknown>>;
const textsOf = (code: string): Texts => JSON.parse(readFileSync(here(`../lang/${code}.json`), "utf8"));

// Reasons of a server's refusals, each with a sentence of its own.
function refusalReasons(): Set<string> {
  const schema = JSON.parse(readFileSync(here("../docs/reference/protocol.schema.json"), "utf8"));
  const refused = schema.$defs.server_message.anyOf.find((one: { title: string }) => one.title === "server_refused");
  return new Set(refused.properties.reason.enum);
}

// lang:en is lang/en.json without what only the terminal says (refusals and the reasons of hints are
// named by the server); lang:list has all of them, each to be loaded when it is wanted.
function languages(): Plugin {
  const reasons = refusalReasons();
  const list = here("../lang/languages.json");
  const codes: string[] = JSON.parse(readFileSync(list, "utf8"));
  const rows = () => codes.map((code) => `{ code: "${code}", name: ${JSON.stringify(textsOf(code).ui!.language_name)}, load: () => import("lang:${code}") }`);
  return {
    name: "languages",
    resolveId: (id) => (id === "lang:list" || codes.some((code) => id === "lang:" + code) ? "\0" + id : undefined),
    load(id) {
      if (id === "\0lang:list") return `export default [${rows().join(", ")}]`;
      const code = codes.find((one) => id === "\0lang:" + one);
      if (!code) return undefined;
      this.addWatchFile(here(`../lang/${code}.json`));
      const { faults, commands, keyboard, ...texts } = textsOf(code);
      const sources = sourcesBelow(here("src"));
      const used = ([key]: [string, unknown]) =>
        /^(why|because|puzzle)_/.test(key) || (key.startsWith("net_") && reasons.has(key.slice("net_".length))) || sources.includes(`"ui/${key}"`);
      texts.ui = Object.fromEntries(Object.entries(texts.ui!).filter(used));
      return `export default ${JSON.stringify(texts)}`;
    },
  };
}

// engine:lists is what the engine has to choose from: cards, presets, expansions.
function engineLists(): Plugin {
  const name = "engine:lists";
  return {
    name: "engine lists",
    resolveId: (id) => (id === name ? "\0" + id : undefined),
    async load(id) {
      if (id !== "\0" + name) return undefined;
      const file = here("../build/wasm/engine.wasm");
      this.addWatchFile(file);
      return `export default ${await listsIn(readFileSync(file))}`;
    },
  };
}

// The engine's own answer: it is asked as the page would ask it, and needs nothing of a page for this.
async function listsIn(engine: BufferSource): Promise<string> {
  const module = await WebAssembly.compile(engine);
  const imports: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
  const { exports } = await WebAssembly.instantiate(module, imports);
  (exports._initialize as () => void)();
  const at = (exports.lists as () => number)();
  const memory = new Uint8Array((exports.memory as WebAssembly.Memory).buffer);
  return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
}

// sw.js, with the names of all files of this build; what only some games need (networks) is kept when
// it is first loaded.
function serviceWorker(): Plugin {
  let folder = "";
  return {
    name: "service worker",
    apply: "build",
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile() && !/\.(gz|nlnet)$/.test(file.name) && !["sw.js", "share.jpg"].includes(file.name))
        .map((file) => `${file.parentPath}/${file.name}`.slice(folder.length + 1))
        .sort();
      const digest = createHash("sha256");
      for (const file of files) digest.update(file).update(readFileSync(`${folder}/${file}`));
      const script = readFileSync(here("src/practice/service_worker.js"), "utf8")
        .replace('"VERSION"', JSON.stringify(digest.digest("hex").slice(0, 16)))
        .replace('["FILES"]', JSON.stringify(files));
      writeFileSync(`${folder}/sw.js`, script);
    },
  };
}

// build/fonts: the display typeface, cut down to the letters that the page shows in it. The Latin one has all of ASCII
// and the accented letters of lang/, its Korean companion the syllables of titles, captions and names in lang/ko.json.
function displayFonts(): Plugin {
  const cut = async (from: string, letters: string, to: string) => {
    const font = readFileSync(here(`node_modules/@fontsource/${from}-400-normal.woff2`));
    writeFileSync(here(`../build/fonts/${to}.woff2`), await subsetFont(font, letters, { targetFormat: "woff2" }));
  };
  return {
    name: "display fonts",
    async buildStart() {
      mkdirSync(here("../build/fonts"), { recursive: true });
      const { cards, characters, web } = textsOf("ko") as unknown as { cards: Record<string, { name: string }>; characters: Record<string, string>; web: Record<string, string> };
      const shown = ([key]: [string, string]) => /^(stage_|tagline$|nope$|play_now$|play_friends$|learn$)/.test(key);
      const spoken = [...Object.values(cards).map((card) => card.name), ...Object.values(characters), web.default_name!, ...Object.entries(web).filter(shown).map(([, text]) => text)].join("");
      const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
      const codes: string[] = JSON.parse(readFileSync(here("../lang/languages.json"), "utf8"));
      const all = codes.map((code) => readFileSync(here(`../lang/${code}.json`), "utf8")).join("");
      const accented = [...new Set(all)].filter((letter) => letter > "~" && letter <= "\u00ff").join("");
      await cut("bangers/files/bangers-latin", ascii + accented + "×", "latin");
      await cut("jua/files/jua-korean", [...new Set(spoken)].filter((letter) => letter > "\u1100").join(""), "korean");
    },
  };
}

// One script and one style sheet for all that the start page needs: each further file costs a phone a wait.
function startPage(): Plugin & { needs: (id: string) => boolean } {
  const ids = new Set<string>();
  return {
    name: "start page",
    apply: "build",
    needs: (id) => ids.has(id),
    buildEnd() {
      const left = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry);
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        if (ids.has(id)) continue;
        ids.add(id);
        left.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },
  };
}
const start = startPage();

// The server sends FILE.gz in place of FILE to whoever takes it.
function packed(): Plugin {
  let folder = "";
  return {
    name: "packed",
    apply: "build",
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!/\.(js|css|html|svg|txt|wasm)$/.test(file)) continue;
        writeFileSync(`${folder}/${file}.gz`, gzipSync(readFileSync(`${folder}/${file}`), { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: here("."),
  base: "./",
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [svelte(), start, displayFonts(), languages(), engineLists(), serviceWorker(), packed()],
  worker: { format: "es" },
  build: {
    outDir: here("../build/web"),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "start", test: start.needs }] } } },
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  // No test is about speed: a busy machine only takes longer.
  test: { include: ["tests/unit/**/*.test.ts"], testTimeout: 120_000 },
});
