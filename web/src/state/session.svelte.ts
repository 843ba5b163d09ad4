// All that the server has told this page, and all that the page may say to it.
import { Connection, type Line, type LinkState } from "../net/connection";
import { commitTo, shareToReveal } from "../net/fair";
import { mergePatch } from "../net/merge_patch";
import type {
  ClientCreate, ClientMessage, Event, ServerChat, ServerFair, ServerHint, ServerMessage, ServerOver, ServerQuestion,
  ServerRefused, ServerRoom, ServerRooms, ServerTables, ServerWelcome, View,
} from "../net/protocol";
import { current } from "../words/current.svelte";
import { charactersAt } from "./characters";
import { Company } from "./company.svelte";
import { deadline, type Deadline } from "./deadline";
import { visit } from "./remembered";
import { forgetSeat, keepSeat, lastSeat, markSlow, seatToken, slowSeats } from "./seats";
import { clockAfter, freshClock, keepClock, keptClock, type TurnClock } from "./turn_clock";

export type Feature = NonNullable<ServerWelcome["features"]>[number];
export type Told = { number: number; event: Event };
// A seat whose time was up after that event: what comes next the clock has chosen.
export type RanOut = { after: number; seat: number };
export type NopeWindow = { nopes: number; deadline: Deadline };
export type Question = ServerQuestion & { due?: Deadline };

const chatKept = 50;
const eventsKept = 400;

type Waiting = { from: number; game: number; lines: string[]; take: (lines: string[]) => void; fail: (why: Error) => void };

export class Session {
  link = $state<LinkState>("connecting");
  // Where others of the local network reach the server, if they do.
  address = $state<string | undefined>(undefined);
  rooms = $state.raw<ServerRooms["rooms"]>([]);
  // What the server said of a room that was looked at; null: there is none.
  looked = $state.raw<{ code: string; room: ServerRooms["rooms"][number] | null } | null>(null);
  // Slow tables at which this browser has a seat, as they stood when it was told.
  tables = $state.raw<ServerTables["tables"]>([]);
  // What of the optional the server has; null: it has not said so.
  features = $state.raw<string[] | null>(null);
  // By which this browser knows the server's calls; undefined: it calls nobody.
  pushKey = $state<string | undefined>(undefined);
  pace = $state(100);
  room = $state.raw<ServerRoom | null>(null);
  code = $state<string | null>(null);
  seat = $state<number | undefined>(undefined);
  view = $state.raw<View | null>(null);
  rules = $state.raw<Record<string, unknown>>({});
  question = $state.raw<Question | null>(null);
  window = $state.raw<NopeWindow | null>(null);
  told = $state.raw<Told[]>([]);
  ranOut = $state.raw<RanOut[]>([]);
  // Whose time was up last, for as long as it is shown.
  late = $state<number | undefined>(undefined);
  over = $state.raw<ServerOver | null>(null);
  // Whether the end was seen, or the page came when it was over.
  overSeen = $state(false);
  clock = $state.raw<TurnClock | null>(null);
  hint = $state.raw<ServerHint | null>(null);
  unread = $state(0);
  // The browser's own button led away from the table: is that meant?
  leaving = $state(false);
  chat = $state.raw<ServerChat[]>([]);
  refused = $state.raw<ServerRefused | null>(null);
  left = $state<"kicked" | "closed" | null>(null);
  // The server is this page's own: nobody else can come, and a room lasts as long as the page.
  practice = $state(false);
  // The networks of the strongest bots can't be had here: they play as the careful ones do.
  weak = $state(false);
  readonly company = new Company();

  #answered = $state(0);
  #connection: Connection;
  #game = 0;
  #last = 0;
  #dealing = false;  // the next view is of a game that begins
  #live = false;  // what came last was news, not a whole view
  #waiting: Waiting | undefined;
  #whenSeated: ClientMessage[] = [];
  #whenReady: (() => void) | undefined;
  #practiceSeat: [string, string] | undefined;
  readonly #serverLine: ((url: string) => Line) | undefined;
  #looking: string | undefined;
  #clockAhead = 0;  // the server's clock, less this page's
  #listeners = new Set<(events: Told[]) => void>();

