// A key of 32 random bytes is all that makes a person here; it never leaves their browsers. What it is used for is derived
// from it.
import { sha256 } from "../net/sha256";

const keyBytes = 32;

export const newKey = () => toText(crypto.getRandomValues(new Uint8Array(keyBytes)));

const toText = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const fromText = (text: string) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));

// Each use has bytes of its own, from which nobody gets to the others.
export function derived(key: string, use: string): Uint8Array<ArrayBuffer> {
  const bytes = fromText(key);
  if (bytes.length !== keyBytes) throw new Error("no key");
  return sha256(joined(new TextEncoder().encode(`ninelives ${use}\0`), bytes));
}

export function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
