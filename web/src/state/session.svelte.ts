// All that the server has told this page, and all that the page may say to it.
import { Connection, type LinkState } from "../net/connection";
import { commitTo, shareToReveal } from "../net/fair";
import { mergePatch } from "../net/merge_patch";
import type {
  ClientCreate, ClientMessage, Event, ServerChat, ServerFair, ServerMessage, ServerOver, ServerQuestion,
  ServerRefused, ServerRoom, ServerRooms, View,
} from "../net/protocol";
import { remembered } from "./remembered";

export type Told = { number: number; event: Event };
// A deadline on this page's own clock.
export type Deadline = { at: number; lasts: number };
export type NopeWindow = { nopes: number; deadline: Deadline };
export type Question = ServerQuestion & { due?: Deadline };

const seatsKept = 30;
const chatKept = 50;
const eventsKept = 400;

const now = () => performance.now();

type Waiting = { from: number; lines: string[]; take: (lines: string[]) => void };

export class Session {
  link = $state<LinkState>("connecting");
  rooms = $state.raw<ServerRooms["rooms"]>([]);
  room = $state.raw<ServerRoom | null>(null);
  code = $state<string | null>(null);
  seat = $state<number | undefined>(undefined);
  view = $state.raw<View | null>(null);
  rules = $state.raw<Record<string, unknown>>({});
  question = $state.raw<Question | null>(null);
  window = $state.raw<NopeWindow | null>(null);
  told = $state.raw<Told[]>([]);
  over = $state.raw<ServerOver | null>(null);
  chat = $state.raw<ServerChat[]>([]);
  refused = $state.raw<ServerRefused | null>(null);
  left = $state<"kicked" | "closed" | null>(null);

  #answered = $state(0);
  #connection: Connection;
  #game = 0;
  #last = 0;
  #waiting: Waiting | undefined;
  #startWhenSeated = false;
  #listeners = new Set<(events: Told[]) => void>();

