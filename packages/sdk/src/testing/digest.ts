/** 16 hexadecimal characters that depend on the text alone (FNV-1a, twice). They protect nothing. */
export function digestOf(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const hash = (seed: number) => {
    let state = seed;
    for (const byte of bytes) state = Math.imul(state ^ byte, 0x01000193);
    return (state >>> 0).toString(16).padStart(8, '0');
  };
  return hash(0x811c9dc5) + hash(0x050c5d1f);
}
