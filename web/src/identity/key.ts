// Secret key of a user: 32 random bytes, which never leave their browsers. Keys for each use are derived
// from it.
import { fromBase64Url, joined, toBase64Url, utf8 } from "../net/bytes";
import { sha256 } from "@noble/hashes/sha2.js";

const keyBytes = 32;

export const newKey = () => toBase64Url(crypto.getRandomValues(new Uint8Array(keyBytes)));

// Each use derives its own bytes, which don't reveal the others.
export function derived(key: string, use: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64Url(key);
  if (bytes.length !== keyBytes) throw new Error("no key");
  return sha256(joined(utf8(`ninelives ${use}\0`), bytes));
}
