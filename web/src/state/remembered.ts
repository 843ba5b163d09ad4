// Preferences in localStorage. If the browser refuses to store anything, they last as long as the page is open.
type Key = "language" | "name" | "theme" | "muted" | "seats" | "shares" | "autopass" | "pace" | "level" | "games" | "played" | "puzzles" | "me" | "named" | "removed" | "push" | "drills" | "luck" | "daily" | "daily_board" | "bot_talk" | "lively" | "volume" | "letter_keys" | "verbose" | "listens";

function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

const here = new Map<Key, string>();

export const remembered = {
  get(key: Key): string | undefined {
    try {
      return storage()?.getItem("ninelives." + key) ?? here.get(key);
    } catch {
      return here.get(key);
    }
  },
  set(key: Key, value: string) {
    here.set(key, value);
    try {
      storage()?.setItem("ninelives." + key, value);
    } catch {
      // Full or forbidden: ignored.
    }
  },
  remove(key: Key) {
    here.delete(key);
    try {
      storage()?.removeItem("ninelives." + key);
    } catch {
      // As above.
    }
  },
  read<Value>(key: Key, otherwise: Value): Value {
    try {
      return JSON.parse(this.get(key) ?? "") as Value;
    } catch {
      return otherwise;
    }
  },
  write(key: Key, value: unknown) {
    this.set(key, JSON.stringify(value));
  },
};

// The same for this tab only, until it is closed.
export const visit = {
  read<Value>(key: string): Value | undefined {
    try {
      return JSON.parse(sessionStorage.getItem("ninelives." + key) ?? "") as Value;
    } catch {
      return undefined;
    }
  },
  write(key: string, value: unknown) {
    try {
      sessionStorage.setItem("ninelives." + key, JSON.stringify(value));
    } catch {
      // As above.
    }
  },
};
