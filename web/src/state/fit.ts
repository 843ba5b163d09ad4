// Svelte action: draws a box smaller, step by step, until its content fits into it. A language may be longer than its place.
const smallPhone = 360;
const steps = [1, 0.92, 0.84, 0.76, 0.7];

export function fit(box: HTMLElement) {
  let waits = 0;
  const shrink = () => {
    waits = 0;
    // A list of cards may be longer than its room.
    const inside = () => box.scrollHeight <= box.clientHeight + 1 || box.querySelector(".sheet") !== null;
    // On a small phone a question does not rise over its place either, as long as smaller letters help. Plays of chosen cards
    // do: the button that draws stays where it is.
    const inPlace = () => innerWidth >= smallPhone || !box.matches(".inner:not(.large)") || box.querySelector(".full") !== null || box.clientHeight <= box.parentElement!.clientHeight + 1;
    const fits = () => inside() && inPlace();
    for (const step of steps) {
      box.style.setProperty("--fit", String(step));
      if (fits()) break;
    }
  };
  const later = () => (waits ||= requestAnimationFrame(shrink));
  const changes = new MutationObserver(later);
  changes.observe(box, { childList: true, subtree: true, characterData: true });
  const sizes = new ResizeObserver(later);
  sizes.observe(box);
  later();
  return {
    destroy() {
      changes.disconnect();
      sizes.disconnect();
      cancelAnimationFrame(waits);
    },
  };
}
