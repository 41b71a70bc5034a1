import { mapChannels, type Pcm } from '../pcm.ts';

/** The coefficients of a filter of the second order: of its inputs (`b`) and of its earlier outputs (`a`), and its states. */
type Section = { b0: number; b1: number; b2: number; a1: number; a2: number; s1: number; s2: number };

/** Order 8: 48 dB per octave, as steep as a telephone channel, in four second-order sections. */
const ORDER = 8;

export type Band = { high_pass_hz: number | null; low_pass_hz: number | null };

/**
 * Removes frequencies outside of the band, with Butterworth filters: flat inside, 3 dB down at the corners. A
 * corner above half the sample rate removes nothing.
 */
export function bandLimit(pcm: Pcm, band: Band): Pcm {
  if (createBandFilter(pcm.sampleRate, band) === undefined) return pcm;
  return mapChannels(pcm, (channel) => createBandFilter(pcm.sampleRate, band)?.(channel) ?? channel);
}

/** A filter for one channel, which may come in parts. Undefined if the band has no limits. */
export function createBandFilter(
  sampleRate: number,
  { high_pass_hz, low_pass_hz }: Band,
): ((part: Float32Array) => Float32Array) | undefined {
  const nyquist = sampleRate / 2;
  const sections: Section[] = [];
  if (high_pass_hz !== null && high_pass_hz < nyquist)
    sections.push(...butterworth('high', high_pass_hz, sampleRate));
  if (low_pass_hz !== null && low_pass_hz < nyquist)
    sections.push(...butterworth('low', low_pass_hz, sampleRate));
  if (sections.length === 0) return undefined;
  return (part) => {
    const signal = new Float64Array(part);
    for (const section of sections) runSection(signal, section);
    return new Float32Array(signal);
  };
}

/**
 * The sections of a Butterworth filter by the bilinear transform. `k` is the corner frequency after the transform, `q` the
 * quality factor of the pair of poles of a section.
 */
function butterworth(kind: 'high' | 'low', hz: number, sampleRate: number): Section[] {
  const k = Math.tan((Math.PI * hz) / sampleRate);
  return Array.from({ length: ORDER / 2 }, (_, pair) => {
    const q = 1 / (2 * Math.sin((Math.PI * (2 * pair + 1)) / (2 * ORDER)));
    const a0 = 1 + k / q + k * k;
    const gain = (kind === 'low' ? k * k : 1) / a0;
    return {
      b0: gain,
      b1: (kind === 'low' ? 2 : -2) * gain,
      b2: gain,
      a1: (2 * (k * k - 1)) / a0,
      a2: (1 - k / q + k * k) / a0,
      s1: 0,
      s2: 0,
    };
  });
}

/** Direct form II transposed, in place. The states are locals for speed, because the loop visits every sample. */
function runSection(signal: Float64Array, section: Section): void {
  const { b0, b1, b2, a1, a2 } = section;
  let { s1, s2 } = section;
  for (let index = 0; index < signal.length; index++) {
    const input = signal[index] ?? 0;
    const output = b0 * input + s1;
    s1 = b1 * input - a1 * output + s2;
    s2 = b2 * input - a2 * output;
    signal[index] = output;
  }
  section.s1 = s1;
  section.s2 = s2;
}
