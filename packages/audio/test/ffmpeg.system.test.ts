import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProgram } from '../../server/src/config/find-program.ts';
import { createConverter, decode, durationMs, encodeWav } from '../src/index.ts';
import { mono, speechLike } from './support/signals.ts';

let folder: string;
let program: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voiceloom-ffmpeg-'));
  const found = findProgram('ffmpeg', process.env.PATH ?? '');
  if (found === undefined) throw new Error('There is no ffmpeg: install it (apt-get install ffmpeg).');
  program = found;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['m4a', 'webm', 'mkv', 'mov'])('ffmpeg opens %s', async (format) => {
  const [from, to] = [join(folder, 'in.wav'), join(folder, `out.${format}`)];
  writeFileSync(from, encodeWav(mono(speechLike(2, 48_000), 48_000)));
  execFileSync(program, ['-v', 'error', '-y', '-i', from, to]);
  const converter = createConverter({ program });
  for (const use of ['recording', 'speech'] as const) {
    const unpacked = await converter.unpack(readFileSync(to), use, new AbortController().signal);
    const { pcm } = await decode(unpacked);
    expect(Math.abs(durationMs(pcm) - 2_000)).toBeLessThan(100);
    if (use === 'speech') expect([pcm.sampleRate, pcm.channels.length]).toEqual([16_000, 1]);
  }
});

test.each([
  ['m4a', []],
  ['m4a', ['-movflags', '+faststart']],
  ['m4a', ['-movflags', '+frag_keyframe+empty_moov']],
  ['webm', []],
  ['webm', ['-live', '1']],
  ['mkv', []],
])('a cut %s file is an error, however it was written: %j', async (format, options) => {
  const [from, to] = [join(folder, 'in.wav'), join(folder, `cut.${format}`)];
  writeFileSync(from, encodeWav(mono(speechLike(2, 48_000), 48_000)));
  execFileSync(program, ['-v', 'error', '-y', '-i', from, ...options, to]);
  const bytes = readFileSync(to);
  const unpack = (part: Uint8Array) =>
    createConverter({ program }).unpack(part, 'recording', new AbortController().signal);
  expect((await unpack(bytes)).length).toBeGreaterThan(0);
  for (const share of [0.4, 0.7, 0.95]) {
    const cut = unpack(bytes.subarray(0, Math.floor(bytes.length * share)));
    await expect(cut).rejects.toMatchObject({ name: 'AudioError', code: 'broken' });
  }
});
