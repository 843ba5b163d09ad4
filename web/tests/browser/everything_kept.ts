// Collector of all data that a page has stored or received, for secrecy tests.
import { expect, type Page } from "@playwright/test";

export type Kept = {
  rows: Record<string, unknown[]>; // of each database's table
  cached: { path: string; body: string }[];
  storages: string;
};

export function everythingKept(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    const asked = <Result>(request: IDBRequest<Result>) => new Promise<Result>((take, fail) => {
      request.onsuccess = () => take(request.result);
      request.onerror = () => fail(request.error);
    });
    const rows: Record<string, unknown[]> = {};
    for (const { name } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name!));
      for (const table of database.objectStoreNames) rows[`${name}/${table}`] = await asked(database.transaction(table).objectStore(table).getAll());
      database.close();
    }
    const cached: Kept["cached"] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const bytes = new Uint8Array(await (await cache.match(request))!.arrayBuffer());
        cached.push({ path: new URL(request.url).pathname, body: Array.from(bytes, (byte) => String.fromCharCode(byte)).join("") });
      }
    }
    return { rows, cached, storages: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]) + document.cookie };
  });
}

// A finished game is kept a moment after its result is seen; a page that is loaded again before that has lost it.
export async function gamesAreKept(page: Page, count: number) {
  const kept = () => page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === "ninelives")) return 0;
    return new Promise<number>((take, fail) => {
      const request = indexedDB.open("ninelives");
      request.onerror = () => fail(request.error);
      request.onsuccess = () => {
        const games = request.result.transaction("games").objectStore("games").count();
        games.onsuccess = () => take(games.result);
        request.result.close();
      };
    });
  });
  await expect.poll(kept).toBe(count);
}

// The page without a line begins from here on.
export function serviceWorkerIsThere(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const { active, installing, waiting } = await navigator.serviceWorker.ready;
    const worker = active ?? waiting ?? installing!;
    while (worker.state !== "activated") await new Promise((later) => setTimeout(later, 50));
  });
}

// Before the page is loaded; the result says what its workers told it up to then.
export async function listenToWorkers(page: Page): Promise<() => Promise<unknown[]>> {
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    const Plain = window.Worker;
    window.Worker = class extends Plain {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener("message", (message) => heard.push(message.data));
      }
    };
    Object.assign(window, { heardOfWorkers: heard });
  });
  return () => page.evaluate(() => (window as unknown as { heardOfWorkers: unknown[] }).heardOfWorkers);
}

type Message = { t: string; view?: Record<string, unknown>; events?: { seat?: number; other?: number; secret?: unknown }[] };

// Parts of the game's messages to `seat` that were not for it: other hands, or what others saw or gave unseen.
export function notForSeat(messages: Message[], seat: number): unknown[] {
  const told = messages.filter(({ t }) => t === "view" || t === "events" || t === "hands");
  const hands = told.filter(({ t, view }) => t === "hands" || "hands" in (view ?? {}) || (view?.viewer ?? seat) !== seat);
  const secrets = told.flatMap(({ events }) => events ?? []).filter((event) => event.secret && event.seat !== seat && event.other !== seat);
  return [...hands, ...secrets];
}
