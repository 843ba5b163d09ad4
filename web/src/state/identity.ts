// User's key in this browser, if they wanted one: no account, no address.
import { remembered } from "./remembered";

export const keyHere = () => remembered.get("me");

// New data goes to the other devices; nothing leaves the browser of a player who has no others.
export function tellOthers() {
  if (keyHere()) void import("../identity/sync").then(({ sync }) => sync()).catch(() => undefined);
}

// Before this browser forgets its key: nobody could take the row away without it. `features`: of the server.
export async function offLadder(features: string[] | null): Promise<boolean> {
  if (!keyHere() || !features?.includes("ladder")) return true;
  const { ladder } = await import("./ladder.svelte");
  const own = await ladder.look();
  return own === null || (own !== undefined && (await ladder.state(false)) === "done");
}
