// Short sounds, made by the browser itself: nothing to download.
import type { Event } from "../net/protocol";
import { isStill, look } from "./look.svelte";

let context: AudioContext | undefined;
let master: GainNode | undefined;

// Browsers let a page make sounds only after its user has done something.
function audio(): AudioContext | undefined {
  if (look.muted || !("AudioContext" in window)) return undefined;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context.state === "closed" ? undefined : context;
}

// Output of all sounds, at the chosen volume.
function speaker(line: AudioContext): AudioNode {
  if (!master) {
    master = new GainNode(line);
    master.connect(line.destination);
  }
  master.gain.value = look.volume / 100;
  return master;
}

function tone(frequency: number, after: number, lasts: number, type: OscillatorType = "triangle", loud = 0.12, to = frequency) {
  const line = audio();
  if (!line) return;
  const at = line.currentTime + after;
  const source = new OscillatorNode(line, { type, frequency });
  const volume = new GainNode(line, { gain: 0 });
  source.frequency.setValueAtTime(frequency, at);
  source.frequency.exponentialRampToValueAtTime(to, at + lasts);
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  source.connect(volume).connect(speaker(line));
  source.start(at);
  source.stop(at + lasts);
}

function noise(lasts: number, loud: number, from: number, to: number) {
  const line = audio();
  if (!line) return;
  const buffer = line.createBuffer(1, Math.ceil(line.sampleRate * lasts), line.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; ++i) samples[i] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(line, { buffer });
  const filter = new BiquadFilterNode(line, { type: "lowpass", frequency: from });
  const volume = new GainNode(line, { gain: loud });
  filter.frequency.exponentialRampToValueAtTime(to, line.currentTime + lasts);
  volume.gain.exponentialRampToValueAtTime(0.001, line.currentTime + lasts);
  source.connect(filter).connect(volume).connect(speaker(line));
  source.start();
}

// A thump in the chest, while it isn't known how it ends.
function heartbeat(after: number) {
  tone(70, after, 0.14, "sine", 0.5, 40);
  tone(60, after + 0.18, 0.16, "sine", 0.35, 36);
}

function blast() {
  noise(1.4, 0.6, 2400, 50);
  tone(110, 0, 1.1, "sine", 0.6, 28);
  tone(55, 0.05, 0.5, "sawtooth", 0.12, 30);
}

const sounds: Partial<Record<Event["kind"], () => void>> = {
  drew: () => noise(0.14, 0.1, 5000, 900),
  drew_kitten: () => { tone(880, 0, 0.45, "sawtooth", 0.1, 110); heartbeat(0.55); heartbeat(1.15); },
  defused: () => { noise(0.2, 0.1, 6000, 2000); [523, 659, 784, 1047].forEach((f, i) => tone(f, 0.1 + i * 0.09, 0.22)); },
  died: blast,
  noped: () => { tone(196, 0, 0.32, "square", 0.1, 98); noise(0.08, 0.2, 1200, 300); },
  stole: () => tone(420, 0, 0.18, "sine", 0.12, 840),
  gave: () => tone(520, 0, 0.16, "sine", 0.12, 700),
  shuffled: () => [0, 90, 180].forEach((delay) => setTimeout(() => noise(0.09, 0.08, 3500, 1200), delay)),
  attacked: () => tone(330, 0, 0.25, "sawtooth", 0.08, 160),
  won: () => [523, 659, 784, 1047].forEach((f, i) => tone(f, i * 0.14, 0.35)),
};

// Vibrations of a phone: only for events of its own player.
const shakes: Partial<Record<Event["kind"], number[]>> = {
  drew_kitten: [60, 60, 60, 200, 60, 60, 60], defused: [40], died: [400], turn_started: [40],
};

function shake(kind: Event["kind"]) {
  const pattern = shakes[kind];
  if (pattern && !look.muted && !isStill()) navigator.vibrate?.(pattern);
}

export function soundOf(kind: Event["kind"], own: boolean) {
  if (own) shake(kind);
  if (kind.startsWith("played")) noise(0.07, 0.14, 2500, 700);
  else if (kind === "turn_started" && own) [660, 880].forEach((f, i) => tone(f, i * 0.11, 0.2));
  else sounds[kind]?.();
}

// Two notes that ask for somebody.
export function playTurn() {
  tone(660, 0, 0.18);
  tone(880, 0.2, 0.3);
}
