// Announcements for screen readers. Each is a line of its own in one live region, so that none is lost or heard twice.
import { untrack } from "svelte";

const staysFor = 2000;  // a line that is gone at once may never be heard

class Voice {
  lines = $state.raw<{ key: number; text: string; at: number }[]>([]);
  #count = 0;

  say(...texts: string[]) {
    const at = performance.now();
    const fresh = texts.filter((text) => text !== "").map((text) => ({ key: ++this.#count, text, at }));
    if (fresh.length > 0) this.lines = [...untrack(() => this.lines).filter((line) => at - line.at < staysFor), ...fresh];
  }
}

export const voice = new Voice();
