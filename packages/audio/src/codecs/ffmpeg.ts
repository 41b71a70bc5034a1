import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AudioError } from '../audio-error.ts';
import { checkWholeMedia } from './whole/media-files.ts';

/** Converts files that the decoders cannot read: m4a, webm and video. */
export interface Converter {
  /** The first audio track, in a format for the decoders. Every file error is an AudioError. */
  unpack(bytes: Uint8Array, use: MediaUse, signal: AbortSignal): Promise<Uint8Array>;
}

/** `recording`: same rate and channels, at most half an hour. `speech`: 16 kHz mono, at most two hours. */
export type MediaUse = 'recording' | 'speech';

interface ConverterOptions {
  /** The path of the program. */
  program: string;
  timeout_ms?: number;
}

const TIMEOUT_MS = 300_000;
/** Half an hour of stereo at 48 kHz. */
const MAX_BYTES = 400 * 1_048_576;
/** Slightly above the limits, so that files that are too long can be detected. */
const OUTPUT: Readonly<Record<MediaUse, { name: string; args: string[] }>> = {
  recording: { name: 'out.wav', args: ['-t', '1900', '-c:a', 'pcm_s16le'] },
  speech: { name: 'out.flac', args: ['-t', '7300', '-ac', '1', '-ar', '16000', '-c:a', 'flac'] },
};
/** Only containers without references: playlists and scripts could name other files and URLs. */
const DEMUXERS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm';
const MAX_MESSAGE_LENGTH = 200;

/** Uses a temporary folder, because the index of an mp4 may be at its end. */
export function createConverter(options: ConverterOptions): Converter {
  const { program, timeout_ms = TIMEOUT_MS } = options;
  return {
    async unpack(bytes, use, signal) {
      checkWholeMedia(bytes);
      const folder = await mkdtemp(join(tmpdir(), 'voiceloom-media-'));
      try {
        const { name, args } = OUTPUT[use];
        const [inputPath, outputPath] = [join(folder, 'in'), join(folder, name)];
        await writeFile(inputPath, bytes);
        const input = ['-protocol_whitelist', 'file', '-format_whitelist', DEMUXERS, '-i', inputPath];
        const output = ['-map', '0:a:0', '-vn', '-sn', '-dn', ...args, '-fs', String(MAX_BYTES), outputPath];
        const deadline = AbortSignal.timeout(timeout_ms);
        const { code, errorText } = await run(
          program,
          ['-nostdin', '-hide_banner', '-v', 'error', ...input, ...output],
          AbortSignal.any([deadline, signal]),
        );
        signal.throwIfAborted();
        if (deadline.aborted) throw new AudioError('timeout', 'Decoding the file took too long.');
        if (code !== 0) {
          const text = errorText.replaceAll(inputPath, 'the file').replace(/\s+/g, ' ').trim();
          const reason = text.slice(0, MAX_MESSAGE_LENGTH) || `ended with ${code}`;
          throw new AudioError('broken', `The file could not be decoded: ${reason}`);
        }
        const { size } = await stat(outputPath).catch(() => ({ size: 0 }));
        if (size === 0) throw new AudioError('broken', 'The file contains no audio.');
        if (size >= MAX_BYTES) throw new AudioError('too_long', 'The audio of the file is too long.');
        return await readFile(outputPath);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Resolves when the process has ended, even if it was killed. */
function run(
  program: string,
  args: string[],
  stop: AbortSignal,
): Promise<{ code: number | null; errorText: string }> {
  return new Promise((resolve, reject) => {
    // It processes untrusted bytes, so it gets no secrets.
    const child = spawn(program, args, { env: {}, stdio: ['ignore', 'ignore', 'pipe'] });
    const kill = () => void child.kill('SIGKILL');
    let errorText = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errorText = `${errorText}${text}`.slice(-4_096);
    });
    stop.addEventListener('abort', kill, { once: true });
    if (stop.aborted) kill();
    child.once('error', (error) =>
      reject(new AudioError('crashed', 'ffmpeg did not start.', { cause: error })),
    );
    child.once('close', (code) => {
      stop.removeEventListener('abort', kill);
      resolve({ code, errorText });
    });
  });
}
