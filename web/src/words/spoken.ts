// Sentences for listeners: an open play, the hand, the table, the clock and the odds.
import type { Card, View } from "../net/protocol";
import type { Deadline } from "../state/turn_clock";
import { isLong, spanWords } from "../state/time_left";
import type { Words } from "./words";

export const secondsLeft = (due: Deadline) => Math.max(0, Math.ceil((due.at - performance.now()) / 1000));

export function clockSentence(due: Deadline | undefined, words: Words): string {
  if (!due) return words.web("said_no_clock");
  const left = Math.max(0, due.at - performance.now());
  return isLong(left) ? words.web("time_left", { text: spanWords(left) }) : words.text("ui/time_left", { number: secondsLeft(due) });
}

// Sentence of a Nope window: the play, its player and target, and the time left.
export function windowSentence(view: View, names: readonly string[], due: Deadline, words: Words): string {
  const { play, viewer } = view;
  const combo = play.combo === "pair" || play.combo === "triple";
  const values = {
    seat: names[(play.nopes > 0 ? play.last : play.by) ?? -1] ?? "",
    other: names[play.target ?? -1] ?? "",
    card: combo ? words.combo(play.combo as "pair" | "triple", play.card) : words.card(play.combo === "five" ? undefined : play.card),
    number: secondsLeft(due),
  };
  if (play.nopes % 2 === 1) return words.web("said_noped", values);
  if (play.nopes > 0) return words.web("said_noped_back", values);
  if (play.target === undefined) return words.web("said_window", values);
  return play.target === viewer ? words.web("said_window_you", values) : words.web("said_window_on", values);
}

// Each kind once, with its number: "2 x Skip".
function kinds(cards: readonly Card[], words: Words): string {
  const each = [...new Set(cards)].map((card) => {
    const number = cards.filter((one) => one === card).length;
    return number === 1 ? words.card(card) : words.web("said_several", { number, card: words.card(card) });
  });
  return each.join(words.text("parts/separator"));
}

export function handSentence(cards: readonly Card[], usable: ReadonlySet<Card>, words: Words): string {
  if (cards.length === 0) return words.web("hand_empty");
  const number = cards.length;
  const [ready, rest] = [cards.filter((card) => usable.has(card)), cards.filter((card) => !usable.has(card))];
  const all = words.web("your_hand", { number }) + ".";
  const can = ready.length > 0 ? words.web("said_choice", { cards: kinds(ready, words) }) : "";
  return [all, can, rest.length > 0 ? words.web("said_not_now", { cards: kinds(rest, words) }) : ""].filter(Boolean).join(" ");
}

export function tableSentence(view: View, names: readonly string[], words: Words): string {
  const seats = view.alive.filter((seat) => seat !== view.viewer).map((seat) => words.web("said_seat", { name: names[seat] ?? "", number: view.hand_sizes[seat] ?? 0 }));
  return [words.web("pile", { number: view.pile }) + ".", ...seats].join(" ");
}

export function oddsSentence(view: View, words: Words): string {
  const { kittens, cards } = view.odds;
  return words.text("ui/odds", { kittens, cards, percent: ((100 * kittens) / Math.max(1, cards)).toFixed(1) });
}
