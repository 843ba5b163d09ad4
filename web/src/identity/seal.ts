// A key of 32 random bytes is all that makes a person here: what is kept for their other devices is found and sealed
// by what is derived from it. The server gets the id and the token, never the key.
// Browsers have WebCrypto on https alone, so it is done by a library; it is loaded when it is wanted.
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { sha256, toHex } from "../net/sha256";

export type Keys = { id: string; token: string; seal: Uint8Array };

const keyBytes = 32;
const nonceBytes = 24;
const version = 1;

export const newKey = () => toText(crypto.getRandomValues(new Uint8Array(keyBytes)));

const toText = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const fromText = (text: string) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));

// Each use has bytes of its own, from which nobody gets to the others.
export function keysOf(key: string): Keys {
  const bytes = fromText(key);
  if (bytes.length !== keyBytes) throw new Error("no key");
  const derived = (use: string) => sha256(joined(new TextEncoder().encode(`ninelives locker ${use}\0`), bytes));
  return { id: toHex(derived("id")).slice(0, 32), token: toHex(derived("token")), seal: derived("seal") };
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// The version is sealed with it: another program's bytes are not taken for ours.
const about = Uint8Array.of(version);

export async function sealed(text: string, { seal }: Keys): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await through(joined(new TextEncoder().encode(text)), new CompressionStream("gzip"));
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  return joined(about, nonce, xchacha20poly1305(seal, nonce, about).encrypt(packed));
}

// Throws where another key sealed it, or it was changed since.
export async function opened(bytes: Uint8Array, { seal }: Keys): Promise<string> {
  if (bytes[0] !== version) throw new Error("another version");
  const nonce = bytes.slice(1, 1 + nonceBytes);
  const packed = xchacha20poly1305(seal, nonce, about).decrypt(bytes.slice(1 + nonceBytes));
  return new TextDecoder().decode(await through(joined(packed), new DecompressionStream("gzip")));
}
