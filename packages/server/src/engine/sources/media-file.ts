import type { MediaUse } from '@voiceloom/audio';
import { AudioError, packedContainer } from '@voiceloom/audio';
import type { EngineApp } from '../engine-app.ts';
import { ScriptProblem } from './script-lines.ts';

interface MediaFile {
  bytes: Uint8Array;
  filename: string;
  /** The config field that names the file. */
  field: string;
  use: MediaUse;
  signal: AbortSignal;
}

/** The file itself, or its audio track if only ffmpeg can open it. */
export async function toDecodable(
  { converter }: Pick<EngineApp, 'converter'>,
  { bytes, filename, field, use, signal }: MediaFile,
): Promise<Uint8Array> {
  const container = packedContainer(bytes);
  if (!container) return bytes;
  const kind = container === 'mp4' ? 'an MP4 file (m4a, mp4, mov)' : 'a WebM or Matroska file';
  if (!converter) {
    const message =
      `${filename} is ${kind}. This installation reads wav, mp3, flac, ogg and opus; ` +
      'ffmpeg, which would open it, is not installed.';
    throw new ScriptProblem('audio_unsupported', message, [{ field, message }]);
  }
  try {
    return await converter.unpack(bytes, use, signal);
  } catch (error) {
    if (!(error instanceof AudioError) || error.code === 'crashed') throw error;
    const message = `${filename}: ${error.message}`;
    throw new ScriptProblem(`audio_${error.code}`, message, [{ field, message }]);
  }
}
