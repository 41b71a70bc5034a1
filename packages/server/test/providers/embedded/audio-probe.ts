/** The samples and the sample rate of a 16-bit mono WAV file. Throws if the header is invalid. */
export function decodeWav(wav: Uint8Array): { pcm: Int16Array; sampleRate: number } {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  const tag = (offset: number) => String.fromCharCode(...wav.subarray(offset, offset + 4));
  const isWav = tag(0) === 'RIFF' && tag(8) === 'WAVE' && tag(36) === 'data';
  const isMono16 = view.getUint16(22, true) === 1 && view.getUint16(34, true) === 16;
  if (!isWav || !isMono16 || view.getUint32(40, true) !== wav.length - 44)
    throw new Error('not a 16-bit mono WAV');
  const pcm = Int16Array.from({ length: (wav.length - 44) / 2 }, (_, index) =>
    view.getInt16(44 + index * 2, true),
  );
  return { pcm, sampleRate: view.getUint32(24, true) };
}

/** Root mean square of full-scale samples, 0 to 1. */
export function rms(pcm: Int16Array): number {
  return Math.sqrt(pcm.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / pcm.length);
}

/** Median fundamental frequency of the voiced frames, by normalized autocorrelation. */
export function medianPitch({ pcm, sampleRate }: { pcm: Int16Array; sampleRate: number }): number {
  const size = 1024;
  const pitches: number[] = [];
  for (let start = 0; start + 2 * size < pcm.length; start += size) {
    const pitch = framePitch(pcm.subarray(start, start + 2 * size), sampleRate);
    if (pitch) pitches.push(pitch);
  }
  pitches.sort((a, b) => a - b);
  return pitches[pitches.length >> 1] ?? 0;
}

function framePitch(frame: Int16Array, sampleRate: number): number | undefined {
  const size = frame.length / 2;
  const head = dot(frame, 0, size);
  if (head / size < 1e6) return undefined;
  let best = { score: 0.8, lag: 0 };
  const first = Math.floor(sampleRate / 600);
  let energy = dot(frame, first, size);
  for (let lag = first; lag < sampleRate / 45; lag += 1) {
    let cross = 0;
    for (let index = 0; index < size; index += 1) cross += frame[index]! * frame[index + lag]!;
    const score = cross / Math.sqrt(head * energy);
    // A longer lag must score clearly better, because multiples of the period score almost as high.
    if (score > best.score + 0.02) best = { score, lag };
    energy += frame[lag + size]! ** 2 - frame[lag]! ** 2;
  }
  return best.lag > 0 ? sampleRate / best.lag : undefined;
}

function dot(frame: Int16Array, from: number, size: number): number {
  let sum = 0;
  for (let index = from; index < from + size; index += 1) sum += frame[index]! ** 2;
  return sum;
}
