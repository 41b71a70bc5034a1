import { convertChannels, type Pcm } from '../pcm.ts';
import { encodeFlac } from './encode-flac.ts';
import type { AudioFormat } from './formats.ts';
import { encodeG711 } from './g711.ts';
import { encodeMp3 } from './mp3/encode-mp3.ts';
import { encodeOgg } from './ogg/encode-ogg.ts';
import { encodeOpus } from './ogg/encode-opus.ts';
import { encodeWav } from './wav/wav-encode.ts';

export type EncodeSettings = { format: AudioFormat; bitrate_kbps: number | null };

/** Bytes of a complete file. More than two channels are mixed down to two. */
export async function encode(pcm: Pcm, { format, bitrate_kbps }: EncodeSettings): Promise<Uint8Array> {
  const source = pcm.channels.length > 2 ? convertChannels(pcm, 2) : pcm;
  switch (format) {
    case 'wav':
      return encodeWav(source);
    case 'mp3':
      return await encodeMp3(source, bitrate_kbps);
    case 'ogg':
      return await encodeOgg(source, bitrate_kbps);
    case 'opus':
      return await encodeOpus(source, bitrate_kbps);
    case 'flac':
      return await encodeFlac(source);
    case 'mulaw':
    case 'alaw':
      return encodeG711(source, format);
  }
}
