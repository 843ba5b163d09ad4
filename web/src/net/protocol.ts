// Made by tools/make_types.mjs from docs/reference/protocol.schema.json. Change that one.

export type Message = ClientMessage | ServerMessage;
export type ClientMessage =
  | ClientHello
  | ClientPing
  | ClientList
  | ClientCreate
  | ClientJoin
  | ClientWatch
  | ClientResume
  | ClientSync
  | ClientStart
  | ClientKick
  | ClientAddBot
  | ClientRemoveBot
  | ClientHandOver
  | ClientRematch
  | ClientAgain
  | ClientCommit
  | ClientReveal
  | ClientAnswer
  | ClientBack
  | ClientLook
  | ClientWatchers
  | ClientPace
  | ClientHint
  | ClientForfeit
  | ClientChat
  | ClientLeave
  | ClientSettings
  | ClientEmote
  | ClientWebhook
  | ClientSubscribe
  | ClientUnsubscribe
  | ClientHidden
  | ClientLadder
  | ClientFind
  | ClientStopFinding
  | ClientOpenHands
  | ClientReport
  | ClientAutoPass
  | ClientTables
  | ClientRecord;
export type Number = number;
export type Preset = "official" | "srs" | "family" | "implosion";
/**
 * @maxItems 3
 */
export type Expansions = ("imploding" | "streaking" | "stray")[];
export type Seat = number;
export type Hex32 = string;
export type Emote = "hello" | "good_luck" | "nice" | "ouch" | "haha" | "wow" | "thinking" | "hurry" | "sorry" | "thanks";
export type Hex64 = string;
export type ServerMessage =
  | ServerWelcome
  | ServerNodes
  | ServerElsewhere
  | ServerPong
  | ServerRooms
  | ServerJoined
  | ServerRoom
  | ServerFair
  | ServerView
  | ServerEvents
  | ServerHands
  | ServerWindow
  | ServerQuestion
  | ServerRefused
  | ServerChat
  | ServerEmote
  | ServerReported
  | ServerFinding
  | ServerClock
  | ServerTables
  | ServerTimeout
  | ServerHint
  | ServerOver
  | ServerRecord
  | ServerLeft;
export type Time = number;
export type Code = string;
export type RoomPhase = "lobby" | "committing" | "revealing" | "playing" | "over";
export type Hex16 = string;
export type Card =
  | "exploding"
  | "imploding"
  | "streaking"
  | "defuse"
  | "attack"
  | "targeted"
  | "skip"
  | "superskip"
  | "reverse"
  | "bottom"
  | "favor"
  | "nope"
  | "shuffle"
  | "see"
  | "see5"
  | "alter"
  | "alter5"
  | "swap"
  | "garbage"
  | "catomic"
  | "mark"
  | "curse"
  | "feral"
  | "tacocat"
  | "cattermelon"
  | "potato"
  | "beard"
  | "rainbow"
  | "personal"
  | "share"
  | "potluck"
  | "bury";
export type Cards = Partial<Record<Card, number>>;
export type Phase =
  | "turn"
  | "chain"
  | "target"
  | "name"
  | "five"
  | "window"
  | "give"
  | "take"
  | "order"
  | "times"
  | "collect"
  | "keep"
  | "guess"
  | "place"
  | "explode"
  | "end_turn"
  | "over"
  | "potluck"
  | "bury";
export type ViewPatch = Partial<
  Record<
    | "seats"
    | "turn"
    | "owed"
    | "attacked"
    | "forward"
    | "alive"
    | "cursed"
    | "pending"
    | "hand_sizes"
    | "pile"
    | "discard"
    | "faceup"
    | "doom_on_top"
    | "phase"
    | "under"
    | "play"
    | "known"
    | "odds"
    | "marked"
    | "discard_top"
    | "asked"
    | "viewer"
    | "may_act"
    | "committed"
    | "hand",
    unknown
  >
>;

