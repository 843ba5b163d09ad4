// Session of this page, and the words in which its game is told.
import { current } from "../words/current.svelte";
import type { Values } from "../words/grammar";
import type { Words } from "../words/words";
import { Session } from "./session.svelte";

const socketAddress = () => {
  const address = new URL("ws", location.href.split("#")[0]);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.search = "";
  return address.href;
};

// Static hosting marks itself; then there is no server.
const isStatic = document.querySelector('meta[name="ninelives-server"][content="none"]') !== null;

export const session = new Session(isStatic ? undefined : socketAddress());

class GameWords {
  // A replay may have another preset than the room.
  preset = $state<string | undefined>(undefined);
  readonly words: Words = $derived.by(() => current.words.forPreset(this.preset ?? session.room?.settings.preset));
}

export const game = new GameWords();

// The words of this page; the key stands in the source as it is, for the test that looks for it.
export const web = (key: string, values: Values = {}) => current.words.web(key, values);
