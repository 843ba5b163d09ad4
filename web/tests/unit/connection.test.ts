// Tests of reconnection (CLU-2): a page hears nothing of a line that it has left. A node that slept, taken for dead
// meanwhile, would tell something older there than the page knows from another.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Line } from "../../src/net/connection";
import type { ServerMessage } from "../../src/net/protocol";

type Opened = Line & { url: string; tell(message: object): void };

const bystander = { addEventListener: () => undefined, visibilityState: "visible" };

function openedLine(url: string, all: Opened[]): Opened {
  const line: Opened = {
    url,
    onopen: null,
    onmessage: null,
    onclose: null,
    readyState: 1,
    send: () => undefined,
    close: () => undefined, // a node that sleeps doesn't answer: the browser's socket stays for long
    tell: (message) => line.onmessage?.({ data: JSON.stringify(message) }),
  };
  all.push(line);
  return line;
}

async function page() {
  const { Connection } = await import("../../src/net/connection");
  const lines: Opened[] = [];
  const heard: ServerMessage[] = [];
  const listener = { ready: () => undefined, message: (message: ServerMessage) => void heard.push(message), link: () => undefined };
  new Connection("ws://one/ws", (url) => openedLine(url, lines), listener);
  return { lines, heard };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", bystander.addEventListener);
  vi.stubGlobal("document", bystander);
  vi.stubGlobal("WebSocket", { OPEN: 1, CONNECTING: 0 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const view = (n: number) => ({ t: "view", game: 1, n });

test("CLU-2 a node that sleeps is left, and what it says when it wakes is not heard", async () => {
  const { lines, heard } = await page();
  lines[0]!.tell({ t: "welcome", nodes: ["ws://one/ws", "ws://two/ws"] });
  lines[0]!.tell(view(4));
  vi.advanceTimersByTime(10_000); // a ping that nobody answers
  vi.advanceTimersByTime(4_000);
  vi.advanceTimersByTime(1_000);
  const next = lines.at(-1)!;
  expect(next).not.toBe(lines[0]);
  next.tell({ t: "welcome", nodes: ["ws://one/ws", "ws://two/ws"] });
  next.tell(view(9));
  lines[0]!.tell(view(5));
  expect(heard).toEqual([view(4), view(9)]);
});

test("CLU-2 who was sent elsewhere hears that line alone", async () => {
  const { lines, heard } = await page();
  lines[0]!.tell({ t: "welcome", nodes: ["ws://one/ws", "ws://two/ws"] });
  lines[0]!.tell({ t: "elsewhere", url: "ws://two/ws" });
  lines[0]!.tell(view(5));
  vi.advanceTimersByTime(100);
  expect(lines.map((line) => line.url)).toEqual(["ws://one/ws", "ws://two/ws"]);
  lines[0]!.tell(view(5));
  lines[1]!.tell({ t: "welcome" });
  lines[1]!.tell(view(9));
  expect(heard).toEqual([view(9)]);
});
