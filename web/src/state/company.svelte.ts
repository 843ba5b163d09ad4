// State of fellow players: emotes, muted players, matchmaking queue.
// Those one plays with, or looks for: what they show at their seats, whom this browser doesn't want to hear, and
// the queue for a table with strangers.
import type { ServerEmote, ServerFinding, ServerHands } from "../net/protocol";
import type { Deadline } from "./turn_clock";

const shownFor = 4000;

export type Finding = { waiting: number; seats: number; due: Deadline };

export class Company {
  // By seat, while it is shown.
  emotes = $state.raw<Record<number, string>>({});
  // Names, as they are at this table.
  muted = $state.raw<readonly string[]>([]);
  finding = $state.raw<Finding | null>(null);
  // Everybody's hand, a turn late: for watchers, if all players agree.
  hands = $state.raw<ServerHands | null>(null);

  show(emote: ServerEmote, name: string | undefined) {
    if (name !== undefined && this.muted.includes(name)) return;
    const shown = { ...this.emotes, [emote.seat]: emote.emote };
    this.emotes = shown;
    setTimeout(() => {
      if (this.emotes[emote.seat] !== emote.emote) return;
      const { [emote.seat]: _, ...others } = this.emotes;
      this.emotes = others;
    }, shownFor);
  }

  wait(told: ServerFinding, due: Deadline) {
    this.finding = { waiting: told.waiting, seats: told.seats, due };
  }

  turnMuted(name: string) {
    this.muted = this.muted.includes(name) ? this.muted.filter((one) => one !== name) : [...this.muted, name];
  }

  // Another table: other people.
  leave() {
    this.emotes = {};
    this.muted = [];
    this.finding = null;
    this.hands = null;
  }
}
