// A key of 32 random bytes is all that makes a person here: what is kept for their other devices is found and sealed
// by what is derived from it. The server gets the id and the token, never the key.
// Browsers have WebCrypto on https alone, so it is done by a library; it is loaded when it is wanted.
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { fromBase64Url, joined, toBase64Url, toHex, utf8 } from "../net/bytes";
import { sha256 } from "../net/sha256";

export type Keys = { id: string; token: string; seal: Uint8Array };

const keyBytes = 32;
const nonceBytes = 24;
const version = 1;

export const newKey = () => toBase64Url(crypto.getRandomValues(new Uint8Array(keyBytes)));

// Each use has bytes of its own, from which nobody gets to the others.
export function keysOf(key: string): Keys {
  const bytes = fromBase64Url(key);
  if (bytes.length !== keyBytes) throw new Error("no key");
  const derived = (use: string) => sha256(joined(utf8(`ninelives locker ${use}\0`), bytes));
  return { id: toHex(derived("id")).slice(0, 32), token: toHex(derived("token")), seal: derived("seal") };
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// The version is sealed with it: another program's bytes are not taken for ours.
const about = Uint8Array.of(version);

export async function sealed(text: string, { seal }: Keys): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await through(utf8(text), new CompressionStream("gzip"));
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
