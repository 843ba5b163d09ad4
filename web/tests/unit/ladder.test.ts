// Tests of ladder signatures, as the server reads them.
import { expect, test } from "vitest";
import * as ed from "@noble/ed25519";
import { newKey } from "../../src/identity/key";
import { seat, signerOf, standing } from "../../src/identity/signer";
import { keysOf } from "../../src/identity/seal";
import { fromHex } from "../../src/net/bytes";

const bytes = (text: string) => new TextEncoder().encode(text);

test("WEB-12 a nickname's key signs; nothing of it leads to the key or to the locker", () => {
  const key = newKey();
  const me = signerOf(key);
  expect(signerOf(key).key).toBe(me.key);
  expect(signerOf(newKey()).key).not.toBe(me.key);
  expect(me.key).toMatch(/^[0-9a-f]{64}$/);
  expect([keysOf(key).id, keysOf(key).token]).not.toContain(me.key);
  const text = standing("cats.example", true, 5, "안");
  const signature = me.sign(text);
  expect(ed.verify(fromHex(signature), bytes(text), fromHex(me.key))).toBe(true);
  expect(ed.verify(fromHex(signature), bytes(standing("cats.example", false, 5, "안")), fromHex(me.key))).toBe(false);
});

test("WEB-12 the statements are the lines that docs/host/ladder.md has", () => {
  expect(standing("h:1", false, 7, "")).toBe("ninelives ladder\nh:1\noff\n7\n");
  expect(seat("4f0c2m8k1q", "00")).toMatch(/^ninelives seat\n4f0c2m8k1q\n[0-9a-f]{64}$/);
});
