// Tests of the service worker's push messages (WEB-13), with a browser around it that only notes its calls.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { expect, test } from "vitest";

const script = readFileSync(fileURLToPath(new URL("../../src/practice/service_worker.js", import.meta.url)), "utf8");
const scope = "https://cats.example/";

type Shown = { title: string; options: { body: string; tag: string; data: unknown } };
type Page = { url: string; focus(): Promise<void>; navigate(url: string): Promise<void> };

function browser(words?: object, open: string[] = []) {
  const shown: Shown[] = [];
  const went: string[] = [];
  const listeners: Record<string, (event: object) => void> = {};
  const pages: Page[] = open.map((url) => ({ url, focus: async () => void went.push("focus " + url), navigate: async (to) => void went.push("navigate " + to) }));
  const self = {
    registration: { scope, showNotification: async (title: string, options: Shown["options"]) => void shown.push({ title, options }) },
    addEventListener: (name: string, listener: (event: object) => void) => (listeners[name] = listener),
    clients: { matchAll: async () => pages, openWindow: async (url: string) => void went.push("open " + url) },
  };
  const caches = { match: async (name: string) => (words && name === "push-words.json" ? { json: async () => words } : undefined) };
  vm.runInNewContext(script, { self, caches, URL, fetch: undefined });
  const send = async (name: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    listeners[name]!({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  };
  return { shown, went, send };
}

const message = (text: string) => ({ data: { json: () => JSON.parse(text) as unknown } });

test("WEB-13 a turn is shown in the words that the page has left, one for a table", async () => {
  const { shown, send } = browser({ title: "내 차례", body: "기다립니다" });
  await send("push", message('{"t":"turn","room":"4f0c2m8k1q","name":"Bob"}'));
  expect(shown).toHaveLength(1);
  expect(shown[0]!.title).toBe("내 차례");
  expect(shown[0]!.options).toMatchObject({ body: "기다립니다", tag: "4f0c2m8k1q" });
});

test("WEB-13 a window and a reminder of a slow room have words of their own; what is not known has the usual ones", async () => {
  const { shown, send } = browser({ title: "t", body: "turn", window: "nope?", reminder: "soon" });
  for (const why of ["window", "reminder", "title", "evil"]) await send("push", message(`{"t":"turn","room":"4f0c2m8k1q","name":"Bob","why":"${why}"}`));
  expect(shown.map((one) => one.options.body)).toEqual(["nope?", "soon", "turn", "turn"]);
});

test("WEB-13 anything else is shown to nobody", async () => {
  const { shown, send } = browser({ title: "x", body: "y" });
  for (const text of ["", "{", "[]", '{"t":"other"}', '{"t":"turn"}', '{"t":"turn","room":"../evil"}', '{"t":"turn","room":"a#b?"}']) await send("push", message(text));
  await send("push", { data: null });
  expect(shown).toEqual([]);
});

test("WEB-13 a click leads to the table: the page that is there, another page, or a new one", async () => {
  const click = { notification: { close: () => undefined, data: { room: "4f0c2m8k1q" } } };
  const table = scope + "#4f0c2m8k1q";
  const there = browser(undefined, [scope, table]);
  await there.send("notificationclick", click);
  expect(there.went).toEqual(["focus " + table]);
  const elsewhere = browser(undefined, [scope]);
  await elsewhere.send("notificationclick", click);
  expect(elsewhere.went).toEqual(["focus " + scope, "navigate " + table]);
  const closed = browser();
  await closed.send("notificationclick", click);
  expect(closed.went).toEqual(["open " + table]);
});
