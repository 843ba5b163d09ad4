// Svelte action that keeps a list scrolled to its end, unless somebody has scrolled up to read.
const nearly = 40;

type Shown = { lines: readonly unknown[]; always?: boolean };

// For `use:`. The reader's place is known from before: when a line has come, or something beside the
// list has taken room from it, its old end isn't its end.
export function stayAtEnd(list: HTMLElement, { always = false }: Shown) {
  let atEnd = true;
  const go = () => {
    if (atEnd || always) list.scrollTop = list.scrollHeight;
  };
  const scrolled = () => (atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < nearly);
  list.addEventListener("scroll", scrolled);
  const room = new ResizeObserver(go);
  room.observe(list);
  return {
    update: go,
    destroy() {
      list.removeEventListener("scroll", scrolled);
      room.disconnect();
    },
  };
}
