/** The formats that mastering writes: `MASTERING_FORMATS` of the contract. */
export const AUDIO_FORMATS = ['wav', 'mp3', 'ogg', 'flac', 'opus', 'mulaw', 'alaw'] as const;
export type AudioFormat = (typeof AUDIO_FORMATS)[number];

/** The formats that `sniffFormat` detects. G.711 is in a WAV file. */
export type SourceFormat = 'wav' | 'mp3' | 'ogg' | 'flac' | 'opus';

const CONTENT_TYPES: Record<SourceFormat, string> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  opus: 'audio/ogg; codecs=opus',
};

/** The kind of file that a format is written as. */
export function getContainer(format: AudioFormat | SourceFormat): SourceFormat {
  if (format === 'mulaw' || format === 'alaw') return 'wav';
  return format;
}

/** The content type of a file in a format. */
export function getContentType(format: AudioFormat | SourceFormat): string {
  return CONTENT_TYPES[getContainer(format)];
}

/** The file name extension of a stored format, without the dot. */
export function getExtension(format: string): string {
  if (format === 'mulaw' || format === 'alaw') return 'wav';
  return format;
}

/** Whether encoding changes the audio by more than the rounding to 16 bits. */
export function isLossy(format: AudioFormat): boolean {
  return format !== 'wav' && format !== 'flac';
}
