// The user's name, remembered.
import { current } from "../words/current.svelte";
import { remembered } from "./remembered";

class Player {
  #name = $state(remembered.get("name") ?? "");

  get name() {
    return this.#name;
  }
  set name(name: string) {
    this.#name = name;
    remembered.set("name", name);
  }
  nameOrDefault() {
    return this.#name.trim() || current.words.web("default_name");
  }
}

export const player = new Player();
