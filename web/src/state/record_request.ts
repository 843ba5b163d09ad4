// Request for a game's record: parts are requested one after another.
import type { ClientMessage, ServerMessage } from "../net/protocol";

type Lines = Extract<ServerMessage, { t: "record" }>;
type Waiting = { game: number; lines: string[]; take: (lines: string[]) => void; fail: (why: Error) => void };

export class RecordRequest {
  #waiting: Waiting | undefined;

  constructor(readonly say: (message: ClientMessage) => void) {}

  ask(game: number): Promise<string[]> {
    return new Promise((take, fail) => {
      this.#waiting = { game, lines: [], take, fail };
      this.say({ t: "record", from: 0, game });
    });
  }

  receive(part: Lines) {
    const waiting = this.#waiting;
    if (!waiting || part.from !== waiting.lines.length) return;
    waiting.lines.push(...part.lines);
    if (waiting.lines.length < part.total && part.lines.length > 0) {
      this.say({ t: "record", from: waiting.lines.length, game: waiting.game });
      return;
    }
    this.#waiting = undefined;
    waiting.take(waiting.lines);
  }

  refused(reason: string) {
    this.#waiting?.fail(new Error(reason));
  }
}
