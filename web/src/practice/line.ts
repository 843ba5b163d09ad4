// Connection to the server in this page's worker, with the interface of a socket.
import type { Line } from "../net/connection";

// Messages between the page and its practice worker.
export type ToWorker = { open: true } | { say: string } | { record: string };
export type FromWorker = { opened: true } | { message: string } | { weak: true } | { closed: string };

let worker: Worker | undefined;
let current: PracticeLine | undefined;

function started(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = (message: MessageEvent<FromWorker>) => current?.hear(message.data);
  worker.onerror = () => current?.hear({ closed: "missing" });
  return worker;
}

export class PracticeLine implements Line {
  onopen: (() => void) | null = null;
  onmessage: ((frame: { data: unknown }) => void) | null = null;
  onclose: ((close: { reason: string }) => void) | null = null;
  readyState: number = WebSocket.CONNECTING;

  // `onWeak`: a bot's network is unavailable.
  constructor(readonly onWeak: () => void) {
    current = this;
    this.#post({ open: true });
  }

  send(text: string) {
    this.#post({ say: text });
  }

  close() {
    this.readyState = WebSocket.CLOSED;
    if (current === this) current = undefined;
  }

  // The record that the next room plays on from.
  giveRecord(record: string) {
    this.#post({ record });
  }

  hear(message: FromWorker) {
    if ("message" in message) {
      this.onmessage?.({ data: message.message });
    } else if ("weak" in message) {
      this.onWeak();
    } else if ("opened" in message) {
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    } else {
      this.readyState = WebSocket.CLOSED;
      if (message.closed === "broken" || message.closed === "missing") forget();
      this.onclose?.({ reason: message.closed });
    }
  }

  #post(message: ToWorker) {
    started().postMessage(message);
  }
}

function forget() {
  worker?.terminate();
  worker = undefined;
}
