/** G.711 codes of 16-bit samples. Both laws are logarithmic: eight segments of sixteen steps on each side of zero. */

const MU_BIAS = 0x84;
const MU_CLIP = 32_767 - MU_BIAS;

/** The mu-law code of a sample from -32,768 to 32,767. */
export function toMuLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), MU_CLIP) + MU_BIAS;
  // The bias puts the leading bit of every magnitude between 7 and 14.
  const segment = 24 - Math.clz32(magnitude);
  const step = (magnitude >> (segment + 3)) & 0x0f;
  return ~(sign | (segment << 4) | step) & 0xff;
}

/** The A-law code of a sample from -32,768 to 32,767. */
export function toALaw(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80;
  // Twelve bits of magnitude; below zero the steps mirror those above it.
  const magnitude = (sample < 0 ? ~sample : sample) >> 4;
  // The two lowest segments have the same steps, so that their code is the magnitude itself.
  const shift = Math.max(0, 27 - Math.clz32(magnitude));
  const code = shift === 0 ? magnitude : ((shift + 1) << 4) | ((magnitude >> shift) & 0x0f);
  return (sign | code) ^ 0x55;
}
