// HTTP client of device sync: the server's entry /me/ID (docs/reference/protocol.md).
import type { Keys } from "./seal";

export type Found = { tag: string; bytes: Uint8Array };
export type Answer = "kept" | "changed" | "refused" | "no line";

export const mostBytes = 256 * 1024;

const ask = (keys: Keys, how: RequestInit & { headers?: Record<string, string> }) =>
  fetch(new URL(`me/${keys.id}`, location.href.split("#")[0]), { cache: "no-store", ...how, headers: { ...how.headers, authorization: `Bearer ${keys.token}` } }).catch(() => undefined);

// undefined: no connection; null: no entry.
export async function look(keys: Keys): Promise<Found | null | undefined> {
  const answer = await ask(keys, {});
  if (!answer || answer.status === 429 || answer.status >= 500) return undefined;
  if (!answer.ok) return null;
  return { tag: answer.headers.get("etag") ?? "", bytes: new Uint8Array(await answer.arrayBuffer()) };
}

export async function leave(keys: Keys, bytes: Uint8Array<ArrayBuffer>, before: Found | null): Promise<Answer> {
  const answer = await ask(keys, { method: "PUT", body: bytes, headers: before ? { "if-match": before.tag } : { "if-none-match": "*" } });
  if (!answer) return "no line";
  return answer.ok ? "kept" : answer.status === 412 ? "changed" : "refused";
}

export const empty = async (keys: Keys) => (await ask(keys, { method: "DELETE" }))?.ok === true;
