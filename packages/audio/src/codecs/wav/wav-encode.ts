import { type Pcm, sampleCount } from '../../pcm.ts';

export type WavOptions = { encoding?: 'int16' | 'float32'; dither?: boolean };

const HEADER_BYTES = 44;

export function encodeWav(pcm: Pcm, options: WavOptions = {}): Uint8Array {
  const encoding = options.encoding ?? 'int16';
  const sampleBytes = encoding === 'int16' ? 2 : 4;
  const frames = sampleCount(pcm);
  const dataBytes = frames * pcm.channels.length * sampleBytes;
  const bytes = new Uint8Array(HEADER_BYTES + dataBytes);
  const view = new DataView(bytes.buffer);
  writeHeader(view, { pcm, sampleBytes, dataBytes });
  const noise = options.dither ? triangularNoise() : () => 0;
  let at = HEADER_BYTES;
  for (let i = 0; i < frames; i++) {
    for (const channel of pcm.channels) {
      const value = channel[i] ?? 0;
      if (encoding === 'float32') view.setFloat32(at, value, true);
      else view.setInt16(at, toInt16(value, noise()), true);
      at += sampleBytes;
    }
  }
  return bytes;
}

/** The same scale as the decoder, so that 16-bit audio passes through unchanged. */
export function toInt16(value: number, noise = 0): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768 + noise)));
}

type HeaderFacts = { pcm: Pcm; sampleBytes: number; dataBytes: number };

function writeHeader(view: DataView, { pcm, sampleBytes, dataBytes }: HeaderFacts): void {
  const blockAlign = pcm.channels.length * sampleBytes;
  writeText(view, 0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  writeText(view, 8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, sampleBytes === 2 ? 1 : 3, true);
  view.setUint16(22, pcm.channels.length, true);
  view.setUint32(24, pcm.sampleRate, true);
  view.setUint32(28, pcm.sampleRate * blockAlign, true);
  view.setUint16(32, blockAlign, true);
  view.setUint16(34, sampleBytes * 8, true);
  writeText(view, 36, 'data');
  view.setUint32(40, dataBytes, true);
}

export function writeText(view: DataView, at: number, text: string): void {
  for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i));
}

/** Two uniform draws make a triangle of +-1 step. Seeded, so that equal audio gives equal bytes. */
function triangularNoise(): () => number {
  let state = 0x2545_f491;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
  return () => uniform() - uniform();
}
