// Session: the connection to the server, its requests, and the handling of its messages.
import { Connection, type Line, type LinkState } from "../net/connection";
import { commitTo, shareToReveal } from "../net/fair";
import type { ClientCreate, ClientMessage, ServerChat, ServerFair, ServerMessage, ServerRefused, ServerRoom, ServerRooms, ServerTables, ServerWelcome } from "../net/protocol";
import type { PracticeLine } from "../practice/line";
import { RecordRequest } from "./record_request";
import { Company } from "./company.svelte";
import { deadline } from "./turn_clock";
import { remembered, visit } from "./remembered";
import { forgetSeat, keepSeat, lastSeat, markSlow, seatToken, slowSeats } from "./seats";
import { RoomGame } from "./room_game.svelte";

export type Feature = NonNullable<ServerWelcome["features"]>[number];

const chatKept = 50;

// A line of the chat: somebody's words, or a note on who came or left.
export type ChatLine = ServerChat | { note: "joined" | "left_room" | "host_left"; values: Record<string, string> };

// Speed of bots, in percent of the default delay; the user's choice for all tables.
export const paces = { slow: 200, normal: 100, fast: 30 };
function keptPace(): number {
  const kept = Number(remembered.get("pace"));
  return Object.values(paces).includes(kept) ? kept : paces.normal;
}

export class Session extends RoomGame {
  link = $state<LinkState>("connecting");
  // Address of the server in the local network, if it has one.
  address = $state<string | undefined>(undefined);
  rooms = $state.raw<ServerRooms["rooms"]>([]);
  // The server's reply about a requested room; null: no such room.
  looked = $state.raw<{ code: string; room: ServerRooms["rooms"][number] | null } | null>(null);
  // Slow tables where this browser has a seat, in their last known state.
  tables = $state.raw<ServerTables["tables"]>([]);
  // Optional features of the server; null: unknown yet.
  features = $state.raw<string[] | null>(null);
  // VAPID key of the server; undefined: no Web Push.
  pushKey = $state<string | undefined>(undefined);
  pace = $state(keptPace());
  unread = $state(0);
  // The browser's back button left the table: asks for confirmation.
  leaving = $state(false);
  chat = $state.raw<ChatLine[]>([]);
  refused = $state.raw<ServerRefused | null>(null);
  // The last arrival, departure, or wish for longer windows, for as long as it is shown.
  news = $state.raw<{ joined?: string; left?: string; host?: string; listens?: string } | null>(null);
  // The operator has this player's report of the game.
  reported = $state(false);
  left = $state<"kicked" | "closed" | null>(null);
  // The server runs in this page: nobody else can join, and a room lasts as long as the page.
  practice = $state(false);
  // A part of the page failed to load.
  missing = $state(false);
  // The networks of the strongest bots are unavailable: these play like the careful ones.
  weak = $state(false);
  readonly company = new Company();

  #connection: Connection;
  #whenSeated: ClientMessage[] = [];
  #whenReady: (() => void) | undefined;
  #practiceSeat: [string, string] | undefined;
  readonly #serverLine: ((url: string) => Line) | undefined;
  #looking: string | undefined;
  #clockAhead = 0;  // the server's clock, less this page's
  readonly #record = new RecordRequest((message) => this.#connection.send(message));

