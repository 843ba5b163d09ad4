// Turn alert for a page in the background: a badge on the icon of the installed page, and a sound.
import { playTurn } from "./sound";

type Badge = { setAppBadge?(number: number): Promise<void>; clearAppBadge?(): Promise<void> };

let calledFor: number | undefined;

function setBadge(on: boolean) {
  const { setAppBadge, clearAppBadge } = navigator as Badge;
  void (on ? setAppBadge?.call(navigator, 1) : clearAppBadge?.call(navigator))?.catch(() => undefined);
}

// For an open question, once each; returns how to take it back.
export function callForTurn(question: number | undefined): () => void {
  const call = () => {
    if (question === undefined || !document.hidden || calledFor === question) return;
    calledFor = question;
    setBadge(true);
    playTurn();
  };
  const seen = () => (document.hidden ? call() : setBadge(false));
  document.addEventListener("visibilitychange", seen);
  call();
  return () => {
    document.removeEventListener("visibilitychange", seen);
    setBadge(false);
    document.title = "Nine Lives";
  };
}
