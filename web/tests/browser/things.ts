// Text form of a screen: its controls, headings, cards and players with their places.
// Things on a screen, in words: all that can be pressed, chosen or read as a heading, and every card and player, each
// with its place. In a picture that was made small, a small button is a few points; here it is a line.

// A thing may be this many points away from where it was.
const near = 3;

// Runs in the page.
export function thingsOnPage(): string[] {
  const kinds = "button, a[href], input, select, textarea, summary, progress, [role=img], h1, h2, h3, .seat, .card, .question";
  const middle = (from: number, to: number, most: number) => (Math.max(from, 0) + Math.min(to, most)) / 2;
  const seen = (one: HTMLElement) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [middle(box.left, box.right, innerWidth), middle(box.top, box.bottom, innerHeight)];
    if (box.width < 2 || box.height < 2 || !one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    // Off the screen nothing is found, under something else it is that.
    const top = document.elementFromPoint(x, y);
    return top !== null && (one.contains(top) || top.contains(one));
  };
  const kind = (one: HTMLElement) => one.getAttribute("role") ?? ["seat", "card", "question"].find((name) => one.classList.contains(name)) ?? one.tagName.toLowerCase();
  const name = (one: HTMLElement) => {
    const chosen = one instanceof HTMLSelectElement ? one.selectedOptions[0]?.text : undefined;
    return (one.getAttribute("aria-label") ?? chosen ?? one.innerText ?? "").replace(/\s+/g, " ").trim().slice(0, 60);
  };
  const state = (one: HTMLElement) => {
    const on = one.getAttribute("aria-pressed") === "true" || (one instanceof HTMLInputElement && one.checked);
    return (one.matches(":disabled") ? " (off)" : "") + (on ? " (on)" : "");
  };
  return [...document.querySelectorAll<HTMLElement>(kinds)].filter(seen).map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return `${kind(one)} ${[left, top, width, height].map(Math.round).join(" ")} ${name(one)}${state(one)}`.trimEnd();
  });
}

type Thing = { line: string; what: string; box: number[] };

function parsed(line: string): Thing {
  const [, kind, box, name] = /^(\S+) (-?\d+ -?\d+ -?\d+ -?\d+) ?(.*)$/.exec(line)!;
  return { line, what: `${kind} ${name}`, box: box!.split(" ").map(Number) };
}

const same = (a: Thing, b: Thing) => a.what === b.what && a.box.every((side, i) => Math.abs(side - b.box[i]!) <= near);

// Things of `before` that are gone now, and new ones, in words. A thing that moved is both.
export function differences(before: readonly string[], now: readonly string[]): string[] {
  const left = now.map(parsed);
  const gone: string[] = [];
  for (const thing of before.map(parsed)) {
    const at = left.findIndex((one) => same(one, thing));
    if (at < 0) gone.push("gone: " + thing.line);
    else left.splice(at, 1);
  }
  return [...gone, ...left.map((thing) => "new: " + thing.line)];
}
