// Current language. Each language is a file of its own, loaded when it is wanted.
import { remembered } from "../state/remembered";
import languages from "lang:list";
import { Words } from "./words";

export { languages };

class Current {
  language = $state("en");
  words = $state.raw(new Words({ grammar: { plurals: {} } }));

  async use(code: string) {
    const language = languages.find((one) => one.code === code) ?? languages[0]!;
    const loaded = await language.load();
    this.words = new Words(loaded.default);
    this.language = language.code;
    document.documentElement.lang = language.code;
    remembered.set("language", language.code);
  }
}

export const current = new Current();

export function preferredLanguage(): string {
  const known = (wanted: string | undefined) => languages.find(({ code }) => wanted?.startsWith(code))?.code;
  return known(remembered.get("language")) ?? known(navigator.language) ?? "en";
}

const levelKeys = { easy: "ui/level_easy", medium: "ui/level_medium", hard: "ui/level_hard" };
export const levelName = (level: keyof typeof levelKeys) => current.words.text(levelKeys[level]);
