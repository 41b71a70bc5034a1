import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProgram } from '../../server/src/config/find-program.ts';
import { checkWholeMedia } from '../src/codecs/whole/media-files.ts';
import { createConverter, decode, durationMs, encodeWav, sniffConverterInput } from '../src/index.ts';
import { mono, speechLike } from './support/signals.ts';

const never = new AbortController().signal;
const BYTES = new TextEncoder().encode('\0\0\0\x20ftypM4A and whatever follows');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voiceloom-ffmpeg-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A replacement for ffmpeg that runs `script`. The last argument of `script` is the output file. */
function standIn(name: string, script: string): string {
  const file = join(folder, name);
  const source = `#!${process.execPath}\nconst fs = require('node:fs'); const args = process.argv.slice(2); const to = args.at(-1); const from = args[args.indexOf('-i') + 1];\n${script}\n`;
  writeFileSync(file, source);
  chmodSync(file, 0o755);
  return file;
}

test('a program is found on the search path only where it is executable', () => {
  writeFileSync(join(folder, 'not-a-program'), '');
  standIn('a-program', '');
  expect(findProgram('a-program', `/no/such/folder:relative:${folder}`)).toBe(join(folder, 'a-program'));
  expect(findProgram('not-a-program', folder)).toBeUndefined();
  expect(findProgram('a-program', '')).toBeUndefined();
});

test.each([
  ['\0\0\0\x18ftypM4A ', 'mp4'],
  ['\x1aE\xdf\xa3\x01', 'webm'],
  ['RIFF1234WAVE', undefined],
  ['', undefined],
])('%j is unpacked as %s', (start, container) => {
  expect(sniffConverterInput(Buffer.from(start, 'latin1'))).toBe(container);
});

describe('a program that replaces ffmpeg', () => {
  test('receives the file, may open only files, gets no environment, and its output is decoded', async () => {
    const wav = Buffer.from(encodeWav(mono(speechLike(1, 16_000), 16_000))).toString('base64');
    const program = standIn(
      'good',
      `if (Object.keys(process.env).some((name) => /PATH|SECRET/.test(name))) process.exit(3);
       const i = args.indexOf('-protocol_whitelist'); if (args[i + 1] !== 'file' || !args.includes('-format_whitelist')) process.exit(4);
       if (!fs.readFileSync(from, 'latin1').includes('ftypM4A')) process.exit(5);
       fs.writeFileSync('${join(folder, 'seen')}', from);
       fs.writeFileSync(to, Buffer.from('${wav}', 'base64'));`,
    );
    const { pcm } = await decode(await createConverter({ program }).unpack(BYTES, 'recording', never));
    expect(durationMs(pcm)).toBe(1_000);
    // No file remains.
    expect(existsSync(dirname(readFileSync(join(folder, 'seen'), 'utf8')))).toBe(false);
  });

  test('that rejects the file is quoted without the path of the file', async () => {
    const program = standIn('refuses', `console.error(from + ': Invalid data found'); process.exit(1);`);
    const failed = createConverter({ program }).unpack(BYTES, 'speech', never);
    await expect(failed).rejects.toMatchObject({
      code: 'broken',
      message: 'The file could not be decoded: the file: Invalid data found',
    });
  });

  test('that writes nothing means that the file contains no audio', async () => {
    const program = standIn('nothing', '');
    await expect(createConverter({ program }).unpack(BYTES, 'recording', never)).rejects.toMatchObject({
      message: 'The file contains no audio.',
    });
  });

  test('that hangs is killed at its deadline or on abort', async () => {
    const program = standIn('hangs', 'setInterval(() => undefined, 1000);');
    const late = createConverter({ program, timeout_ms: 50 }).unpack(BYTES, 'recording', never);
    await expect(late).rejects.toMatchObject({ code: 'timeout' });
    const controller = new AbortController();
    const called = createConverter({ program }).unpack(BYTES, 'recording', controller.signal);
    controller.abort(new Error('enough'));
    await expect(called).rejects.toThrow('enough');
  });
});

/** A box of MP4: its length, its name, and as many zeros as `size`. */
function box(name: string, size: number, declared = size): Buffer {
  const bytes = Buffer.alloc(8 + size);
  bytes.writeUInt32BE(8 + declared, 0);
  bytes.write(name, 4, 'latin1');
  return bytes;
}

/** A box of MP4 with its length in 64 bits. */
function longBox(size: number, declared = size): Buffer {
  const bytes = Buffer.alloc(16 + size);
  bytes.writeUInt32BE(1, 0);
  bytes.write('mdat', 4, 'latin1');
  bytes.writeBigUInt64BE(BigInt(16 + declared), 8);
  return bytes;
}

/** An element of WebM: its ID, its length in one byte, and as many zeros as `size`. */
const element = (id: string, size: number, declared = size): Buffer =>
  Buffer.concat([Buffer.from(id, 'hex'), Buffer.of(0x80 | declared), Buffer.alloc(size)]);

const EBML = element('1a45dfa3', 4);
const MASTER_WITHOUT_LENGTH = { segment: '18538067ff', cluster: '1f43b675ff' };
const LIVE = Buffer.concat([
  EBML,
  ...Object.values(MASTER_WITHOUT_LENGTH).map((id) => Buffer.from(id, 'hex')),
  element('a3', 20),
]);

test.each<[string, Buffer, boolean]>([
  ['an MP4 file', Buffer.concat([box('ftyp', 4), box('moov', 20), box('mdat', 50)]), true],
  ['an MP4 file whose last box goes to the end', Buffer.concat([box('ftyp', 4), box('mdat', 9, -8)]), true],
  ['an MP4 file that is cut in its audio', Buffer.concat([box('ftyp', 4), box('mdat', 20, 50)]), false],
  [
    'an MP4 file that is cut in a longer header',
    Buffer.concat([box('ftyp', 4), longBox(30).subarray(0, 12)]),
    false,
  ],
  [
    'an MP4 file with one byte after its boxes',
    Buffer.concat([box('ftyp', 4), box('mdat', 20), Buffer.of(0)]),
    true,
  ],
  [
    'an MP4 file with a line break after its boxes',
    Buffer.concat([box('ftyp', 4), box('mdat', 20), Buffer.from('\r\n')]),
    true,
  ],
  [
    'an MP4 file with 7 bytes after its boxes',
    Buffer.concat([box('ftyp', 4), box('mdat', 20), Buffer.alloc(7, 255)]),
    true,
  ],
  ['an MP4 file with a longer length', Buffer.concat([box('ftyp', 4), longBox(30)]), true],
  [
    'an MP4 file that is cut in a box with a longer length',
    Buffer.concat([box('ftyp', 4), longBox(30, 31)]),
    false,
  ],
  ...[0, 1, 8, 15].map((length): [string, Buffer, boolean] => [
    `an MP4 file with a longer length of ${length}`,
    Buffer.concat([box('ftyp', 4), longBox(30, length - 16)]),
    true,
  ]),
  ['a WebM file', Buffer.concat([EBML, element('18538067', 30)]), true],
  ['a WebM file that is cut', Buffer.concat([EBML, element('18538067', 30, 60)]), false],
  ['a recorded WebM file without lengths', LIVE, true],
  ['a recorded WebM file that is cut in a block', LIVE.subarray(0, -3), false],
])('%s is complete: %#', (_, bytes, isWhole) => {
  if (isWhole) checkWholeMedia(bytes);
  else expect(() => checkWholeMedia(bytes)).toThrow(/cut short/);
});
