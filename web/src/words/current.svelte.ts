// The language in use. Each language is a file of its own, loaded when it is wanted.
import { remembered } from "../state/remembered";
import { Words, type Dictionary } from "./words";

export type Language = "en" | "ko";
export const languages: { code: Language; name: string }[] = [
  { code: "en", name: "English" },
  { code: "ko", name: "한국어" },
];

const load: Record<Language, () => Promise<{ default: Dictionary }>> = {
  en: () => import("lang:en"),
  ko: () => import("lang:ko"),
};

class Current {
  language = $state<Language>("en");
  words = $state.raw(new Words({}));

  async use(language: Language) {
    const loaded = await load[language]();
    this.words = new Words(loaded.default);
    this.language = language;
    document.documentElement.lang = language;
    remembered.set("language", language);
  }
}

export const current = new Current();

export function preferredLanguage(): Language {
  const kept = remembered.get("language");
  if (kept === "en" || kept === "ko") return kept;
  return navigator.language.startsWith("ko") ? "ko" : "en";
}
