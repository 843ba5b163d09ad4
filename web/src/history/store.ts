// Store of played games in this browser's database; where it gives none, for as long as the page
// is open. Only games that are over come here: a record holds everybody's cards.
export type KeptGame = {
  id: string;
  when: number;  // milliseconds since 1970
  seat: number;
  lines: string[];
};

const inPage = new Map<string, KeptGame>();
const table = "games";

let opened: Promise<IDBDatabase | undefined> | undefined;

function database(): Promise<IDBDatabase | undefined> {
  return (opened ??= new Promise((take) => {
    try {
      const request = indexedDB.open("ninelives", 1);
      request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: "id" });
      request.onsuccess = () => take(request.result);
      request.onerror = () => take(undefined);
    } catch {
      take(undefined);
    }
  }));
}

async function within<Result>(mode: IDBTransactionMode, ask: (games: IDBObjectStore) => IDBRequest<Result>): Promise<Result | undefined> {
  const found = await database();
  if (!found) return undefined;
  return new Promise((take, fail) => {
    const request = ask(found.transaction(table, mode).objectStore(table));
    request.onsuccess = () => take(request.result);
    request.onerror = () => fail(request.error);
  });
}

// Newest first.
export async function allGames(): Promise<KeptGame[]> {
  const kept = (await within<KeptGame[]>("readonly", (games) => games.getAll())) ?? [...inPage.values()];
  return kept.sort((a, b) => b.when - a.when);
}

export async function gameOf(id: string): Promise<KeptGame | undefined> {
  return (await within<KeptGame | undefined>("readonly", (games) => games.get(id))) ?? inPage.get(id);
}

// A game that is already stored stays unchanged.
export async function keepGame(game: KeptGame): Promise<boolean> {
  if (await gameOf(game.id)) return false;
  if (await database()) await within("readwrite", (games) => games.put(game));
  else inPage.set(game.id, game);
  return true;
}

export async function removeGame(id: string): Promise<void> {
  inPage.delete(id);
  await within("readwrite", (games) => games.delete(id));
}

export async function clearGames(): Promise<void> {
  inPage.clear();
  await within("readwrite", (games) => games.clear());
}
