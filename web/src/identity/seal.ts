// Encryption of device sync entries.
// Sealed data for a person's other devices, found and sealed by what is derived from their key. The server gets the id
// and the token, never the key.
// Browsers have WebCrypto on https alone, so it is done by a library; it is loaded when it is wanted.
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { joined, toHex, utf8 } from "../net/bytes";
import { derived } from "./key";

export type Keys = { id: string; token: string; seal: Uint8Array };

const nonceBytes = 24;
const version = 1;

export function keysOf(key: string): Keys {
  const of = (use: string) => derived(key, `locker ${use}`);
  return { id: toHex(of("id")).slice(0, 32), token: toHex(of("token")), seal: of("seal") };
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// The version is sealed too: another program's bytes are not mistaken for ours.
const about = Uint8Array.of(version);

export async function sealed(text: string, { seal }: Keys): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await through(utf8(text), new CompressionStream("gzip"));
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  return joined(about, nonce, xchacha20poly1305(seal, nonce, about).encrypt(packed));
}

// Throws if another key sealed it, or if it was changed.
export async function opened(bytes: Uint8Array, { seal }: Keys): Promise<string> {
  if (bytes[0] !== version) throw new Error("another version");
  const nonce = bytes.slice(1, 1 + nonceBytes);
  const packed = xchacha20poly1305(seal, nonce, about).decrypt(bytes.slice(1 + nonceBytes));
  return new TextDecoder().decode(await through(joined(packed), new DecompressionStream("gzip")));
}
