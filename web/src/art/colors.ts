// Colours of the cards.
import type { Card } from "../net/protocol";

// The colour behind each card's picture.
export const cardColor: Record<Card, string> = {
  exploding: "#4a4366", imploding: "#241148", streaking: "#ff8fc7", defuse: "#7bd88f", attack: "#ff8a5c",
  targeted: "#ef6a72", skip: "#7cc8ff", superskip: "#5b9dff", reverse: "#a78bfa", bottom: "#c9a27a",
  favor: "#ffb3a7", nope: "#7c1d2a", shuffle: "#ffd166", see: "#c4a1ff", see5: "#8f6ae0", alter: "#74d6cf",
  alter5: "#39a8b5", swap: "#9bd46a", garbage: "#b9c27a", catomic: "#f5cf3d", mark: "#ffc0da", curse: "#8b72b8",
  feral: "#e0b48e", tacocat: "#ffe0a0", cattermelon: "#a9e5c0", potato: "#f1dcb8", beard: "#f6b98d",
  rainbow: "#9fd0ff", personal: "#ffa27a", share: "#8fd0e8", potluck: "#e8c07a", bury: "#a8896a",
};

// A colour for each player, in the order of the seats.
export const seatColor = ["#ffb56b", "#8fd3ff", "#b9e37c", "#ff9ac2", "#c8b1ff", "#ffe27a"];
