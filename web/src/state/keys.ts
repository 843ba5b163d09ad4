// Keyboard shortcuts by key position. Caps Lock or a keyboard set to Hangul changes a key's letter, but not its place.
type Pressed = Pick<KeyboardEvent, "key" | "code">;

// Arrow keys follow the reading direction: in right-to-left languages the left one goes forward.
export function sideStep(key: string): -1 | 0 | 1 {
  const on = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  return key === on ? 1 : key === "ArrowLeft" || key === "ArrowRight" ? -1 : 0;
}

export function keyName({ key, code }: Pressed): string {
  if (/^[A-Z]$/.test(key)) return key.toLowerCase();
  const foreign = key === "Process" || /^[^\u0000-\u007f]$/.test(key);
  return (foreign && /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()) || key;
}