  // Without an address there is no server but this page's own.
  constructor(url: string | undefined) {
    this.#serverLine = url === undefined ? undefined : (at) => new WebSocket(at) as unknown as Line;
    this.#connection = new Connection(url ?? "", this.#serverLine, {
      ready: (welcome) => {
        this.address = welcome.address;
        this.features = welcome.features ?? null;
        this.pushKey = welcome.push;
        this.#come();
        this.#whenReady?.();
        this.#whenReady = undefined;
      },
      message: (message) => this.#hear(message),
      link: (state) => {
        this.link = state;
        if (state !== "ready") this.company.finding = null;
      },
    });
  }

  // Persons as they call themselves, bots by their character's name in the user's language.
  get names(): string[] {
    const players = this.room?.players ?? [];
    return charactersAt(players).map((one, seat) => (one ? current.words.text(`characters/${one.key}`) : players[seat]!.name));
  }
  // The open question, until it is answered.
  get asked(): Question | null {
    return this.question && this.question.decision !== this.#answered ? this.question : null;
  }
  // After two questions that ran out a bot answers for this seat.
  get held(): boolean {
    return this.room?.phase === "playing" && this.seat !== undefined && this.room.players[this.seat]?.held === true;
  }
  get playing(): boolean {
    return this.room?.phase === "playing" && this.seat !== undefined && this.view?.alive.includes(this.seat) === true;
  }
  // The own hand has a Nope, as far as its player can see it.
  get hasNope(): boolean {
    const { view, seat } = this;
    return seat !== undefined && (view?.cursed.includes(seat) === true || (view?.hand?.nope ?? 0) > 0);
  }
  // Alone with bots, where the server gives hints.
  get practising(): boolean {
    return this.has("hints") && this.room?.settings.practice === true && this.seat !== undefined && this.room.players.every((one, seat) => one.bot || seat === this.seat);
  }
  // A clock of hours or days: people come and go.
  get slow(): boolean {
    return (this.room?.settings.hours ?? 0) > 0;
  }
  get isHost(): boolean {
    return this.room !== null && this.seat !== undefined && this.room.host === this.seat;
  }

  // ---- what the page says -----------------------------------------------------------------------

  say(message: ClientMessage) {
    this.refused = null;
    this.#connection.send(message);
  }

  // Whether the server offers that.
  has(feature: Feature): boolean {
    return this.features === null || this.features.includes(feature);
  }

  list() {
    if (this.has("list")) this.say({ t: "list" });
  }

  get hasSlowSeats(): boolean {
    return slowSeats().length > 0;
  }
  askTables() {
    const seats = slowSeats();
    if (seats.length > 0 && this.has("slow")) this.say({ t: "tables", seats });
  }
  // By the clock of the server that told them.
  tablesNow(): number {
    return Date.now() + this.#clockAhead;
  }

  // Asks what sort of room it is, before one sits down.
  look(code: string) {
    this.#looking = code;
    this.say({ t: "look", room: code });
  }

  // How fast bots play, in percent of the usual wait; at once where only they are left.
  setPace(percent: number) {
    this.pace = percent;
    this.say({ t: "pace", percent });
  }
  fastForward() {
    this.say({ t: "pace", percent: 0 });
  }
  get onlyBotsLive(): boolean {
    const { view, room } = this;
    return view !== null && room !== null && !this.over && view.alive.every((seat) => room.players[seat]?.bot !== undefined);
  }

  // `then` is said as soon as the room is there. Where no server answers, the game is played here.
  create(settings: Omit<ClientCreate, "t">, then: ClientMessage[] = []) {
    const say = () => {
      this.#whenSeated = then;
      this.say({ t: "create", ...settings });
    };
    if (this.link === "ready") say();
    else void this.#practise(say);
  }

  get hasServer(): boolean {
    return this.#serverLine !== undefined;
  }

  // The page's own server is loaded when it is wanted.
  async #practise(then: () => void) {
    const { PracticeLine } = await import("../practice/line");
    this.practice = true;
    this.#whenReady = then;
    this.#connection.use(() => new PracticeLine(() => (this.weak = true)));
  }

  // Back to the server, where there is one.
  #endPractice() {
    if (!this.practice || !this.hasServer) return;
    this.practice = false;
    this.#connection.use(this.#serverLine);
  }

  stopFinding() {
    this.company.finding = null;
    this.say({ t: "stop_finding" });
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

  // The secret of this browser's seat here, by which it may delete what it played.
  get token(): string | undefined {
    return this.code ? this.#token(this.code) : undefined;
  }

  // The table that was left last, while its game may still go on.
  get lastTable(): string | undefined {
    return lastSeat();
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

  back() {
    this.say({ t: "back" });
  }

  askHint() {
    this.say({ t: "hint" });
  }

  // `keep`: the seat waits, though no game is under way.
  leave(keep = false) {
    this.leaving = false;
    this.say(keep ? { t: "leave", keep } : { t: "leave" });
    const going = this.room?.phase === "playing" || this.room?.phase === "committing" || this.room?.phase === "revealing";
    if (this.code && !going && !keep) forgetSeat(this.code);
    this.#outside();
    this.#endPractice();
  }

  // Among bots the next game begins at once; with people, when the host sees that all are there.
  rematch() {
    const alone = this.room?.players.every((player, seat) => player.bot || seat === this.seat) ?? false;
    this.say({ t: "rematch" });
    this.say({ t: "pace", percent: this.pace });
    if (alone) this.say({ t: "start" });
  }

  // After another tab has taken the seat: this one takes it back.
  takeBack() {
    this.link = "connecting";
    this.#connection.open();
  }

  // The record of a game of this room, line by line: the last one that is over, or the one asked for.
  record(game = 0): Promise<string[]> {
    return new Promise((take, fail) => {
      this.#waiting = { from: 0, game, lines: [], take, fail };
      this.say({ t: "record", from: 0, game });
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
      case "rooms": this.#roomsTold(message.rooms); break;
      case "joined": this.#joined(message.room, message.seat, message.token); break;
      case "room": this.#roomChanged(message); break;
      case "fair": this.#fair(message); break;
      case "view": this.#wholeView(message); break;
      case "events": this.#events(message); break;
      case "window": this.window = { nopes: message.nopes, deadline: deadline(message.deadline - message.now) }; break;
      case "question": this.#asked(message); break;
      case "refused": this.#refused(message); break;
      case "chat": this.#said(message); break;
      case "emote": this.company.show(message, this.room?.players[message.seat]?.name); break;
      case "finding": this.company.wait(message, deadline(message.deadline - message.now)); break;
      case "hands": this.company.hands = message; break;
      case "timeout": this.#timedOut(message.seat, message.after); break;
      case "clock": this.#setClock({ seat: message.seat, due: deadline(message.deadline - message.now) }); break;
      case "tables": [this.tables, this.#clockAhead] = [message.tables, message.now - Date.now()]; break;
      case "hint": this.hint = message; break;
      case "over": this.#over(message); break;
      case "record": this.#recordLines(message); break;
      case "left": this.#leftRoom(message.reason); break;
    }
  }

  #roomsTold(rooms: ServerRooms["rooms"]) {
    const code = this.#looking;
    const room = rooms.find((one) => one.room === code);
    if (!code || !room) {
      this.rooms = rooms;
      return;
    }
    this.looked = { code, room };
    this.#looking = undefined;
  }

  // What was said is kept for as long as this tab is open.
  #said(line: ServerChat) {
    if (line.seat !== undefined && line.name && this.company.muted.includes(line.name)) return;
    this.chat = [...this.chat, line].slice(-chatKept);
    ++this.unread;
    visit.write("chat", { code: this.code, lines: this.chat });
  }

  // `after`: it was while this page was away.
  #timedOut(seat: number, after = this.#last) {
    const others = this.ranOut.filter((one) => one.after !== after);
    this.ranOut = [...others, { after, seat }].slice(-eventsKept);
    if (after === this.#last || seat === this.seat) this.late = seat;
  }

  #joined(code: string, seat: number | undefined, token: string | undefined) {
    if (token && !this.practice) keepSeat(code, token);
    this.#practiceSeat = this.practice && token ? [code, token] : undefined;
    this.code = code;
    this.seat = seat;
    this.left = null;
    this.company.leave();
    const kept = visit.read<{ code: string; lines: ServerChat[] }>("chat");
    if (kept?.code === code && this.chat.length === 0) this.chat = kept.lines;
    if (seat !== undefined && this.pushKey) void import("./push").then(({ callAgain }) => callAgain(this));
    if (token) this.#whenSeated.forEach((message) => this.say(message));
    this.#whenSeated = [];
  }

  #roomChanged(room: ServerRoom) {
    const held = (one: ServerRoom | null) => one?.players[this.view?.phase.seat ?? -1]?.held === true;
    const back = held(this.room) && !held(room);
    if (this.slow !== (room.settings.hours ?? 0) > 0 || this.room?.room !== room.room) markSlow(room.room, (room.settings.hours ?? 0) > 0);
    this.room = room;
    // Who comes back to the seat has the whole time again.
    if (back && this.view) this.#setClock(freshClock(this.view, room));
    this.seat = room.seat;
    if (room.phase === "playing" || room.phase === "over") return;
    this.#dealing = true;
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
    if (!again) [this.over, this.ranOut] = [null, []];
    this.#game = message.game;
    this.#last = message.n;
    this.rules = message.rules;
    this.#setClock(this.#dealing ? freshClock(message.view, this.room) : keptClock(this.code, message.game, message.n, message.view, this.room));
    this.#dealing = false;
    this.#live = false;
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
    this.#live = true;
    this.told = [...this.told, ...fresh].slice(-eventsKept);
    const before = this.view;
    if (message.view) this.#show(mergePatch(before, message.view) as View);
    if (fresh.length > 0) this.#setClock(clockAfter(this.clock, before, this.view, message.events, this.room));
    for (const listener of this.#listeners) listener(fresh);
  }

  #setClock(clock: TurnClock | null) {
    this.clock = clock;
    keepClock(this.code, this.#game, this.#last, clock);
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
    if (this.hint?.decision !== question.decision) this.hint = null;
  }

  #refused(refused: ServerRefused) {
    if (refused.re === "resume") {
      if (this.code) forgetSeat(this.code);
      if (refused.reason === "unknown_room" || this.room) this.left = "closed";
      this.room = null;
      this.seat = undefined;
    }
    // Who asked hears of it; the page says nothing.
    if (refused.re === "record") return this.#waiting?.fail(new Error(refused.reason));
    if (refused.re === "find") this.company.finding = null;
    if (refused.re === "look") {
      if (refused.reason === "unknown_room" && this.#looking) this.looked = { code: this.#looking, room: null };
      return;
    }
    // Saying Nope without having one was an answer; anything else may be answered again. What came
    // too fast was not even read: it may have been the answer.
    const unread = refused.reason === "too_fast" && refused.re === undefined;
    if (unread || (refused.re === "answer" && refused.reason !== "no_nope")) this.#answered = 0;
    this.refused = refused;
  }

  #over(over: ServerOver) {
    this.over = over;
    this.overSeen = this.#live;
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
      this.#connection.send({ t: "record", from: waiting.from, game: waiting.game });
    }
  }

  #leftRoom(reason: "kicked" | "closed" | undefined) {
    if (!this.room) return;
    if (this.code && reason) forgetSeat(this.code);
    this.left = reason ?? null;
    this.#outside();
    this.#endPractice();
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
    this.ranOut = [];
    this.late = undefined;
    this.hint = null;
    this.clock = null;
    this.unread = 0;
    this.chat = [];
    this.weak = false;
    this.company.leave();
    this.#game = 0;
    this.#last = 0;
    this.#practiceSeat = undefined;
  }

  // ---- seats of this browser --------------------------------------------------------------------

  #token(code: string): string | undefined {
    if (this.#practiceSeat) return this.#practiceSeat[0] === code ? this.#practiceSeat[1] : undefined;
    return seatToken(code);
  }
}
