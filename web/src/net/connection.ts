// WebSocket connection that reconnects by itself.
// One line to the server that comes back by itself: at once, then at least once a second, and
// whenever the browser says that it is online or awake again. With several nodes it
// tries them in turn, and goes where it is told to.
import { visit } from "../state/remembered";
import type { ClientMessage, ServerMessage, ServerWelcome } from "./protocol";

export type LinkState = "connecting" | "ready" | "away" | "replaced" | "outdated";

type Listener = {
  ready(welcome: ServerWelcome): void;
  message(message: ServerMessage): void;
  link(state: LinkState): void;
};

const longestWait = 900;
const nextNode = 60;
const pingEvery = 10_000;
const pongWithin = 4_000;
const loadAgain = 5_000;

// Close reasons after which reconnecting would do harm.
const final: Record<string, LinkState> = { replaced: "replaced", version: "outdated" };

// A socket, or an object with its interface.
export type Line = {
  onopen: (() => void) | null;
  onmessage: ((frame: { data: unknown }) => void) | null;
  onclose: ((close: { reason: string }) => void) | null;
  readonly readyState: number;
  send(text: string): void;
  close(): void;
};

export class Connection {
  readonly #home: string;
  #line: ((url: string) => Line) | undefined;
  #url: string;
  #nodes: string[] = [];
  #round: string[] = [];
  readonly #listener: Listener;
  #socket: Line | undefined;
  #ready = false;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;

  // `home`: the first address. Without a connection factory nothing is opened until use() brings
  // one.
  constructor(home: string, line: ((url: string) => Line) | undefined, listener: Listener) {
    this.#home = home;
    this.#url = home;
    this.#line = line;
    this.#listener = listener;
    addEventListener("online", () => this.#hurry());
    addEventListener("pageshow", () => this.#check());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#check());
    document.addEventListener("securitypolicyviolation", (what) => what.blockedURI.startsWith("ws") && void this.#notAllowed());
    setInterval(() => this.#ping(), pingEvery);
    this.open();
  }

  // Uses another kind of connection from here on.
  use(line: ((url: string) => Line) | undefined) {
    this.#line = line;
    this.#url = this.#home;
    this.#nodes = [];
    this.#tries = 0;
    this.#listener.link("connecting");
    this.open();
  }

  open() {
    clearTimeout(this.#retry);
    this.#abandon();
    if (!this.#line) return;
    const socket = this.#lineTo(this.#url);
    if (!socket) return this.#lost("forbidden");
    this.#socket = socket;
    socket.onopen = () => this.#say({ t: "hello", version: 1, fair: true });
    socket.onmessage = (frame) => socket === this.#socket && this.#hear(String(frame.data));
    socket.onclose = (close) => socket === this.#socket && this.#lost(close.reason);
  }

  // Some browsers throw where the page's policy says no, others close the line.
  #lineTo(url: string) {
    try {
      return this.#line?.(url);
    } catch {
      return undefined;
    }
  }

  // A message that can't be sent now is dropped: after reconnecting the page decides again from
  // what it sees.
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
    if (message.t === "elsewhere") {
      if (this.#mayGo(message.url)) this.#goTo(message.url);
    } else if (message.t === "nodes") {
      this.#know(message.nodes);
    } else if (message.t === "welcome") {
      this.#know(message.nodes ?? []);
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
    const wait = this.#chooseNext();
    // Spread out, so that not all pages of a restarted server reconnect at the same instant.
    this.#retry = setTimeout(() => this.open(), wait * (0.6 + 0.4 * Math.random()));
  }

  // Next server: the last one, then each of the others, then a pause; how long to wait.
  #chooseNext() {
    const tries = this.#tries++;
    if (tries === 0) {
      this.#round = [...new Set([this.#url, this.#home, ...this.#nodes])];
      return 50;
    }
    const turn = tries % this.#round.length;
    this.#url = this.#round[turn] ?? this.#home;
    return turn === 0 ? longestWait : nextNode;
  }

  #know(nodes: string[]) {
    this.#nodes = nodes.filter((url) => this.#mayGo(url));
  }

  // To a node that came later than this page, which has the policy of before. Loaded again it may go there, if its
  // own server is there to be asked; not over and over.
  async #notAllowed() {
    const last = visit.read<number>("loaded_again") ?? 0;
    if (Date.now() - last < loadAgain) return;
    visit.write("loaded_again", Date.now());
    const own = await fetch(location.pathname, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
    if (own?.ok) location.reload();
  }

  // A line that was private stays so.
  #mayGo(url: string) {
    return url.startsWith("wss://") || (url.startsWith("ws://") && !this.#home.startsWith("wss:"));
  }

  #goTo(url: string) {
    this.#url = url;
    this.#listener.link("away");
    this.#abandon();
    this.#retry = setTimeout(() => this.open(), nextNode * Math.random());
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