  // Without an address there is only this page's own server.
  constructor(url: string | undefined) {
    super();
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

  // Alone with bots, if the server gives hints.
  get practising(): boolean {
    return this.has("hints") && this.room?.settings.practice === true && this.alone;
  }

  // ---- what the page says -----------------------------------------------------------------------

  say(message: ClientMessage) {
    this.refused = null;
    this.#connection.send(message);
  }

  // True if the server offers this feature.
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
  // On the clock of the server that sent them.
  tablesNow(): number {
    return Date.now() + this.#clockAhead;
  }

  // Requests a room's description before joining.
  look(code: string) {
    this.#looking = code;
    this.say({ t: "look", room: code });
  }

  setPace(percent: number) {
    this.pace = percent;
    remembered.set("pace", String(percent));
    this.say({ t: "pace", percent });
  }
  // Bots need no time limit.
  fastForward() {
    this.say({ t: "pace", percent: 0 });
  }

  // `then` is sent as soon as the room exists. If no server answers, the game is played in this
  // page.
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

  // Against bots, from a position of a finished game: this page's own server replays the record.
  playOn(record: readonly string[], from: NonNullable<ClientCreate["from"]>, settings: Omit<ClientCreate, "t" | "from">) {
    if (this.room) this.leave();
    void this.#practise((line) => {
      line.giveRecord(record.join("\n"));
      this.#whenSeated = [{ t: "start" }];
      this.say({ t: "create", ...settings, from });
    });
  }

  // The page's own server loads on demand.
  async #practise(then: (line: PracticeLine) => void) {
    const practice = await import("../practice/line");
    let line: PracticeLine | undefined;
    this.practice = true;
    this.#whenReady = () => line && then(line);
    this.#connection.use(() => (line = new practice.PracticeLine(() => (this.weak = true))));
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

  // Enters a room: takes back the player's own seat, if this browser has one.
  enter(code: string) {
    if (this.code === code) return;
    this.code = code;
    if (this.hasSeat(code)) this.#come();
  }

  hasSeat(code: string): boolean {
    return this.#token(code) !== undefined;
  }

  // The secret of this browser's seat here, which allows deleting its games.
  get token(): string | undefined {
    return this.code ? this.#token(this.code) : undefined;
  }

  // The last table, while its game may still be running.
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
    const asked = this.openQuestion;
    if (!asked) return;
    this.say({ t: "answer", game: asked.game, decision: asked.decision, action });
    this.answered = asked.decision;
  }

  back() {
    this.say({ t: "back" });
  }

  askHint() {
    this.say({ t: "hint" });
  }

  // `keep`: reserves the seat without a running game.
  leave(keep = false) {
    this.leaving = false;
    this.say(keep ? { t: "leave", keep } : { t: "leave" });
    const going = this.room?.phase === "playing" || this.room?.phase === "committing" || this.room?.phase === "revealing";
    if (this.code && !going && !keep) forgetSeat(this.code);
    this.#outside();
    this.#endPractice();
  }

  // A vote: the next game begins when all present players have voted; with bots only, at once.
  again() {
    this.say({ t: "again" });
    if (this.isHost) this.say({ t: "pace", percent: this.pace });
  }
  // Back to the lobby, where the host can change settings and seats.
  toLobby() {
    this.say({ t: "rematch" });
  }

  // After another tab has taken the seat: takes it back.
  takeBack() {
    this.link = "connecting";
    this.#connection.open();
  }

  // The record of a game of this room, line by line: the last one that is over, or the one asked for.
  record(game = 0): Promise<string[]> {
    return this.#record.ask(game);
  }

  // ---- what the server says ---------------------------------------------------------------------

  // The line is there, for the first time or again.
  #come() {
    if (this.link !== "ready" || !this.code) return;
    const token = this.#token(this.code);
    if (token) {
      this.say({ t: "resume", room: this.code, token, ...this.lastEvent });
    } else if (this.room && this.seat === undefined) {
      this.say({ t: "watch", room: this.code });
    }
  }

  #hear(message: ServerMessage) {
    switch (message.t) {
      case "rooms": this.#applyRooms(message.rooms); break;
      case "joined": this.#joined(message.room, message.seat, message.token); break;
      case "room": this.#room(message); break;
      case "fair": this.#fair(message); break;
      case "view": this.applyView(message); break;
      case "events": if (!this.applyEvents(message)) this.#connection.send({ t: "sync" }); break;
      case "window": this.windowOpened(message); break;
      case "question": this.applyQuestion(message); break;
      case "refused": this.#refused(message); break;
      case "chat": this.#said(message); break;
      case "emote": this.company.show(message, this.room?.players[message.seat]?.name); break;
      case "reported": this.reported = true; break;
      case "finding": this.company.wait(message, deadline(message.deadline - message.now)); break;
      case "hands": this.company.hands = message; break;
      case "timeout": this.timedOut(message.seat, message.after); break;
      case "clock": this.applyClock(message.seat, deadline(message.deadline - message.now)); break;
      case "tables": [this.tables, this.#clockAhead] = [message.tables, message.now - Date.now()]; break;
      case "hint": this.hint = message; break;
      case "over": this.gameOver(message); break;
      case "record": this.#record.receive(message); break;
      case "left": this.#leftRoom(message.reason); break;
    }
  }

  #room(room: ServerRoom) {
    const slow = (room.settings.hours ?? 0) > 0;
    const other = this.room?.room !== room.room;
    if (this.slow !== slow || other) markSlow(room.room, slow);
    const begins = room.phase === "playing" && (other || this.room?.phase !== "playing");
    if (!other && this.room) this.#compare(this.room, room);
    this.roomChanged(room);
    if (begins) [this.news, this.reported] = [null, false];
    if (begins && this.isHost && this.pace !== paces.normal) this.say({ t: "pace", percent: this.pace });
  }

  // Bots come and go at the host's word, which is seen.
  #compare(before: ServerRoom, now: ServerRoom) {
    const people = (room: ServerRoom) => room.players.filter((player) => !player.bot).map((player) => player.name);
    const [old, fresh] = [people(before), people(now)];
    const left = old.find((name) => !fresh.includes(name));
    const joined = fresh.find((name) => !old.includes(name));
    const host = now.players[now.host]?.name;
    const changed = host && host !== before.players[before.host]?.name ? host : undefined;
    // In mid-game a host who is gone keeps the seat.
    const gone = now.players[before.host];
    const away = changed && now.phase === "playing" && gone?.connected === false ? gone.name : undefined;
    if (left ?? away) this.news = { left: (left ?? away)!, ...(changed ? { host: changed } : {}) };
    else if (joined) this.news = { joined };
    if (left ?? away) this.#note(changed ? "host_left" : "left_room", { name: (left ?? away)!, host: changed ?? "" });
    if (joined) this.#note("joined", { name: joined });
    const listens = now.players.find((player, seat) => player.listens && seat !== now.seat && !before.players.some((one) => one.name === player.name && one.listens));
    if (listens) this.news = { listens: listens.name };
  }

  #applyRooms(rooms: ServerRooms["rooms"]) {
    const code = this.#looking;
    const room = rooms.find((one) => one.room === code);
    if (!code || !room) {
      this.rooms = rooms;
      return;
    }
    this.looked = { code, room };
    this.#looking = undefined;
  }

  // Chat lines are kept for as long as this tab is open.
  #said(line: ServerChat) {
    if (line.seat !== undefined && line.name && this.company.muted.includes(line.name)) return;
    ++this.unread;
    this.#keepLine(line);
  }

  #note(note: "joined" | "left_room" | "host_left", values: Record<string, string>) {
    this.#keepLine({ note, values });
  }

  #keepLine(line: ChatLine) {
    this.chat = [...this.chat, line].slice(-chatKept);
    visit.write("chat", { code: this.code, lines: this.chat });
  }

  #joined(code: string, seat: number | undefined, token: string | undefined) {
    if (token && !this.practice) keepSeat(code, token);
    this.#practiceSeat = this.practice && token ? [code, token] : undefined;
    this.code = code;
    this.seat = seat;
    this.left = null;
    this.company.leave();
    const kept = visit.read<{ code: string; lines: ChatLine[] }>("chat");
    if (kept?.code === code && this.chat.length === 0) this.chat = kept.lines;
    if (seat !== undefined && this.pushKey) void import("./push").then(({ callAgain }) => callAgain(this));
    if (token) this.#whenSeated.forEach((message) => this.say(message));
    this.#whenSeated = [];
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

  #refused(refused: ServerRefused) {
    if (refused.re === "resume") {
      if (this.code) forgetSeat(this.code);
      if (refused.reason === "unknown_room" || this.room) this.left = "closed";
      this.room = null;
      this.seat = undefined;
    }
    // The caller hears of it; the page says nothing.
    if (refused.re === "record") return this.#record.refused(refused.reason);
    if (refused.re === "find") this.company.finding = null;
    if (refused.re === "look") {
      if (refused.reason === "unknown_room" && this.#looking) this.looked = { code: this.#looking, room: null };
      return;
    }
    // A Nope without the card was an answer; other refused answers may be repeated. A request that
    // came too fast was dropped unread: it may have been the answer.
    const unread = refused.reason === "too_fast" && refused.re === undefined;
    if (unread || (refused.re === "answer" && refused.reason !== "no_nope")) this.answered = 0;
    this.refused = refused;
  }

  #leftRoom(reason: "kicked" | "closed" | undefined) {
    if (!this.room) return;
    if (this.code && reason) forgetSeat(this.code);
    this.left = reason ?? null;
    this.#outside();
    this.#endPractice();
  }

  #outside() {
    this.forgetTable();
    this.unread = 0;
    this.chat = [];
    this.weak = false;
    this.company.leave();
    this.#practiceSeat = undefined;
  }

  // ---- seats of this browser --------------------------------------------------------------------

  #token(code: string): string | undefined {
    if (this.#practiceSeat) return this.#practiceSeat[0] === code ? this.#practiceSeat[1] : undefined;
    return seatToken(code);
  }
}
