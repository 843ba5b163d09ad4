// Layout of a hand: as many rows as make its cards readable.
export type HandLayout = { columns: number; width: number };

export const gap = 6;
const comfortable = 80;
const rowsAtMost = 4;

// `tall`: a card's height over its width; `largest`: maximum width.
export function handLayout(count: number, width: number, height: number, tall: number, largest = 210): HandLayout {
  let best: HandLayout = { columns: 1, width: 0 };
  for (let rows = 1; rows <= Math.min(rowsAtMost, Math.max(1, count)); ++rows) {
    const columns = Math.ceil(Math.max(1, count) / rows);
    const across = (width - gap * (columns - 1)) / columns;
    const down = (height - gap * (rows - 1)) / rows / tall;
    const fits = Math.floor(Math.min(largest, across, down));
    if (fits > best.width) best = { columns, width: fits };
    if (best.width >= comfortable) break;
  }
  return best;
}

// Narrowness of a name's letters so that its longest word fits into a card so wide, at most 1. Letters of bold type
// are about 0.72 of their size wide, those of Hangul all of it; none is smaller than `smallest`.
const smallest = 11;
export function squeeze(name: string, width: number): number {
  const size = Math.max(smallest, width * 0.108);
  const wide = (word: string) => [...word].reduce((sum, letter) => sum + size * (letter > "\u1100" ? 1 : 0.72), 0);
  const longest = Math.max(...name.split(/[\s-]+/).map(wide));
  return Math.min(1, (width * 0.92) / longest);
}
