import { randomBytes } from 'node:crypto';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/m4a': 'm4a',
  'audio/x-m4a': 'm4a',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};

export interface Form {
  fields: readonly (readonly [name: string, value: string])[];
  audio: Uint8Array;
  content_type: string;
}

/** A form with one file. The file name is constant, because a real name could reveal what the file contains. */
export function multipart({ fields, audio, content_type }: Form) {
  const boundary = `voiceloom-${randomBytes(16).toString('hex')}`;
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const mediaType = content_type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const file = `filename="audio.${EXTENSIONS[mediaType] ?? 'wav'}"`;
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; ${file}\r\ncontent-type: ${mediaType}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(parts.join('') + head),
    audio,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body };
}