  constructor(url: string) {
    this.#connection = new Connection(url, {
      ready: () => this.#come(),
      message: (message) => this.#hear(message),
      link: (state) => (this.link = state),
    });
  }

  get names(): string[] {
    return this.room?.players.map((player) => player.name) ?? [];
  }
  // The open question, until it is answered.
  get asked(): Question | null {
    return this.question && this.question.decision !== this.#answered ? this.question : null;
  }
  get isHost(): boolean {
    return this.room !== null && this.seat !== undefined && this.room.host === this.seat;
  }

  // ---- what the page says -----------------------------------------------------------------------

  say(message: ClientMessage) {
    this.refused = null;
    this.#connection.send(message);
  }

  list() {
    this.say({ t: "list" });
  }

  create(settings: Omit<ClientCreate, "t">, start: boolean) {
    this.#startWhenSeated = start;
    this.say({ t: "create", ...settings });
  }

  // Goes to a room: back to one's own seat, where this browser has one.
  enter(code: string) {
    if (this.code === code) return;
    this.code = code;
    if (this.hasSeat(code)) this.#come();
  }

  hasSeat(code: string): boolean {
    return this.#token(code) !== undefined;
  }

  // The table that was left last, while its game may still go on.
  get lastTable(): string | undefined {
    return remembered.read<[string, string][]>("seats", []).at(-1)?.[0];
  }

  join(code: string, name: string) {
    this.code = code;
    this.say({ t: "join", room: code, name });
  }

  watch(code: string) {
    this.code = code;
    this.say({ t: "watch", room: code });
  }

  answer(action: string) {
    const asked = this.asked;
    if (!asked) return;
    this.say({ t: "answer", game: asked.game, decision: asked.decision, action });
    this.#answered = asked.decision;
  }

  leave() {
    this.say({ t: "leave" });
    const going = this.room?.phase === "playing" || this.room?.phase === "committing" || this.room?.phase === "revealing";
    if (this.code && !going) this.#forget(this.code);
    this.#outside();
  }

  // Among bots the next game begins at once; with people, when the host sees that all are there.
  rematch() {
    const alone = this.room?.players.every((player, seat) => player.bot || seat === this.seat) ?? false;
    this.say({ t: "rematch" });
    if (alone) this.say({ t: "start" });
  }

  // After another tab has taken the seat: this one takes it back.
  takeBack() {
    this.link = "connecting";
    this.#connection.open();
  }

  // The record of the game that is over, line by line.
  record(): Promise<string[]> {
    return new Promise((take) => {
      this.#waiting = { from: 0, lines: [], take };
      this.say({ t: "record", from: 0 });
    });
  }

  // Calls `listener` with what happens from now on, not with what was told after coming back.
  onEvents(listener: (events: Told[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  // ---- what the server says ---------------------------------------------------------------------

  // The line is there, for the first time or again.
  #come() {
    if (this.link !== "ready" || !this.code) return;
    const token = this.#token(this.code);
    if (token) {
      this.say({ t: "resume", room: this.code, token, game: this.#game, last: this.#last });
    } else if (this.room && this.seat === undefined) {
      this.say({ t: "watch", room: this.code });
    }
  }

  #hear(message: ServerMessage) {
    switch (message.t) {
      case "rooms": this.rooms = message.rooms; break;
      case "joined": this.#joined(message.room, message.seat, message.token); break;
      case "room": this.#roomChanged(message); break;
      case "fair": this.#fair(message); break;
      case "view": this.#wholeView(message); break;
      case "events": this.#events(message); break;
      case "window": this.window = { nopes: message.nopes, deadline: deadline(message.deadline - message.now) }; break;
      case "question": this.#asked(message); break;
      case "refused": this.#refused(message); break;
      case "chat": this.chat = [...this.chat, message].slice(-chatKept); break;
      case "over": this.#over(message); break;
      case "record": this.#recordLines(message); break;
      case "left": this.#leftRoom(message.reason); break;
    }
  }

  #joined(code: string, seat: number | undefined, token: string | undefined) {
    if (token) this.#keep(code, token);
    this.code = code;
    this.seat = seat;
    this.left = null;
    if (this.#startWhenSeated && token) this.say({ t: "start" });
    this.#startWhenSeated = false;
  }

  #roomChanged(room: ServerRoom) {
    this.room = room;
    this.seat = room.seat;
    if (room.phase === "playing" || room.phase === "over") return;
    this.view = null;
    this.over = null;
    this.question = null;
    this.window = null;
  }

  #fair(fair: ServerFair) {
    if (this.seat === undefined) return;
    if (fair.stage === "commit") {
      this.#connection.send({ t: "commit", commitment: commitTo(fair, this.seat) });
    } else {
      const share = shareToReveal(fair, this.seat);
      if (share) this.#connection.send({ t: "reveal", share });
    }
  }

  #wholeView(message: Extract<ServerMessage, { t: "view" }>) {
    const again = message.game === this.#game;
    const fresh = message.events
      .map((event, i) => ({ number: message.from + i, event }))
      .filter((one) => !again || one.number > this.#last);
    this.told = [...(again ? this.told : []), ...fresh].slice(-eventsKept);
    if (!again) this.over = null;
    this.#game = message.game;
    this.#last = message.n;
    this.rules = message.rules;
    this.#answered = 0;
    this.#show(message.view);
    // A question or a window that is still open is told after this; a closed one is not, so both go.
    this.question = null;
    this.window = null;
  }

  #events(message: Extract<ServerMessage, { t: "events" }>) {
    if (message.game !== this.#game || message.from !== this.#last + 1 || !this.view) {
      this.#connection.send({ t: "sync" });
      return;
    }
    const fresh = message.events.map((event, i) => ({ number: message.from + i, event }));
    this.#last += fresh.length;
    this.told = [...this.told, ...fresh].slice(-eventsKept);
    if (message.view) this.#show(mergePatch(this.view, message.view) as View);
    for (const listener of this.#listeners) listener(fresh);
  }

  #show(view: View) {
    this.view = view;
    if (view.phase.name !== "window") this.window = null;
    // A question that was answered stays on the screen only until something has happened.
    if (this.question && !view.may_act) this.question = null;
  }

  #asked(question: ServerQuestion) {
    const due = question.deadline === undefined ? undefined : deadline(question.deadline - question.now);
    this.question = { ...question, ...(due ? { due } : {}) };
  }

  #refused(refused: ServerRefused) {
    if (refused.re === "resume") {
      if (this.code) this.#forget(this.code);
      if (refused.reason === "unknown_room" || this.room) this.left = "closed";
      this.room = null;
      this.seat = undefined;
    }
    // Saying Nope without having one was an answer; anything else may be answered again. What came
    // too fast was not even read: it may have been the answer.
    const unread = refused.reason === "too_fast" && refused.re === undefined;
    if (unread || (refused.re === "answer" && refused.reason !== "no_nope")) this.#answered = 0;
    this.refused = refused;
  }

  #over(over: ServerOver) {
    this.over = over;
    this.question = null;
    this.window = null;
  }

  #recordLines(message: Extract<ServerMessage, { t: "record" }>) {
    const waiting = this.#waiting;
    if (!waiting || message.from !== waiting.from) return;
    waiting.lines.push(...message.lines);
    waiting.from += message.lines.length;
    if (waiting.from >= message.total || message.lines.length === 0) {
      this.#waiting = undefined;
      waiting.take(waiting.lines);
    } else {
      this.#connection.send({ t: "record", from: waiting.from });
    }
  }

  #leftRoom(reason: "kicked" | "closed" | undefined) {
    if (!this.room) return;
    if (this.code && reason) this.#forget(this.code);
    this.left = reason ?? null;
    this.#outside();
  }

  #outside() {
    this.room = null;
    this.code = null;
    this.seat = undefined;
    this.view = null;
    this.question = null;
    this.window = null;
    this.over = null;
    this.told = [];
    this.chat = [];
    this.#game = 0;
    this.#last = 0;
  }

  // ---- seats of this browser --------------------------------------------------------------------

  #token(code: string): string | undefined {
    return remembered.read<[string, string][]>("seats", []).find(([room]) => room === code)?.[1];
  }
  #keep(code: string, token: string) {
    const others = remembered.read<[string, string][]>("seats", []).filter(([room]) => room !== code);
    remembered.write("seats", [...others, [code, token]].slice(-seatsKept));
  }
  #forget(code: string) {
    const others = remembered.read<[string, string][]>("seats", []).filter(([room]) => room !== code);
    remembered.write("seats", others);
  }
}

function deadline(lasts: number): Deadline {
  return { at: now() + lasts, lasts };
}
