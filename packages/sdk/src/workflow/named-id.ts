import { uuidOf } from '../transport/bytes.ts';

/** A word of 32 bits, rotated to the left. */
const rotateLeft = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** The constant and the function of each round of 20 words. The letters are those of the standard. */
const ROUNDS = [
  { add: 0x5a827999, mix: (b: number, c: number, d: number) => (b & c) | (~b & d) },
  { add: 0x6ed9eba1, mix: (b: number, c: number, d: number) => b ^ c ^ d },
  { add: 0x8f1bbcdc, mix: (b: number, c: number, d: number) => (b & c) | (b & d) | (c & d) },
  { add: 0xca62c1d6, mix: (b: number, c: number, d: number) => b ^ c ^ d },
];

/** SHA-1 (FIPS 180-4), not used for security. Web Crypto's version is asynchronous. */
function sha1(bytes: Uint8Array): Uint8Array {
  // The padded message, in blocks of 64 bytes.
  const size = Math.ceil((bytes.length + 9) / 64) * 64;
  const message = new Uint8Array(size);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setUint32(size - 4, bytes.length * 8);
  const sums = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  const words = new Uint32Array(80);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(block + at * 4);
    for (let at = 16; at < 80; at += 1) {
      const wordBefore = (distance: number) => words[at - distance] ?? 0;
      words[at] = rotateLeft(wordBefore(3) ^ wordBefore(8) ^ wordBefore(14) ^ wordBefore(16), 1);
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = sums;
    for (const [at, word] of words.entries()) {
      const { add = 0, mix } = ROUNDS[Math.floor(at / 20)] ?? {};
      const next = (rotateLeft(a, 5) + (mix?.(b, c, d) ?? 0) + e + add + word) | 0;
      [a, b, c, d, e] = [next, a, rotateLeft(b, 30), c, d];
    }
    [a, b, c, d, e].forEach((sum, at) => {
      sums[at] = ((sums[at] ?? 0) + sum) | 0;
    });
  }
  const digest = new DataView(new ArrayBuffer(20));
  sums.forEach((sum, at) => {
    digest.setInt32(at * 4, sum);
  });
  return new Uint8Array(digest.buffer);
}

/** A UUID of version 5 (RFC 9562): the same for the same name in the same namespace, everywhere. */
export function namedId(name: string, namespace: string): string {
  const hexPairs = namespace.replaceAll('-', '').match(/../g) ?? [];
  const namespaceBytes = hexPairs.map((pair) => Number.parseInt(pair, 16));
  const bytes = [...namespaceBytes, ...new TextEncoder().encode(name)];
  return uuidOf(sha1(Uint8Array.from(bytes)), 5);
}
