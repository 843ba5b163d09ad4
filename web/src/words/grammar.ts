// Grammar of a language: puts values into its sentences.
// Rules by which a language puts values into its sentences. They are data, the section `grammar` of its
// file in lang/; src/text/grammar.cpp reads the same data in the same way, and both are held to
// tests/text/sentences.json.
export type Values = Record<string, string | number>;

export type GrammarRules = {
  plurals: Record<string, number>;
  direction?: "rtl";  // of reading; else from left to right
  breaks?: string[];  // where the terminal breaks long words; a browser hyphenates by itself
  particles?: Record<string, Record<string, string>>;
  sounds?: {
    else: string;
    characters: { from: string; to: string; sounds: string }[];
    spelt_out: string;
    endings: Record<string, string>;
  };
};

const codeOf = (character: string) => character.codePointAt(0) ?? 0;

// Table entry for the longest ending of the word, the whole word first; `mark` stands before
// each ending in the table.
function byEnding<T>(table: Record<string, T>, word: string, mark = ""): T | undefined {
  for (let begin = 0; begin <= word.length; ++begin) {
    const found = table[mark + word.slice(begin)];
    if (found !== undefined) return found;
  }
  return undefined;
}

// Letters of Hebrew, Arabic, Syriac and their neighbours.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export class Grammar {
  readonly #rules: GrammarRules;
  readonly #endings: Record<string, string>;

  constructor(rules: GrammarRules) {
    this.#rules = rules;
    const endings = Object.entries(rules.sounds?.endings ?? {});
    this.#endings = Object.fromEntries(endings.flatMap(([sound, list]) => list.split(" ").map((ending) => [ending, sound])));
  }

  // Fills {name}, {number|turn|turns} and {name:을/를}; a slot without a value stays as it is.
  fill(template: string, values: Values): string {
    return template.replace(/\{([^{}:|]*)(?:([:|])([^{}]*))?\}/g, (slot, name, mark, rest) => {
      if (!(name in values)) return slot;
      const value = this.#isolated(String(values[name]));
      if (mark === ":") return value + this.#particle(String(values[name]), rest);
      return mark === "|" ? this.#plural(value, rest) : value;
    });
  }

  // Sound at the end of a word, as one of the letters that the language has for it.
  soundOf(text: string): string {
    // A word that ends in a bracket takes the sound of the word before the bracket.
    const word = text.replace(/^(.+)\([^()]*\)$/s, "$1").replace(/[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+$/, "");
    const letters = /[A-Za-z]*$/.exec(word)![0];
    if (letters.length < 2 || this.#isSpeltOut(letters)) return this.#characterSound([...word].pop()?.toLowerCase() ?? "");
    return byEnding(this.#endings, letters.toLowerCase()) ?? this.#rules.sounds!.else;
  }

  // A name that is read in the other direction keeps its place in the sentence, and the signs beside it keep theirs.
  #isolated(value: string): string {
    const other = this.#rules.direction === "rtl" ? /\p{L}/u.test(value) && !rightToLeft.test(value) : rightToLeft.test(value);
    return other ? `\u2068${value}\u2069` : value;
  }

  #plural(number: string, forms: string): string {
    const form = this.#rules.plurals[number] ?? byEnding(this.#rules.plurals, number, "*") ?? 1;
    return forms.split("|")[form - 1] ?? "";
  }

  #particle(word: string, name: string): string {
    return this.#rules.particles?.[name]?.[this.soundOf(word)] ?? "";
  }

  #isSpeltOut(letters: string): boolean {
    return [...letters].every((letter) => this.#rules.sounds!.spelt_out.includes(letter));
  }

  #characterSound(character: string): string {
    const { characters, else: otherwise } = this.#rules.sounds!;
    const code = codeOf(character);
    const range = characters.find(({ from, to }) => code >= codeOf(from) && code <= codeOf(to));
    return range ? range.sounds[(code - codeOf(range.from)) % range.sounds.length]! : otherwise;
  }
}
