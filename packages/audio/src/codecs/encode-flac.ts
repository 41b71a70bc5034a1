import { AudioError } from '../audio-error.ts';
import { type Pcm, sampleCount } from '../pcm.ts';
import { joinBytes, pcmChunks } from './encode-stream.ts';
import { toInt16 } from './wav/wav-encode.ts';

type Flac = ReturnType<typeof import('libflacjs')>;
type StreamInfo = { min_framesize: number; max_framesize: number; md5sum: string };

const BITS = 16;
const COMPRESSION = 5;
/** Offsets of header fields that are known only at the end: the frame sizes and the checksum of the audio. */
const FRAME_SIZES_AT = 12;
const MD5_AT = 26;

let loading: Promise<Flac> | undefined;

/** A FLAC file of 16 bits, with the frame sizes and the checksum in its header. */
export async function encodeFlac(pcm: Pcm): Promise<Uint8Array> {
  loading ??= loadFlac();
  const flac = await loading;
  const encoder = flac.create_libflac_encoder(
    pcm.sampleRate,
    pcm.channels.length,
    BITS,
    COMPRESSION,
    sampleCount(pcm),
    false,
    0,
  );
  if (encoder === 0) throw unsupportedRateError(pcm);
  try {
    const parts: Uint8Array[] = [];
    let info: StreamInfo | undefined;
    const status = flac.init_encoder_stream(
      encoder,
      // Copied immediately, because the encoder owns the buffer.
      (bytes) => void parts.push(bytes.slice()),
      (facts) => {
        if (facts && 'md5sum' in facts) info = facts as StreamInfo;
      },
    );
    // It starts with every number of channels and samples.
    if (status !== 0) throw unsupportedRateError(pcm);
    for (const chunk of pcmChunks(pcm)) {
      if (!flac.FLAC__stream_encoder_process_interleaved(encoder, interleave(chunk), sampleCount(chunk))) {
        throw new AudioError('broken', 'The FLAC encoder stopped.');
      }
    }
    if (!flac.FLAC__stream_encoder_finish(encoder))
      throw new AudioError('broken', 'The FLAC encoder stopped.');
    const bytes = joinBytes(parts);
    if (info) {
      const header = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      header.writeUIntBE(info.min_framesize, FRAME_SIZES_AT, 3);
      header.writeUIntBE(info.max_framesize, FRAME_SIZES_AT + 3, 3);
      header.write(info.md5sum, MD5_AT, 'hex');
    }
    return bytes;
  } finally {
    flac.FLAC__stream_encoder_delete(encoder);
  }
}

const unsupportedRateError = ({ sampleRate }: Pcm): AudioError =>
  new AudioError(
    'unsupported',
    `FLAC does not support a sample rate of ${sampleRate} Hz. Choose another rate.`,
  );

/** The first sample of each channel, then the second ones, and so on. */
function interleave(pcm: Pcm): Int32Array<ArrayBuffer> {
  const channelCount = pcm.channels.length;
  const samples = new Int32Array(sampleCount(pcm) * channelCount);
  pcm.channels.forEach((channel, offset) => {
    for (let index = 0; index < channel.length; index++)
      samples[index * channelCount + offset] = toInt16(channel[index] ?? 0);
  });
  return samples;
}

/** The library treats a global `fetch` as a sign of a browser and then passes it a file path, so this hides it. */
async function loadFlac(): Promise<Flac> {
  const { default: factory } = await import('libflacjs');
  const { fetch } = globalThis;
  Reflect.set(globalThis, 'fetch', undefined);
  try {
    const flac = factory('min.wasm');
    if (!flac.isReady()) await new Promise<void>((resolve) => flac.on('ready', () => resolve()));
    return flac;
  } finally {
    globalThis.fetch = fetch;
  }
}
