// State of a room and its game, from the server's messages, with values derived from it.
import { mergePatch } from "../net/merge_patch";
import type { Event, ServerHint, ServerMessage, ServerOver, ServerQuestion, ServerRoom, View } from "../net/protocol";
import { current } from "../words/current.svelte";
import { charactersAt } from "./characters";
import { deadline, type Deadline } from "./turn_clock";
import { numbered } from "../words/narrator";
import { clockAfter, freshClock, keepClock, keptClock, type TurnClock } from "./turn_clock";

// `nth`: its number among the public events.
export type NumberedEvent = { number: number; event: Event; nth: number };
// A seat whose time was up after that event: what comes next the clock has chosen.
export type RanOut = { after: number; seat: number };
export type NopeWindow = { nopes: number; deadline: Deadline };
export type Question = ServerQuestion & { due?: Deadline };
type ServerView = Extract<ServerMessage, { t: "view" }>;
type ServerEvents = Extract<ServerMessage, { t: "events" }>;
type ServerWindow = Extract<ServerMessage, { t: "window" }>;

const eventsKept = 400;

export class RoomGame {
  room = $state.raw<ServerRoom | null>(null);
  code = $state<string | null>(null);
  seat = $state<number | undefined>(undefined);
  view = $state.raw<View | null>(null);
  rules = $state.raw<Record<string, unknown>>({});
  question = $state.raw<Question | null>(null);
  window = $state.raw<NopeWindow | null>(null);
  events = $state.raw<NumberedEvent[]>([]);
  ranOut = $state.raw<RanOut[]>([]);
  // Seat whose time ran out last, while it is shown.
  late = $state<number | undefined>(undefined);
  // The game's public number, which chooses the wording of its events.
  voice = $state<number | undefined>(undefined);
  over = $state.raw<ServerOver | null>(null);
  // True if the end was seen live, false if the page was opened afterwards.
  overSeen = $state(false);
  clock = $state.raw<TurnClock | null>(null);
  hint = $state.raw<ServerHint | null>(null);

  // Number of the answered decision; 0: the open question can be answered.
  protected answered = $state(0);
  #game = 0;
  #last = 0;
  #nth = 0;
  #dealing = false;  // the next view is of a game that begins
  #live = false;  // the last message was news, not a whole view
  #listeners = new Set<(events: NumberedEvent[]) => void>();

