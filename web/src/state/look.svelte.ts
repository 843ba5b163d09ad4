// Theme and sound: light or dark, as the system has it until the user says otherwise.
import { remembered } from "./remembered";

type Theme = "light" | "dark";

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

class Look {
  theme = $state<Theme>(this.#kept() ?? this.#system());
  muted = $state(remembered.get("muted") === "yes");
  // Volume of sounds, in percent.
  volume = $state(remembered.read<number>("volume", 100));
  // Nope windows are passed by themselves.
  autoPass = $state(remembered.get("autopass") === "yes");
  // Bots say a word now and then.
  botTalk = $state(remembered.get("bot_talk") !== "no");
  // The log tells events in changing words; screen readers hear the facts either way.
  lively = $state(remembered.get("lively") !== "no");
  // Letters, digits and signs act as keys. Users who dictate turn them off (WCAG 2.1.4).
  letterKeys = $state(remembered.get("letter_keys") !== "no");

  // Wants longer Nope windows, at tables where all people do.
  listens = $state(remembered.get("listens") === "yes");
  // Screen readers are told hand, table and odds with each of the player's turns.
  verbose = $state(remembered.get("verbose") === "yes");

  #kept(): Theme | undefined {
    const kept = remembered.get("theme");
    return kept === "light" || kept === "dark" ? kept : undefined;
  }
  #system(): Theme {
    return prefersDark.matches ? "dark" : "light";
  }

  apply() {
    document.documentElement.dataset.theme = this.theme;
    prefersDark.addEventListener("change", () => {
      if (!this.#kept()) this.#set(this.#system());
    });
  }
  #set(theme: Theme) {
    this.theme = theme;
    document.documentElement.dataset.theme = theme;
  }
  turnTheme() {
    this.#set(this.theme === "dark" ? "light" : "dark");
    remembered.set("theme", this.theme);
  }
  turnAutoPass() {
    this.autoPass = !this.autoPass;
    remembered.set("autopass", this.autoPass ? "yes" : "no");
  }
  turnBotTalk() {
    this.botTalk = !this.botTalk;
    remembered.set("bot_talk", this.botTalk ? "yes" : "no");
  }
  turnLively() {
    this.lively = !this.lively;
    remembered.set("lively", this.lively ? "yes" : "no");
  }
  turnLetterKeys() {
    this.letterKeys = !this.letterKeys;
    remembered.set("letter_keys", this.letterKeys ? "yes" : "no");
  }
  turnVerbose() {
    this.verbose = !this.verbose;
    remembered.set("verbose", this.verbose ? "yes" : "no");
  }
  turnListens() {
    this.listens = !this.listens;
    remembered.set("listens", this.listens ? "yes" : "no");
  }
  setVolume(volume: number) {
    this.volume = volume;
    remembered.write("volume", volume);
  }
  turnSound() {
    this.muted = !this.muted;
    remembered.set("muted", this.muted ? "yes" : "no");
  }
}

export const look = new Look();
// Reduced motion, by the system's setting.
export const isStill = () => stillness.matches;
