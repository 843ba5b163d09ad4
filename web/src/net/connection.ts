// One line to the server that comes back by itself: at once, then at least once a second, and
// whenever the browser says that it is online or awake again.
import type { ClientMessage, ServerMessage, ServerWelcome } from "./protocol";

export type LinkState = "connecting" | "ready" | "away" | "replaced" | "outdated";

type Listener = {
  ready(welcome: ServerWelcome): void;
  message(message: ServerMessage): void;
  link(state: LinkState): void;
};

const longestWait = 900;
const pingEvery = 10_000;
const pongWithin = 4_000;

// Close reasons after which coming back would only do harm.
const final: Record<string, LinkState> = { replaced: "replaced", version: "outdated" };

export class Connection {
  readonly #url: string;
  readonly #listener: Listener;
  #socket: WebSocket | undefined;
  #ready = false;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string, listener: Listener) {
    this.#url = url;
    this.#listener = listener;
    addEventListener("online", () => this.#hurry());
    addEventListener("pageshow", () => this.#check());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#check());
    setInterval(() => this.#ping(), pingEvery);
    this.open();
  }

  open() {
    clearTimeout(this.#retry);
    this.#abandon();
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => this.#say({ t: "hello", version: 1, fair: true });
    socket.onmessage = (frame) => socket === this.#socket && this.#hear(String(frame.data));
    socket.onclose = (close) => socket === this.#socket && this.#lost(close.reason);
  }

  // What can't be said now is not kept: the page asks again from what it sees after coming back.
  send(message: ClientMessage) {
    if (this.#ready) this.#say(message);
  }

  #say(message: ClientMessage) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hear(text: string) {
    clearTimeout(this.#pong);
    this.#pong = undefined;
    const message = JSON.parse(text) as ServerMessage;
    if (message.t === "welcome") {
      this.#ready = true;
      this.#tries = 0;
      this.#listener.link("ready");
      this.#listener.ready(message);
    } else {
      this.#listener.message(message);
    }
  }

  #lost(reason: string) {
    this.#abandon();
    const last = final[reason];
    if (last) return this.#listener.link(last);
    this.#listener.link("away");
    // Not all pages of a server that came back at the same instant.
    const wait = this.#tries++ === 0 ? 50 : longestWait;
    this.#retry = setTimeout(() => this.open(), wait * (0.6 + 0.4 * Math.random()));
  }

  // A line that sleeps may close minutes later: it isn't waited for.
  #abandon() {
    clearTimeout(this.#pong);
    this.#pong = undefined;
    this.#ready = false;
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #ping() {
    if (!this.#ready || this.#pong !== undefined) return;
    this.#pong = setTimeout(() => this.#lost("silent"), pongWithin);
    this.#say({ t: "ping" });
  }

  #hurry() {
    if (this.#ready || this.#socket?.readyState === WebSocket.CONNECTING) return;
    if (this.#retry !== undefined) this.open();
  }

  #check() {
    this.#hurry();
    this.#ping();
  }
}
