import { AudioError } from '../audio-error.ts';
import type { SourceFormat } from './formats.ts';
import { findMp3Header } from './mp3/mp3-header.ts';
import { isWav } from './wav/wav.ts';

/** Detects the format only by the bytes, because names and content types of uploads and providers are often wrong. */
export function sniffFormat(bytes: Uint8Array): SourceFormat {
  if (bytes.length === 0) throw new AudioError('broken', 'The audio file is empty.');
  if (isWav(bytes)) return 'wav';
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  if (start.startsWith('fLaC')) return 'flac';
  if (start.startsWith('OggS')) {
    if (start.includes('OpusHead')) return 'opus';
    if (start.includes('\x01vorbis')) return 'ogg';
    throw new AudioError('unsupported', 'The Ogg file contains neither Vorbis nor Opus audio.');
  }
  if (findMp3Header(bytes)) return 'mp3';
  throw new AudioError(
    'unsupported',
    `The file is ${describeFile(start)}, not wav, mp3, ogg, opus or flac audio.`,
  );
}

/** The container if only a converter can open the file; undefined if the decoders can. */
export function sniffConverterInput(bytes: Uint8Array): 'mp4' | 'webm' | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (isMp4(start)) return 'mp4';
  if (isWebm(start)) return 'webm';
  return undefined;
}

const isMp4 = (start: string): boolean => start.slice(4, 8) === 'ftyp';
const isWebm = (start: string): boolean => start.startsWith('\x1aE\xdf\xa3');

/** What a file without a supported format is, to complete “The file is …”. */
function describeFile(start: string): string {
  if (/^\s*[{[]/.test(start)) return 'JSON';
  if (/^\s*</.test(start)) return 'a web page or XML';
  if (isMp4(start)) return 'an MP4 file (m4a, mp4)';
  if (isWebm(start)) return 'a WebM or Matroska file';
  if (start.startsWith('FORM')) return 'an AIFF file';
  if (start.startsWith('ID3')) return 'a tag without audio, or a damaged mp3,';
  return 'of an unknown kind';
}
