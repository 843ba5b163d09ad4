// Which key of those that the help names was pressed: with capitals on, and on a keyboard that is set to Hangul or
// another script, where a letter's key says something else but is still in its place.
type Pressed = Pick<KeyboardEvent, "key" | "code">;

export function keyName({ key, code }: Pressed): string {
  if (/^[A-Z]$/.test(key)) return key.toLowerCase();
  const foreign = key === "Process" || /^[^\u0000-\u007f]$/.test(key);
  return (foreign && /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()) || key;
}
