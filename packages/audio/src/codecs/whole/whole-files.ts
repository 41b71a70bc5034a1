import type { SourceFormat } from '../formats.ts';
import { flacFiles } from './flac-files.ts';
import { mp3Files } from './mp3-files.ts';
import { oggFiles } from './ogg-files.ts';
import type { Strictness } from './strictness.ts';
import { wavFiles } from './wav-files.ts';

/**
 * The complete files in `bytes`, in order, without what is between them. Services that speak a text in parts often send
 * several files one after another, or a header before each part. A decoder would play only the first, or the headers.
 */
export function wholeFiles(bytes: Uint8Array, format: SourceFormat, strictness: Strictness): Uint8Array[] {
  switch (format) {
    case 'wav':
      return wavFiles(bytes);
    case 'mp3':
      return mp3Files(bytes, strictness);
    case 'flac':
      return flacFiles(bytes, strictness);
    case 'ogg':
    case 'opus':
      return oggFiles(bytes, format, strictness);
  }
}
