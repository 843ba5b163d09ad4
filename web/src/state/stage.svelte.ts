// Queue of scenes: a kitten is turned over, then the Defuse or the blast; at the end the winner. Everything that
// would give a scene away (view, log, question, sounds) waits for it. Any tap or key ends all scenes.
import type { Card, Event } from "../net/protocol";
import { isStill } from "./look.svelte";
import { soundOf } from "./sound";

export type Scene = { number: number; kind: "kitten" | "defused" | "died" | "won"; seat: number; card: Card };
// `nth`: its number among the public events.
export type Numbered = { number: number; event: Event; nth?: number };
type Item = { one: Numbered; scene: Scene | undefined };
type Listener = (events: Numbered[]) => void;

export const lasts: Record<Scene["kind"], number> = { kitten: 2200, defused: 1300, died: 2300, won: 2600 };
// Time that the card lies face down.
export const flipsAfter = 1000;
// Time until a Defuse lands.
const landsAfter = 400;
const revealedAfter: Record<Scene["kind"], number> = { kitten: flipsAfter, defused: landsAfter, died: 0, won: 0 };
const kinds: Partial<Record<Event["kind"], Scene["kind"]>> = { drew_kitten: "kitten", defused: "defused", died: "died", won: "won" };

// A forfeit has no explosion.
function sceneOf({ number, event }: Numbered): Scene | undefined {
  const kind = kinds[event.kind];
  if (!kind || event.seat === undefined || (kind === "died" && !event.card)) return undefined;
  return { number, kind, seat: event.seat, card: kind === "defused" ? "defuse" : (event.card ?? "exploding") };
}

class Stage {
  scene = $state.raw<Scene | null>(null);
  revealed = $state(true);
  #queue = $state.raw<Item[]>([]);
  #me: number | undefined;
  #timers: ReturnType<typeof setTimeout>[] = [];
  #listeners = new Set<Listener>();

  get idle(): boolean {
    return this.scene === null && this.#queue.length === 0;
  }
  // An event is not shown yet: the table shows the state before it.
  get veiled(): boolean {
    return (this.scene !== null && !this.revealed) || this.#queue.some((item) => item.scene && item.scene.kind !== "won");
  }
  // Events from this number on are not announced yet.
  get shownTo(): number {
    if (this.scene && !this.revealed) return this.scene.number;
    return this.#queue.find((item) => item.scene)?.one.number ?? Infinity;
  }

  // Calls `listener` with events when they are shown, scenes included.
  onShown(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  play(events: readonly Numbered[], me: number | undefined) {
    this.#me = me;
    const still = isStill() || document.visibilityState !== "visible";
    const items = events.map((one) => ({ one, scene: still ? undefined : sceneOf(one) }));
    if (this.idle && !items.some((item) => item.scene)) return this.#tell(events);
    this.#queue = [...this.#queue, ...items];
    if (!this.scene) this.#next();
  }

  skip() {
    if (this.idle) return;
    this.#stopTimers();
    this.#queue = [];
    this.scene = null;
    this.revealed = true;
  }

  #tell(events: readonly Numbered[]) {
    for (const { event } of events) soundOf(event.kind, event.seat !== undefined && event.seat === this.#me);
    for (const listener of this.#listeners) listener([...events]);
  }

  #stopTimers() {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
  }

  #next() {
    this.#stopTimers();
    const at = this.#queue.findIndex((item) => item.scene);
    const before = this.#queue.slice(0, at < 0 ? this.#queue.length : at).map((item) => item.one);
    const item = this.#queue[at];
    this.#queue = at < 0 ? [] : this.#queue.slice(at + 1);
    this.scene = item?.scene ?? null;
    const after = item?.scene ? revealedAfter[item.scene.kind] : 0;
    this.revealed = after === 0;
    if (before.length > 0) this.#tell(before);
    if (!item?.scene) return;
    if (after === 0) this.#tell([item.one]);
    else this.#timers.push(setTimeout(() => this.#reveal(item.one), after));
    this.#timers.push(setTimeout(() => this.#next(), lasts[item.scene.kind]));
  }

  #reveal(one: Numbered) {
    this.revealed = true;
    this.#tell([one]);
  }
}

export const stage = new Stage();
