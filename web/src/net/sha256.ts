// SHA-256 (FIPS 180-4). Browsers have it built in only on https and localhost, and a table among
// friends is an http address in the local network.
const fraction = (x: number) => Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;

const primes: number[] = [];
for (let n = 2; primes.length < 64; ++n) if (primes.every((p) => n % p !== 0)) primes.push(n);
const roundKeys = primes.map((p) => fraction(Math.cbrt(p)));
const start = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));

const turned = (x: number, by: number) => (x >>> by) | (x << (32 - by));

function padded(bytes: Uint8Array): DataView {
  const size = Math.ceil((bytes.length + 9) / 64) * 64;
  const whole = new Uint8Array(size);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(size - 4, bytes.length << 3);
  return view;
}

function scheduled(block: DataView, at: number): Int32Array {
  const w = new Int32Array(64);
  for (let i = 0; i < 16; ++i) w[i] = block.getInt32(at + 4 * i);
  for (let i = 16; i < 64; ++i) {
    const a = w[i - 15]!;
    const b = w[i - 2]!;
    const low = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const high = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    w[i] = w[i - 16]! + low + w[i - 7]! + high;
  }
  return w;
}

export function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = padded(bytes);
  const hash = Int32Array.from(start);
  for (let at = 0; at < blocks.byteLength; at += 64) {
    const w = scheduled(blocks, at);
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; ++i) {
      const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + high + ((e & f) ^ (~e & g)) + roundKeys[i]! + w[i]!) | 0;
      const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (hash[i] = hash[i]! + x));
  }
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => digest.setInt32(4 * i, word));
  return new Uint8Array(digest.buffer);
}
