// Keyboard shortcuts by key position. Caps Lock or a keyboard set to Hangul changes a key's letter, but not its place.
type Pressed = Pick<KeyboardEvent, "key" | "code">;

export function keyName({ key, code }: Pressed): string {
  if (/^[A-Z]$/.test(key)) return key.toLowerCase();
  const foreign = key === "Process" || /^[^\u0000-\u007f]$/.test(key);
  return (foreign && /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()) || key;
}
