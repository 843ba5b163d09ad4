// Loader of the networks of bots and of the coach.
import criticUrl from "../../../data/nets/critic.nlnet?url";
import netUrl from "../../../data/nets/net.nlnet?url";
import policyUrl from "../../../data/nets/policy.nlnet?url";
import type { NetworkName } from "./core";

const urls: Record<NetworkName, string> = { policy: policyUrl, net: netUrl, critic: criticUrl };

export async function load(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.arrayBuffer();
}

export const loadNetwork = async (name: NetworkName) => new Uint8Array(await load(urls[name]));
