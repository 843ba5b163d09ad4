// Made by tools/make_types.mjs from docs/protocol.schema.json. Change that one.

export type Seat = number;
export type Time = number;
export type Number = number;
export type Card = "exploding" | "imploding" | "streaking" | "defuse" | "attack" | "targeted" | "skip" | "superskip" | "reverse" | "bottom" | "favor" | "nope" | "shuffle" | "see" | "see5" | "alter" | "alter5" | "swap" | "garbage" | "catomic" | "mark" | "curse" | "feral" | "tacocat" | "cattermelon" | "potato" | "beard" | "rainbow";
export type Hex32 = string;
export type Hex16 = string;
export type Code = string;
export type Cards = Partial<Record<Card, number>>;
export type Preset = "official" | "srs" | "family" | "implosion";
export type Expansions = ("imploding" | "streaking")[];
export type Phase = "turn" | "chain" | "target" | "name" | "five" | "window" | "give" | "take" | "order" | "times" | "collect" | "keep" | "guess" | "place" | "explode" | "end_turn" | "over";
export type RoomPhase = "lobby" | "committing" | "revealing" | "playing" | "over";
export type Settings = { preset: Preset; expansions: Expansions; seats: number; window_ms: number; turn_s: number; listed: boolean; practice: boolean; rules: Record<string, string> };
export type Event = { kind: "game_started" | "turn_started" | "played" | "played_pair" | "played_triple" | "played_five" | "added_to_five" | "played_blind" | "lost_blind" | "chose_target" | "named_card" | "passed" | "committed_nope" | "noped" | "cancelled" | "went_through" | "fizzled" | "chain_declined" | "attacked" | "skipped_turn" | "skipped_all" | "reversed" | "shuffled" | "saw" | "altering" | "ordering" | "altered" | "swapped" | "bombed" | "drew" | "drew_nothing" | "drew_kitten" | "found_kitten" | "kept" | "kitten_loose" | "defused" | "guessed" | "put_back" | "died" | "kittens_returned" | "forfeited" | "gave" | "stole" | "took_named" | "took_nothing" | "took_discard" | "collected" | "marked" | "cursed_player" | "curse_lifted" | "won"; seat?: Seat; other?: Seat; card?: Card; number?: number; secret?: (Card)[]; place?: number };
export type View = { seats: number; turn: Seat; owed: number; attacked: boolean; forward: boolean; alive: (Seat)[]; cursed: (Seat)[]; pending: (number)[]; hand_sizes: (number)[]; pile: number; discard: Cards; faceup: boolean; doom_on_top: boolean; phase: { name: Phase; seat: Seat; named?: number; placed?: number; of?: number; waiting?: (Seat)[]; kitten?: Card }; play: { combo: "single" | "pair" | "triple" | "five"; nopes: number; card?: Card; by?: Seat; target?: Seat; named?: Card; last?: Seat }; known: { pile: ({ card: Card; low: number; high: number })[]; hands: ({ seat: Seat; card: Card })[]; peeked: (number)[] }; odds: { kittens: number; cards: number }; marked: (Cards)[]; discard_top?: Card; viewer?: Seat; may_act?: boolean; hand?: Cards };
export type ViewPatch = Partial<Record<"seats" | "turn" | "owed" | "attacked" | "forward" | "alive" | "cursed" | "pending" | "hand_sizes" | "pile" | "discard" | "faceup" | "doom_on_top" | "phase" | "play" | "known" | "odds" | "marked" | "discard_top" | "viewer" | "may_act" | "hand", unknown>>;
export type ClientHello = { t: "hello"; version: number; fair?: boolean; id?: Number };
export type ClientPing = { t: "ping"; id?: Number };
export type ClientList = { t: "list"; id?: Number };
export type ClientCreate = { t: "create"; name: string; preset?: Preset; expansions?: Expansions; seats?: number; bots?: number; window_ms?: number; turn_s?: number; listed?: boolean; practice?: boolean; rules?: Record<string, string | number | boolean>; id?: Number };
export type ClientJoin = { t: "join"; room: string; name: string; id?: Number };
export type ClientWatch = { t: "watch"; room: string; id?: Number };
export type ClientResume = { t: "resume"; room: string; token: string; game?: Number; last?: Number; id?: Number };
export type ClientSync = { t: "sync"; id?: Number };
export type ClientStart = { t: "start"; id?: Number };
export type ClientKick = { t: "kick"; seat: Seat; id?: Number };
export type ClientAddBot = { t: "add_bot"; bot?: string; id?: Number };
export type ClientRemoveBot = { t: "remove_bot"; seat: Seat; id?: Number };
export type ClientHandOver = { t: "hand_over"; seat: Seat; id?: Number };
export type ClientRematch = { t: "rematch"; id?: Number };
export type ClientCommit = { t: "commit"; commitment: Hex32; id?: Number };
export type ClientReveal = { t: "reveal"; share: Hex32; id?: Number };
export type ClientAnswer = { t: "answer"; game: Number; decision: Number; action: string; id?: Number };
export type ClientHint = { t: "hint"; id?: Number };
export type ClientForfeit = { t: "forfeit"; id?: Number };
export type ClientChat = { t: "chat"; text: string; id?: Number };
export type ClientLeave = { t: "leave"; id?: Number };
export type ServerWelcome = { t: "welcome"; version: number; server: string; message_bytes: number; now: Time };
export type ServerPong = { t: "pong"; now: Time; id?: Number };
export type ServerRooms = { t: "rooms"; rooms: ({ room: Code; preset: Preset; expansions: Expansions; seats: number; taken: number; watchers: number; phase: RoomPhase; host: string })[] };
export type ServerJoined = { t: "joined"; room: Code; seat?: Seat; token?: Hex16 };
export type ServerRoom = { t: "room"; room: Code; phase: RoomPhase; game: Number; settings: Settings; players: ({ name: string; bot?: string; connected?: boolean; held?: true })[]; host: Seat; watchers: number; seat?: Seat };
export type ServerFair = { t: "fair"; stage: "commit" | "reveal"; game: Number; id: Hex16; terms: string; commitment: Hex32; deadline: Time; now: Time; commitments?: (Hex32)[]; supplied?: (Seat)[] };
export type ServerView = { t: "view"; game: Number; n: Number; from: number; events: (Event)[]; rules: Record<string, unknown>; view: View };
export type ServerEvents = { t: "events"; game: Number; from: number; events: (Event)[]; view?: ViewPatch };
export type ServerWindow = { t: "window"; game: Number; nopes: number; deadline: Time; now: Time };
export type ServerQuestion = { t: "question"; game: Number; decision: number; phase: Phase; legal: (string)[]; now: Time; deadline?: Time };
export type ServerRefused = { t: "refused"; re?: string; id?: Number; reason: "already_in_room" | "bad_message" | "bad_name" | "bad_settings" | "bad_share" | "bad_token" | "bad_version" | "cursed" | "empty_hand" | "field_value" | "game_over" | "hello_first" | "late_nope" | "no_hints" | "no_nope" | "no_target" | "not_a_number" | "not_alone" | "not_held" | "not_host" | "not_in_room" | "not_legal" | "not_now" | "not_your_turn" | "one_or_two" | "out_of_game" | "out_of_range" | "room_full" | "server_full" | "stale" | "target_dead" | "target_empty" | "target_self" | "too_fast" | "too_few_players" | "too_many_shuffles" | "unknown_bot" | "unknown_card" | "unknown_field" | "unknown_player" | "unknown_room" | "unknown_seat" | "unknown_word" | "watching"; key: string; field?: string; card?: Card; seat?: Seat };
export type ServerChat = { t: "chat"; seat?: Seat; name?: string; text: string };
export type ServerHint = { t: "hint"; game: Number; decision: number; moves: ({ action: string; games: Number; percent: number })[]; reason: string; percent: number };
export type ServerOver = { t: "over"; game: Number; winner: Seat; died: (Seat)[]; lines: Number };
export type ServerRecord = { t: "record"; game: Number; from: Number; total: Number; lines: (string)[] };
export type ClientRecord = { t: "record"; from?: Number; id?: Number };
export type ServerLeft = { t: "left"; reason?: "kicked" | "closed" };

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
  | ClientCommit
  | ClientReveal
  | ClientAnswer
  | ClientHint
  | ClientForfeit
  | ClientChat
  | ClientLeave
  | ClientRecord;

export type ServerMessage =
  | ServerWelcome
  | ServerPong
  | ServerRooms
  | ServerJoined
  | ServerRoom
  | ServerFair
  | ServerView
  | ServerEvents
  | ServerWindow
  | ServerQuestion
  | ServerRefused
  | ServerChat
  | ServerHint
  | ServerOver
  | ServerRecord
  | ServerLeft;

export const allCards = ["exploding","imploding","streaking","defuse","attack","targeted","skip","superskip","reverse","bottom","favor","nope","shuffle","see","see5","alter","alter5","swap","garbage","catomic","mark","curse","feral","tacocat","cattermelon","potato","beard","rainbow"] as const satisfies Card[];
