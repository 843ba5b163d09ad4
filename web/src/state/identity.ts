// User's key in this browser, if they wanted one: no account, no address.
import { remembered } from "./remembered";

export const keyHere = () => remembered.get("me");

// New data is copied to the user's other devices; without any, nothing leaves the browser.
export function tellOthers() {
  if (keyHere()) void import("../identity/sync").then(({ sync }) => sync()).catch(() => undefined);
}

// Before this browser forgets its key: afterwards nobody could remove the row. `features`: the
// server's.
export async function offLadder(features: string[] | null): Promise<boolean> {
  if (!keyHere() || !features?.includes("ladder")) return true;
  const { ladder } = await import("./ladder.svelte");
  const own = await ladder.look();
  return own === null || (own !== undefined && (await ladder.state(false)) === "done");
}
