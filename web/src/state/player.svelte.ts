// User's name, remembered.
import { current } from "../words/current.svelte";
import { fittingName } from "./name_width";
import { remembered } from "./remembered";

class Player {
  #name = $state(remembered.get("name") ?? "");

  get name() {
    return this.#name;
  }
  set name(name: string) {
    this.#keep(name, Date.now());
  }
  // Time of that choice.
  get named() {
    return remembered.read<number>("named", 0);
  }
  // From any device: the latest choice wins.
  takeName(name: string, when: number) {
    const later = when > this.named || (when === this.named && this.#name === "");
    if (later) this.#keep(name, when);
  }
  #keep(name: string, when: number) {
    this.#name = fittingName(name);
    remembered.set("name", this.#name);
    remembered.write("named", when);
  }
  nameOrDefault() {
    return this.#name.trim() || current.words.web("default_name");
  }
}

export const player = new Player();
