// Ed25519 signatures for the ladder, by a key derived from the user's. WebCrypto has that on https alone.
import * as ed from "@noble/ed25519";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { toHex, utf8 } from "../net/bytes";
import { derived } from "./key";

ed.hashes.sha512 = sha512;

export type Signer = { key: string; sign: (text: string) => string };

export function signerOf(key: string): Signer {
  const secret = derived(key, "ladder");
  return { key: toHex(ed.getPublicKey(secret)), sign: (text) => toHex(ed.sign(utf8(text), secret)) };
}

// As docs/host/ladder.md has them.
export const standing = (host: string, on: boolean, said: number, name: string) => ["ninelives ladder", host, on ? "on" : "off", said, name].join("\n");
// As docs/host/daily.md has them.
export const dailyEntry = (host: string, on: boolean, date: string, said: number, name: string) => ["ninelives daily", host, on ? "on" : "off", date, said, name].join("\n");
export function seat(room: string, token: string): string {
  const hash = toHex(sha256(utf8("ninelives seat token\n" + token)));
  return ["ninelives seat", room, hash].join("\n");
}
