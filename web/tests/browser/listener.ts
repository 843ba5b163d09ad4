// A player who hears the page and sees nothing of it: a virtual screen reader in the page speaks, and only its phrases come in here.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

const bundle = fileURLToPath(new URL("../../node_modules/@guidepup/virtual-screen-reader/lib/esm/index.browser.js", import.meta.url));

type Reader = typeof import("@guidepup/virtual-screen-reader").virtual;
type Heard = { virtual: Reader; heardTo: number };

// A module, made a script: its exports become a global.
function readerScript(): string {
  const source = readFileSync(bundle, "utf8");
  const [exports, names] = /export ?\{([^}]*)\};/.exec(source)!;
  const name = /([\w$]+) as virtual\b/.exec(names!)![1];
  return `(() => { ${source.replace(exports, "")}\n globalThis.virtual = ${name}; globalThis.heardTo = 0; })()`;
}

export class Listener {
  // Everything that was heard and done, in its order.
  readonly transcript: string[] = [];

  constructor(readonly page: Page) {}

  // Begins to listen to the document that is open.
  async listen() {
    await this.page.evaluate(readerScript());
    await this.page.evaluate(() => (globalThis as unknown as Heard).virtual.start({ container: document.body }));
  }

  // What was announced since the last time, without what the reader said on its own way through the page.
  async announcements(): Promise<string[]> {
    const phrases = await this.page.evaluate(async () => {
      const here = globalThis as unknown as Heard;
      const log = await here.virtual.spokenPhraseLog();
      const fresh = log.slice(here.heardTo);
      here.heardTo = log.length;
      return fresh;
    });
    const announced = phrases.flatMap((phrase) => /^(?:polite|assertive): (.*)$/s.exec(phrase)?.[1] ?? []);
    this.transcript.push(...announced);
    return announced;
  }

  // Waits until something is announced, and then until nothing more is for a moment.
  async hear(most = 15_000): Promise<string[]> {
    const heard: string[] = [];
    const end = Date.now() + most;
    for (let quiet = 0; Date.now() < end && quiet < 3; ) {
      const fresh = await this.announcements();
      heard.push(...fresh);
      quiet = fresh.length === 0 && heard.length > 0 ? quiet + 1 : 0;
      await this.page.waitForTimeout(40);
    }
    return heard;
  }

  async press(key: string) {
    this.transcript.push(`> ${key}`);
    await this.page.keyboard.press(key);
  }

  // Reads on from where the reader is, item by item, until a phrase is like the wanted one; undefined: all was read in vain.
  async readTo(wanted: RegExp, most = 400): Promise<string[] | undefined> {
    return this.page.evaluate(async ([pattern, flags, most]) => {
      const { virtual } = globalThis as unknown as Heard;
      const like = new RegExp(pattern, flags);
      const read: string[] = [];
      for (let i = 0; i < most; ++i) {
        await virtual.next();
        const phrase = (await virtual.itemText(), await virtual.lastSpokenPhrase());
        read.push(phrase);
        if (like.test(phrase)) return read;
      }
      return undefined;
    }, [wanted.source, wanted.flags, most] as const);
  }

  // Reads what is in the region or group of that name.
  async readPart(name: RegExp, roles = "region|group|list|dialog"): Promise<string[]> {
    const begun = await this.readTo(new RegExp(`^(?:${roles}), (?:${name.source})`));
    if (!begun) return [];
    const role = begun.at(-1)!;
    return (await this.readTo(new RegExp(`^end of ${role.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`))) ?? [];
  }

  // All that the coach says of the game, once it has looked at it.
  async readReview(): Promise<string[]> {
    for (let i = 0; i < 100; ++i) {
      const read = await this.readPart(/[^,]*/, "dialog");
      if (read.some((phrase) => phrase.startsWith("heading, "))) return read.filter((phrase) => !phrase.startsWith("end of "));
      await this.hear(2000);
    }
    return [];
  }

  // Presses the next control that is called so.
  async activate(wanted: RegExp): Promise<boolean> {
    const read = await this.readTo(wanted);
    if (!read) return false;
    this.transcript.push(`> ${read.at(-1)!}`);
    await this.page.evaluate(() => (globalThis as unknown as Heard).virtual.act());
    return true;
  }
}