  // Persons as they call themselves, bots by their character's name in the user's language.
  get names(): string[] {
    const players = this.room?.players ?? [];
    return charactersAt(players).map((one, seat) => (one ? current.words.text(`characters/${one.key}`) : players[seat]!.name));
  }
  // The open question, until it is answered.
  get openQuestion(): Question | null {
    return this.question && this.question.decision !== this.answered ? this.question : null;
  }
  // After two timeouts a bot answers for this seat.
  get held(): boolean {
    return this.room?.phase === "playing" && this.seat !== undefined && this.room.players[this.seat]?.held === true;
  }
  get playing(): boolean {
    return this.room?.phase === "playing" && this.seat !== undefined && this.view?.alive.includes(this.seat) === true;
  }
  // The player's hand has a Nope, as far as its player can see it.
  get hasNope(): boolean {
    const { view, seat } = this;
    return seat !== undefined && (view?.cursed.includes(seat) === true || (view?.hand?.nope ?? 0) > 0);
  }
  // A clock of hours or days: people come and go.
  get slow(): boolean {
    return (this.room?.settings.hours ?? 0) > 0;
  }
  get isHost(): boolean {
    return this.room !== null && this.seat !== undefined && this.room.host === this.seat;
  }
  get onlyBotsLive(): boolean {
    const { view, room } = this;
    return view !== null && room !== null && !this.over && view.alive.every((seat) => room.players[seat]?.bot !== undefined);
  }
  // All others here are bots.
  get alone(): boolean {
    return this.room !== null && this.seat !== undefined && this.room.players.every((one, seat) => one.bot || seat === this.seat);
  }
  // Last event that this page has received: a reconnected server needs it.
  protected get lastEvent(): { game: number; last: number } {
    return { game: this.#game, last: this.#last };
  }

  // Calls `listener` with events from now on, except those repeated after a reconnection.
  onEvents(listener: (events: NumberedEvent[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected roomChanged(room: ServerRoom) {
    const held = (one: ServerRoom | null) => one?.players[this.view?.phase.seat ?? -1]?.held === true;
    const back = held(this.room) && !held(room);
    this.room = room;
    // A player who returns to the seat has the whole time again.
    if (back && this.view) this.#setClock(freshClock(this.view, room));
    this.seat = room.seat;
    if (room.phase === "playing" || room.phase === "over") return;
    this.#dealing = true;
    this.view = null;
    this.over = null;
    this.question = null;
    this.window = null;
  }

  protected applyView(message: ServerView) {
    const again = message.game === this.#game;
    const fresh = numbered(message.events, message.from - 1 - (message.hidden ?? 0))
      .map((one, i) => ({ number: message.from + i, ...one }))
      .filter((one) => !again || one.number > this.#last);
    this.events = [...(again ? this.events : []), ...fresh].slice(-eventsKept);
    if (!again) [this.over, this.ranOut] = [null, []];
    this.#game = message.game;
    this.#last = message.n;
    this.#nth = fresh.at(-1)?.nth ?? (again ? this.#nth : 0);
    this.voice = message.voice;
    this.rules = message.rules;
    this.#setClock(this.#dealing ? freshClock(message.view, this.room) : keptClock(this.code, message.game, message.n, message.view, this.room));
    this.#dealing = false;
    this.#live = false;
    this.answered = 0;
    this.#show(message.view);
    // The server repeats an open question or window after this, so both are cleared.
    this.question = null;
    this.window = null;
  }

  // False: an event is missing, and the whole view is needed.
  protected applyEvents(message: ServerEvents): boolean {
    if (message.game !== this.#game || message.from !== this.#last + 1 || !this.view) return false;
    const fresh = numbered(message.events, this.#nth).map((one, i) => ({ number: message.from + i, ...one }));
    this.#nth = fresh.at(-1)?.nth ?? this.#nth;
    this.#last += fresh.length;
    this.#live = true;
    this.events = [...this.events, ...fresh].slice(-eventsKept);
    const before = this.view;
    if (message.view) this.#show(mergePatch(before, message.view) as View);
    if (fresh.length > 0) this.#setClock(clockAfter(this.clock, before, this.view, message.events, this.room));
    for (const listener of this.#listeners) listener(fresh);
    return true;
  }

  protected windowOpened({ nopes, deadline: at, now }: ServerWindow) {
    this.window = { nopes, deadline: deadline(at - now) };
  }

  protected applyQuestion(question: ServerQuestion) {
    const due = question.deadline === undefined ? undefined : deadline(question.deadline - question.now);
    this.question = { ...question, ...(due ? { due } : {}) };
    if (this.hint?.decision !== question.decision) this.hint = null;
  }

  // `after`: it happened while this page was away.
  protected timedOut(seat: number, after = this.#last) {
    const others = this.ranOut.filter((one) => one.after !== after);
    this.ranOut = [...others, { after, seat }].slice(-eventsKept);
    if (after === this.#last || (seat === this.seat && this.slow)) this.late = seat;
  }

  // In a slow room everybody learns who is awaited.
  protected applyClock(seat: number, due: Deadline) {
    this.#setClock({ seat, due });
  }

  protected gameOver(over: ServerOver) {
    this.over = over;
    this.overSeen = this.#live;
    this.question = null;
    this.window = null;
  }

  // This page has left its table.
  protected forgetTable() {
    this.room = null;
    this.code = null;
    this.seat = undefined;
    this.view = null;
    this.question = null;
    this.window = null;
    this.over = null;
    this.events = [];
    this.ranOut = [];
    this.late = undefined;
    this.hint = null;
    this.clock = null;
    this.#game = 0;
    this.#last = 0;
    this.#nth = 0;
    this.voice = undefined;
  }

  #setClock(clock: TurnClock | null) {
    this.clock = clock;
    keepClock(this.code, this.#game, this.#last, clock);
  }

  #show(view: View) {
    this.view = view;
    if (view.phase.name !== "window") this.window = null;
    // An answered question stays on the screen until the next event.
    if (this.question && !view.may_act) this.question = null;
  }
}
