// Turn alert for a page in the background: a badge on the icon of the installed page, and a sound.
import { playTurn } from "./sound";

type Badge = { setAppBadge?(number: number): Promise<void>; clearAppBadge?(): Promise<void> };

let alertedFor: number | undefined;

function setBadge(on: boolean) {
  const { setAppBadge, clearAppBadge } = navigator as Badge;
  void (on ? setAppBadge?.call(navigator, 1) : clearAppBadge?.call(navigator))?.catch(() => undefined);
}

// Once for each open question; returns how to undo it.
export function alertForTurn(question: number | undefined): () => void {
  const notify = () => {
    if (question === undefined || !document.hidden || alertedFor === question) return;
    alertedFor = question;
    setBadge(true);
    playTurn();
  };
  const seen = () => (document.hidden ? notify() : setBadge(false));
  document.addEventListener("visibilitychange", seen);
  notify();
  return () => {
    document.removeEventListener("visibilitychange", seen);
    setBadge(false);
    document.title = "Nine Lives";
  };
}
