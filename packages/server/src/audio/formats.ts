export const AUDIO_FORMATS = ['wav', 'mp3', 'ogg', 'flac'] as const;
export type AudioFormat = (typeof AUDIO_FORMATS)[number];

/** What bytes can turn out to be; opus is read, not written. */
export type SourceFormat = AudioFormat | 'opus';

const CONTENT_TYPES: Record<SourceFormat, string> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  opus: 'audio/ogg; codecs=opus',
};

export function contentTypeOf(format: SourceFormat): string {
  return CONTENT_TYPES[format];
}

export function isLossy(format: AudioFormat): boolean {
  return format === 'mp3' || format === 'ogg';
}
