/// <reference types="svelte" />
/// <reference types="vite/client" />

// Version of this build, from cmake/version.cmake.
declare const __VERSION__: string;

declare module "lang:*" {
  const texts: import("./words/words").Dictionary;
  export default texts;
}

declare module "engine:lists" {
  const lists: {
    cards: import("./net/protocol").Card[];
    expansions: import("./net/protocol").Expansions;
    house_rules: { field: string; allowed: string }[];
    emotes: import("./net/protocol").Emote[];
    presets: { name: import("./net/protocol").Preset; seats: number[]; wording: string; rules: import("./state/box").RulesRow }[];
  };
  export default lists;
}

// The languages of lang/languages.json, by their own names.
declare module "lang:list" {
  const languages: { code: string; name: string; load: () => Promise<{ default: import("./words/words").Dictionary }> }[];
  export default languages;
}

declare module "*.jsonl?raw" {
  const text: string;
  export default text;
}

declare module "subset-font" {
  export default function subsetFont(font: Buffer, letters: string, options: { targetFormat: "woff2" }): Promise<Buffer>;
}
