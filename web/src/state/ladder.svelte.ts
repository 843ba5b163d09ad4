// User's place on the server's ladder, if they want one: their row, and the word at each table that it counts there.
// Loaded when it is wanted.
import { seat as seatStatement, signerOf, standing, type Signer } from "../identity/signer";
import { keyHere } from "./identity";
import type { Session } from "./session.svelte";

export type Row = { id: string; name: string; points: number; games: number; played?: number; rank?: number };
export type Outcome = "done" | "taken" | "bad_name" | "full" | "refused" | "no line";

const beforeTheDeal = ["lobby", "committing", "revealing"];
const address = (path: string) => new URL(path, location.href.split("#")[0]);
const ask = (path: string, how: RequestInit = {}) => fetch(address(path), { cache: "no-store", ...how }).catch(() => undefined);

export async function list(): Promise<{ now: number; players: Row[] } | undefined> {
  const answer = await ask("ladder.json");
  return answer?.ok ? ((await answer.json()) as { now: number; players: Row[] }) : undefined;
}

class Ladder {
  // null: not on it; undefined: unknown.
  own = $state.raw<Row | null | undefined>(undefined);
  #signer: (Signer & { of: string }) | undefined;
  #follows = false;
  #said = "";

  get #me(): Signer | undefined {
    const key = keyHere();
    if (key && this.#signer?.of !== key) this.#signer = { of: key, ...signerOf(key) };
    return key ? this.#signer : undefined;
  }

  async look(): Promise<Row | null | undefined> {
    const me = this.#me;
    if (!me) return (this.own = null);
    const answer = await ask("ladder/" + me.key);
    if (answer?.ok) this.own = (await answer.json()) as Row;
    else if (answer?.status === 404) this.own = null;
    return this.own;
  }

  // Joins the ladder under that name, or leaves it. The time is the server's, since this device's
  // clock may be wrong.
  async state(on: boolean, name = ""): Promise<Outcome> {
    const me = this.#me;
    const told = await list();
    if (!me || !told) return "no line";
    const body = { on, said: told.now, signature: me.sign(standing(location.host, on, told.now, name)), ...(on ? { name } : {}) };
    const answer = await ask("ladder/" + me.key, { method: "PUT", body: JSON.stringify(body) });
    if (!answer) return "no line";
    if (!answer.ok) return outcome(await answer.text());
    this.own = on ? ((await answer.json()) as Row) : null;
    return "done";
  }

  // From here on each seat that the user takes is rated, if they are on the ladder.
  follow(session: Session) {
    if (this.#follows) return;
    this.#follows = true;
    void this.look();
    $effect.root(() => {
      $effect(() => this.#sayAtTable(session));
    });
  }

  #sayAtTable(session: Session) {
    const { room, seat, token } = session;
    const me = this.#me;
    if (!this.own || !me || !room || seat === undefined || !token || session.practice) return;
    if (!beforeTheDeal.includes(room.phase) || room.ladder?.includes(seat)) return;
    const once = [room.room, token, room.game].join(" ");
    if (this.#said === once) return;
    this.#said = once;
    session.say({ t: "ladder", key: me.key, signature: me.sign(seatStatement(room.room, token)) });
  }
}

function outcome(said: string): Outcome {
  const word = said.trim();
  return word === "taken" || word === "bad_name" || word === "full" ? word : "refused";
}

export const ladder = new Ladder();
