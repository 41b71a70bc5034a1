import { bytesToPlace, bytesToReserve, withKernelMemory } from '../../kernel.ts';
import type { Pcm } from '../../pcm.ts';

const PCM = 1;
const PCM_HEADER_BYTES = 44;
/** Formats other than PCM have a longer format chunk, and a chunk that contains the number of samples. */
const LONG_HEADER_BYTES = 58;

/** A 16-bit file, on the same scale as the decoder, so that 16-bit audio passes through unchanged. */
export function encodeWav({ channels, sampleRate }: Pcm): Uint8Array {
  const frames = channels[0]?.length ?? 0;
  const format = { tag: PCM, channels: channels.length, sampleRate, sampleBytes: 2 };
  const { bytes, dataAt } = createWav(format, frames);
  const size = 2 * channels.length * frames;
  const step = 2 * channels.length;
  // The kernel writes four samples of a channel at a time.
  const room = channels.reduce(
    (sum, channel) => sum + bytesToPlace(channel),
    bytesToReserve(size + 4 * step),
  );
  withKernelMemory(room, ({ floats, place, toInt16: write, memory }) => {
    const output = place(floats(Math.ceil(size / 4) + step));
    for (const [index, channel] of channels.entries())
      write(place(channel), frames, output + 2 * index, step);
    bytes.set(new Uint8Array(memory.buffer, output, size), dataAt);
  });
  return bytes;
}

/** A sample from -1 to 1 as an integer of 16 bits. */
export function toInt16(value: number): number {
  const sample = Math.floor(value * 32_768 + 0.5);
  if (sample > 32_767) return 32_767;
  if (sample < -32_768) return -32_768;
  return sample;
}

type WavFormat = { tag: number; channels: number; sampleRate: number; sampleBytes: number };

/** A file with its header, and room for the samples from `dataAt` on. */
export function createWav(format: WavFormat, frames: number) {
  const header = createWavHeader(format, frames);
  const dataAt = header.length;
  const dataBytes = frames * format.channels * format.sampleBytes;
  // Chunks have an even length.
  const bytes = new Uint8Array(dataAt + dataBytes + (dataBytes % 2));
  bytes.set(header);
  return { bytes, view: new DataView(bytes.buffer), dataAt };
}

/** The bytes before the samples. */
export function createWavHeader(format: WavFormat, frames: number): Uint8Array {
  const { tag, channels, sampleRate, sampleBytes } = format;
  const dataAt = tag === PCM ? PCM_HEADER_BYTES : LONG_HEADER_BYTES;
  const blockAlign = channels * sampleBytes;
  const dataBytes = frames * blockAlign;
  const bytes = new Uint8Array(dataAt);
  const view = new DataView(bytes.buffer);
  writeText(bytes, 0, 'RIFF');
  view.setUint32(4, dataAt + dataBytes + (dataBytes % 2) - 8, true);
  writeText(bytes, 8, 'WAVEfmt ');
  view.setUint32(16, tag === PCM ? 16 : 18, true);
  view.setUint16(20, tag, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * blockAlign, true);
  view.setUint16(32, blockAlign, true);
  view.setUint16(34, sampleBytes * 8, true);
  if (tag !== PCM) {
    writeText(bytes, 38, 'fact');
    view.setUint32(42, 4, true);
    view.setUint32(46, frames, true);
  }
  writeText(bytes, dataAt - 8, 'data');
  view.setUint32(dataAt - 4, dataBytes, true);
  return bytes;
}

/** Writes a text of ASCII characters at a position. */
export function writeText(bytes: Uint8Array, offset: number, text: string): void {
  bytes.set(Buffer.from(text, 'latin1'), offset);
}
