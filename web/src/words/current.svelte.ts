// Current language. Each language is a file of its own, loaded when it is wanted.
import { remembered, visit } from "../state/remembered";
import languages from "lang:list";
import { Words, type Dictionary } from "./words";

export { languages };

// A language that is not offered: ?language=CODE reads language/CODE.json beside the page, for this tab. Translators and
// tests look at it so.
let tried: (typeof languages)[number] | undefined;
export async function tryLanguage(): Promise<string | undefined> {
  const code = new URLSearchParams(location.search).get("language") ?? visit.read<string>("language") ?? "";
  if (!/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(code)) return undefined;
  const answer = await fetch(`language/${code}.json`);
  if (!answer.ok) return undefined;
  const texts = (await answer.json()) as Dictionary & { ui: { language_name: string } };
  tried = { code, name: texts.ui.language_name, load: () => Promise.resolve({ default: texts }) };
  languages.push(tried);
  visit.write("language", code);
  return code;
}

class Current {
  language = $state("en");
  words = $state.raw(new Words({ grammar: { plurals: {} } }));

  async use(code: string) {
    const language = languages.find((one) => one.code === code) ?? languages[0]!;
    const loaded = await language.load();
    this.words = new Words(loaded.default);
    this.language = language.code;
    document.documentElement.lang = language.code;
    document.documentElement.dir = loaded.default.grammar.direction ?? "ltr";
    if (language !== tried) remembered.set("language", language.code);
  }
}

export const current = new Current();

export function preferredLanguage(): string {
  const known = (wanted: string | undefined) => languages.find(({ code }) => wanted?.startsWith(code))?.code;
  return known(remembered.get("language")) ?? known(navigator.language) ?? "en";
}

const levelKeys = { easy: "ui/level_easy", medium: "ui/level_medium", hard: "ui/level_hard" };
export const levelName = (level: keyof typeof levelKeys) => current.words.text(levelKeys[level]);