export interface ClientHello {
  t: "hello";
  version: number;
  fair?: boolean;
  id?: Number;
}
export interface ClientPing {
  t: "ping";
  id?: Number;
}
export interface ClientList {
  t: "list";
  id?: Number;
}
export interface ClientCreate {
  t: "create";
  name: string;
  preset?: Preset;
  expansions?: Expansions;
  seats?: number;
  bots?: number;
  window_ms?: number;
  turn_s?: number;
  hours?: number;
  listed?: boolean;
  practice?: boolean;
  rules?: {
    [k: string]: string | number | boolean;
  };
  from?: {
    game: string;
    step: Number;
    seat: Seat;
    bot?: string;
  };
  id?: Number;
}
export interface ClientJoin {
  t: "join";
  room: string;
  name: string;
  id?: Number;
}
export interface ClientWatch {
  t: "watch";
  room: string;
  id?: Number;
}
export interface ClientResume {
  t: "resume";
  room: string;
  token: string;
  game?: Number;
  last?: Number;
  id?: Number;
}
export interface ClientSync {
  t: "sync";
  id?: Number;
}
export interface ClientStart {
  t: "start";
  id?: Number;
}
export interface ClientKick {
  t: "kick";
  seat?: Seat;
  watcher?: number;
  id?: Number;
}
export interface ClientAddBot {
  t: "add_bot";
  bot?: string;
  id?: Number;
}
export interface ClientRemoveBot {
  t: "remove_bot";
  seat: Seat;
  id?: Number;
}
export interface ClientHandOver {
  t: "hand_over";
  seat: Seat;
  id?: Number;
}
export interface ClientRematch {
  t: "rematch";
  id?: Number;
}
export interface ClientAgain {
  t: "again";
  id?: Number;
}
export interface ClientCommit {
  t: "commit";
  commitment: Hex32;
  id?: Number;
}
export interface ClientReveal {
  t: "reveal";
  share: Hex32;
  id?: Number;
}
export interface ClientAnswer {
  t: "answer";
  game: Number;
  decision: Number;
  action: string;
  id?: Number;
}
export interface ClientBack {
  t: "back";
  id?: Number;
}
export interface ClientLook {
  t: "look";
  room: string;
  id?: Number;
}
export interface ClientWatchers {
  t: "watchers";
  most: number;
  chat?: boolean;
  id?: Number;
}
export interface ClientPace {
  t: "pace";
  percent: number;
  id?: Number;
}
export interface ClientHint {
  t: "hint";
  id?: Number;
}
export interface ClientForfeit {
  t: "forfeit";
  id?: Number;
}
export interface ClientChat {
  t: "chat";
  text: string;
  id?: Number;
}
export interface ClientLeave {
  t: "leave";
  keep?: boolean;
  id?: Number;
}
export interface ClientSettings {
  t: "settings";
  preset?: Preset;
  expansions?: Expansions;
  seats?: number;
  window_ms?: number;
  turn_s?: number;
  hours?: number;
  listed?: boolean;
  practice?: boolean;
  rules?: {
    [k: string]: string | number | boolean;
  };
  id?: Number;
}
export interface ClientEmote {
  t: "emote";
  emote: Emote;
  id?: Number;
}
export interface ClientWebhook {
  t: "webhook";
  url: string;
  id?: Number;
}
export interface ClientSubscribe {
  t: "subscribe";
  endpoint: string;
  p256dh: string;
  auth: string;
  id?: Number;
}
export interface ClientUnsubscribe {
  t: "unsubscribe";
  id?: Number;
}
export interface ClientHidden {
  t: "hidden";
  hidden?: boolean;
  id?: Number;
}
export interface ClientLadder {
  t: "ladder";
  key: Hex32;
  signature: Hex64;
  id?: Number;
}
export interface ClientFind {
  t: "find";
  name: string;
  preset?: Preset;
  expansions?: Expansions;
  seats?: number;
  wait_s: number;
  together?: boolean;
  accept?: {
    /**
     * @maxItems 4
     */
    presets?: Preset[];
    /**
     * @maxItems 8
     */
    expansions?: Expansions[];
    /**
     * @maxItems 6
     */
    seats?: number[];
  };
  id?: Number;
}
export interface ClientStopFinding {
  t: "stop_finding";
  id?: Number;
}
export interface ClientOpenHands {
  t: "open_hands";
  on: boolean;
  id?: Number;
}
export interface ClientReport {
  t: "report";
  reason: "cheating" | "rude" | "stalling" | "bug" | "other";
  text?: string;
  id?: Number;
}
export interface ClientAutoPass {
  t: "auto_pass";
  on: boolean;
  id?: Number;
}
export interface ClientTables {
  t: "tables";
  /**
   * @maxItems 30
   */
  seats: {
    room: string;
    token: string;
  }[];
  id?: Number;
}
export interface ClientRecord {
  t: "record";
  from?: Number;
  game?: Number;
  id?: Number;
}
export interface ServerWelcome {
  t: "welcome";
  version: number;
  server: string;
  message_bytes: number;
  now: Time;
  address?: string;
  nodes?: string[];
  features?: (
    "find" | "list" | "watch" | "chat" | "emotes" | "hints" | "webhooks" | "push" | "ladder" | "slow" | "daily" | "report"
  )[];
  push?: string;
}
export interface ServerNodes {
  t: "nodes";
  nodes: string[];
}
export interface ServerElsewhere {
  t: "elsewhere";
  url: string;
}
export interface ServerPong {
  t: "pong";
  now: Time;
  id?: Number;
}
export interface ServerRooms {
  t: "rooms";
  rooms: {
    room: Code;
    preset: Preset;
    expansions: Expansions;
    seats: number;
    taken: number;
    watchers: number;
    phase: RoomPhase;
    host: string;
    hours?: number;
  }[];
}
export interface ServerJoined {
  t: "joined";
  room: Code;
  seat?: Seat;
  token?: Hex16;
  watcher?: number;
}
export interface ServerRoom {
  t: "room";
  room: Code;
  phase: RoomPhase;
  game: Number;
  settings: Settings;
  /**
   * @maxItems 6
   */
  players: {
    name: string;
    bot?: string;
    connected?: boolean;
    held?: true;
    again?: true;
  }[];
  host: Seat;
  watchers: number;
  watching?: number[];
  muted?: true;
  /**
   * @minItems 1
   * @maxItems 6
   */
  open?: Seat[];
  hands_open?: true;
  /**
   * @minItems 1
   * @maxItems 6
   */
  ladder?: Seat[];
  most_watchers?: number;
  webhook?: true;
  origin?: string;
  seat?: Seat;
}
export interface Settings {
  preset: Preset;
  expansions: Expansions;
  seats: number;
  window_ms: number;
  turn_s: number;
  hours?: number;
  listed: boolean;
  practice: boolean;
  matched?: boolean;
  rules: {
    [k: string]: string;
  };
}
export interface ServerFair {
  t: "fair";
  stage: "commit" | "reveal";
  game: Number;
  id: Hex16;
  terms: string;
  commitment: Hex32;
  deadline: Time;
  now: Time;
  /**
   * @maxItems 6
   */
  commitments?: Hex32[];
  /**
   * @maxItems 6
   */
  supplied?: Seat[];
}
export interface ServerView {
  t: "view";
  game: Number;
  n: Number;
  from: number;
  events: Event[];
  rules: {};
  view: View;
}
export interface Event {
  kind:
    | "game_started"
    | "turn_started"
    | "played"
    | "played_pair"
    | "played_triple"
    | "played_five"
    | "added_to_five"
    | "played_blind"
    | "lost_blind"
    | "chose_target"
    | "named_card"
    | "passed"
    | "committed_nope"
    | "noped"
    | "cancelled"
    | "went_through"
    | "fizzled"
    | "chain_declined"
    | "attacked"
    | "skipped_turn"
    | "skipped_all"
    | "reversed"
    | "shuffled"
    | "saw"
    | "altering"
    | "ordering"
    | "altered"
    | "swapped"
    | "bombed"
    | "drew"
    | "drew_nothing"
    | "drew_kitten"
    | "found_kitten"
    | "kept"
    | "kitten_loose"
    | "defused"
    | "guessed"
    | "put_back"
    | "died"
    | "kittens_returned"
    | "forfeited"
    | "gave"
    | "stole"
    | "took_named"
    | "took_nothing"
    | "took_discard"
    | "collected"
    | "marked"
    | "cursed_player"
    | "curse_lifted"
    | "won"
    | "took_turns"
    | "shown"
    | "put_on_top"
    | "lifted"
    | "buried";
  seat?: Seat;
  other?: Seat;
  card?: Card;
  number?: number;
  hidden?: true;
  /**
   * @maxItems 5
   */
  secret?: Card[];
  place?: number;
}
export interface View {
  seats: number;
  turn: Seat;
  owed: number;
  attacked: boolean;
  forward: boolean;
  /**
   * @maxItems 6
   */
  alive: Seat[];
  /**
   * @maxItems 6
   */
  cursed: Seat[];
  /**
   * @maxItems 6
   */
  pending: number[];
  /**
   * @maxItems 6
   */
  hand_sizes: number[];
  pile: number;
  discard: Cards;
  faceup: boolean;
  doom_on_top: boolean;
  phase: PhaseFrame;
  /**
   * @maxItems 3
   */
  under?: PhaseFrame[];
  play: {
    combo: "single" | "pair" | "triple" | "five";
    nopes: number;
    card?: Card;
    by?: Seat;
    target?: Seat;
    named?: Card;
    last?: Seat;
  };
  known: {
    pile: {
      card?: Card;
      low: number;
      high: number;
    }[];
    hands: {
      seat: Seat;
      card: Card;
    }[];
    /**
     * @maxItems 6
     */
    peeked: number[];
    gone?: Cards;
  };
  odds: {
    kittens: number;
    cards: number;
  };
  /**
   * @maxItems 6
   */
  marked: Cards[];
  discard_top?: Card;
  /**
   * @maxItems 6
   */
  asked?: Seat[];
  viewer?: Seat;
  may_act?: boolean;
  committed?: true;
  hand?: Cards;
}
export interface PhaseFrame {
  name: Phase;
  seat: Seat;
  named?: number;
  placed?: number;
  of?: number;
  /**
   * @maxItems 6
   */
  waiting?: Seat[];
  last?: Card;
  kitten?: Card;
  card?: Card;
  bottom?: true;
}
export interface ServerEvents {
  t: "events";
  game: Number;
  from: number;
  events: Event[];
  view?: ViewPatch;
}
export interface ServerHands {
  t: "hands";
  game: Number;
  turn: number;
  /**
   * @minItems 2
   * @maxItems 6
   */
  hands: Cards[];
}
export interface ServerWindow {
  t: "window";
  game: Number;
  nopes: number;
  deadline: Time;
  now: Time;
}
export interface ServerQuestion {
  t: "question";
  game: Number;
  decision: number;
  phase: Phase;
  /**
   * @minItems 1
   */
  legal: string[];
  now: Time;
  deadline?: Time;
}
export interface ServerRefused {
  t: "refused";
  re?: string;
  id?: Number;
  reason:
    | "already_in_room"
    | "bad_message"
    | "bad_name"
    | "bad_settings"
    | "bad_share"
    | "bad_signature"
    | "bad_token"
    | "bad_version"
    | "cursed"
    | "draining"
    | "empty_hand"
    | "field_value"
    | "game_over"
    | "hello_first"
    | "kicked"
    | "late_nope"
    | "muted"
    | "no_hints"
    | "no_nope"
    | "no_target"
    | "not_a_number"
    | "not_alone"
    | "not_held"
    | "not_here"
    | "not_host"
    | "not_in_room"
    | "not_legal"
    | "not_now"
    | "not_your_turn"
    | "one_or_two"
    | "out_of_game"
    | "out_of_range"
    | "room_full"
    | "same_key"
    | "server_full"
    | "stale"
    | "target_dead"
    | "target_empty"
    | "target_self"
    | "too_fast"
    | "too_few_players"
    | "too_many_bots"
    | "too_many_games"
    | "too_many_hints"
    | "too_many_rooms"
    | "too_many_shuffles"
    | "unknown_bot"
    | "unknown_card"
    | "unknown_field"
    | "unknown_game"
    | "unknown_player"
    | "unknown_room"
    | "unknown_seat"
    | "unknown_word"
    | "watching";
  key: string;
  field?: string;
  card?: Card;
  seat?: Seat;
}
export interface ServerChat {
  t: "chat";
  seat?: Seat;
  watcher?: number;
  name?: string;
  text: string;
}
export interface ServerEmote {
  t: "emote";
  seat: Seat;
  emote: Emote;
}
export interface ServerReported {
  t: "reported";
}
export interface ServerFinding {
  t: "finding";
  waiting: number;
  seats: number;
  deadline: Time;
  now: Time;
}
export interface ServerClock {
  t: "clock";
  game: Number;
  seat: Seat;
  deadline: Time;
  now: Time;
}
export interface ServerTables {
  t: "tables";
  now: Time;
  tables: {
    room: Code;
    phase: RoomPhase;
    hours: number;
    /**
     * @maxItems 6
     */
    names: string[];
    seat: Seat;
    asked: boolean;
    turn?: Seat;
    deadline?: Time;
  }[];
}
export interface ServerTimeout {
  t: "timeout";
  seat: Seat;
  after?: Number;
}
export interface ServerHint {
  t: "hint";
  game: Number;
  decision: number;
  /**
   * @minItems 1
   * @maxItems 4
   */
  moves: {
    action: string;
    games: Number;
    percent: number;
  }[];
  reason: string;
  percent: number;
}
export interface ServerOver {
  t: "over";
  game: Number;
  winner: Seat;
  /**
   * @maxItems 5
   */
  died: Seat[];
  lines: Number;
}
export interface ServerRecord {
  t: "record";
  game: Number;
  from: Number;
  total: Number;
  lines: string[];
}
export interface ServerLeft {
  t: "left";
  reason?: "kicked" | "closed";
}
