// Player's part in a fair shuffle (docs/explain/fairness.md): a share of its own, committed to before any
// other is shown. The committed share is kept, so that the game can be verified against it.
import { remembered } from "../state/remembered";
import { fromHex, joined, toHex, utf8 } from "./bytes";
import type { ServerFair } from "./protocol";
import { sha256 } from "@noble/hashes/sha2.js";

export type KeptShare = { id: string; seat: number; commitment: string; share: string };

const kept = 20;

export function shareCommitment(fair: ServerFair, seat: number, share: Uint8Array): string {
  const game = sha256(joined(utf8("ninelives fair 1 game\n"), fromHex(fair.id), utf8(fair.terms)));
  const label = utf8("ninelives fair 1 share\n");
  return toHex(sha256(joined(label, game, fromHex(fair.commitment), Uint8Array.of(seat), share)));
}

const shares = () => remembered.read<KeptShare[]>("shares", []);

export const keptShare = (id: string) => shares().find((share) => share.id === id);

// The commitment to send. A page that was reloaded meanwhile sends the same one.
export function commitTo(fair: ServerFair, seat: number): string {
  const before = shares().find((one) => one.id === fair.id && one.seat === seat);
  const share = before ? fromHex(before.share) : crypto.getRandomValues(new Uint8Array(32));
  if (!before) {
    const one = { id: fair.id, seat, commitment: fair.commitment, share: toHex(share) };
    remembered.write("shares", [...shares(), one].slice(-kept));
  }
  return shareCommitment(fair, seat, share);
}

// The share to send, if it matches the commitment that the server has.
export function shareToReveal(fair: ServerFair, seat: number): string | undefined {
  const mine = keptShare(fair.id);
  if (!mine || mine.seat !== seat || mine.commitment !== fair.commitment) return undefined;
  const commitment = shareCommitment(fair, seat, fromHex(mine.share));
  return fair.commitments?.[seat] === commitment ? mine.share : undefined;
}
