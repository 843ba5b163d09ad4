// Web Push subscription for turn notifications: this browser gives its address and keys to
// the seat, and the service worker shows what comes. Loaded when it is wanted.
import { fromBase64Url, toBase64Url } from "../net/bytes";
import { current } from "../words/current.svelte";
import { remembered } from "./remembered";
import type { Session } from "./session.svelte";

// Cache in which the service worker finds the words in the user's language; it can't ask the page.
const wordsCache = "push-words";

export const canNotify = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
export const wantsNotifications = () => remembered.get("push") === "on";

async function keepWords() {
  const { words: all } = current;
  const words = { title: all.web("push_title"), body: all.web("push_body"), window: all.web("push_window"), reminder: all.web("push_reminder") };
  await (await caches.open(wordsCache)).put("push-words.json", new Response(JSON.stringify(words)));
}

const asText = (bytes: ArrayBuffer | null) => toBase64Url(new Uint8Array(bytes ?? new ArrayBuffer(0)));

// A subscription for another server's key doesn't count.
async function subscription(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  if (old && asText(old.options.applicationServerKey) !== key) await old.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: fromBase64Url(key) });
}

let told: Session | undefined;
function tellHidden() {
  told?.say({ t: "hidden", hidden: document.hidden });
}

async function giveTo(session: Session) {
  if (!session.pushKey) return;
  const made = await subscription(session.pushKey);
  session.say({ t: "subscribe", endpoint: made.endpoint, p256dh: asText(made.getKey("p256dh")), auth: asText(made.getKey("auth")) });
  if (told === undefined) document.addEventListener("visibilitychange", tellHidden);
  told = session;
  tellHidden();
}

// True if permitted: the browser asks its user.
export async function turnOn(session: Session): Promise<boolean> {
  try {
    if ((await Notification.requestPermission()) !== "granted") return false;
    await keepWords();
    await giveTo(session);
    remembered.set("push", "on");
    return true;
  } catch {
    return false;  // the push service is unreachable, or it is forbidden
  }
}

export async function turnOff(session: Session) {
  remembered.set("push", "off");
  session.say({ t: "unsubscribe" });
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}

// For every seat taken from here on.
export async function callAgain(session: Session) {
  if (!canNotify() || !wantsNotifications() || Notification.permission !== "granted") return;
  try {
    await keepWords();
    await giveTo(session);
  } catch {
    // No notification: the page is open.
  }
}
