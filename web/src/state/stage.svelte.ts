// The moments that are worth a pause: a kitten is turned over, a breath is held, then the Defuse or the
// blast. They only decorate: every answer can be given meanwhile, and any tap or key ends them.
import type { Card, Event } from "../net/protocol";
import { isStill } from "./look.svelte";
import { soundOf } from "./sound";

export type Scene = { number: number; kind: "kitten" | "defused" | "died"; seat: number; card: Card };
type Numbered = { number: number; event: Event };

const lasts: Record<Scene["kind"], number> = { kitten: 1700, defused: 1000, died: 1800 };
const kinds: Partial<Record<Event["kind"], Scene["kind"]>> = { drew_kitten: "kitten", defused: "defused", died: "died" };
const eventOf: Record<Scene["kind"], Event["kind"]> = { kitten: "drew_kitten", defused: "defused", died: "died" };

// A player who left is out without a bang.
function sceneOf({ number, event }: Numbered): Scene | undefined {
  const kind = kinds[event.kind];
  if (!kind || event.seat === undefined || (kind === "died" && !event.card)) return undefined;
  return { number, kind, seat: event.seat, card: kind === "defused" ? "defuse" : (event.card ?? "exploding") };
}

class Stage {
  scene = $state.raw<Scene | null>(null);
  #queue = $state.raw<Scene[]>([]);
  #me: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get idle(): boolean {
    return this.scene === null && this.#queue.length === 0;
  }
  // Nothing is told before it is shown.
  get shownTo(): number {
    return this.#queue[0]?.number ?? Infinity;
  }
  // Who is dead but doesn't look it yet.
  get spared(): number[] {
    return this.#queue.filter((scene) => scene.kind === "died").map((scene) => scene.seat);
  }

  // Returns the events that are not shown here, for the others who show something.
  play<One extends Numbered>(events: readonly One[], me: number | undefined): One[] {
    if (isStill() || document.visibilityState !== "visible") return [...events];
    const scenes = events.flatMap((one) => sceneOf(one) ?? []);
    this.#me = me;
    this.#queue = [...this.#queue, ...scenes];
    if (!this.scene) this.#next();
    return events.filter((one) => !scenes.some((scene) => scene.number === one.number));
  }

  skip() {
    if (this.idle) return;
    clearTimeout(this.#timer);
    this.#queue = [];
    this.scene = null;
  }

  #next() {
    const [first, ...rest] = this.#queue;
    this.#queue = rest;
    this.scene = first ?? null;
    if (!first) return;
    soundOf(eventOf[first.kind], first.seat === this.#me);
    this.#timer = setTimeout(() => this.#next(), lasts[first.kind]);
  }
}

export const stage = new Stage();
