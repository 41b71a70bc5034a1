// SPDX-License-Identifier: GPL-3.0-or-later

const HEADER_BYTES = 44;

/** Wraps 16-bit mono samples in a WAV container. */
export function encodeWav(pcm: Int16Array, sampleRate: number): Uint8Array {
  const wav = new Uint8Array(HEADER_BYTES + pcm.length * 2);
  const view = new DataView(wav.buffer);
  const writeText = (offset: number, text: string): void => {
    wav.set(new TextEncoder().encode(text), offset);
  };
  writeText(0, 'RIFF');
  view.setUint32(4, wav.length - 8, true);
  writeText(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  // PCM, one channel, 16 bits.
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  writeText(36, 'data');
  view.setUint32(40, pcm.length * 2, true);
  for (const [index, sample] of pcm.entries()) view.setInt16(HEADER_BYTES + index * 2, sample, true);
  return wav;
}

/** All samples in one array. */
export function concatPcm(chunks: readonly Int16Array[]): Int16Array {
  const samples = new Int16Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    samples.set(chunk, offset);
    offset += chunk.length;
  }
  return samples;
}

/** Fades out the end in place, so that audio that ends at a high level does not click. */
export function fadeOut(pcm: Int16Array, samples: number): void {
  const start = Math.max(0, pcm.length - samples);
  for (let index = start; index < pcm.length; index += 1) {
    pcm[index] = Math.round(((pcm[index] ?? 0) * (pcm.length - 1 - index)) / samples);
  }
}
