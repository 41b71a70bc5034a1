import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { parseCues } from '../../../text/test/support/cues.ts';
import { streamArchive } from '../../src/export/archive.ts';
import type { ExportItem } from '../../src/export/export-line.ts';
import type { ExportInput } from '../../src/export/files.ts';
import { unzip } from '../support/unzip.ts';
import { sampleItem, sampleItems, sampleRun } from './sample-lines.ts';

const options = {
  file_pattern: '{locale}/{character}/{line_id}.{ext}',
  manifest: true,
  subtitles: ['srt', 'vtt'] as const,
  report: true,
};

function archiveOf(items: ExportInput['items'], change: Partial<ExportInput> = {}): Readable {
  return streamArchive({ run: sampleRun, items, options, ...change });
}

type ManifestLine = {
  line_id: string;
  locale: string;
  file: string | null;
  status: string;
  duration_ms: number;
};

async function unpackSample(count: number) {
  const files = await unzip(await buffer(archiveOf(sampleItems(count))));
  const manifest = JSON.parse(String(files.get('manifest.json'))) as {
    lines: ManifestLine[];
    totals: Record<string, number>;
  };
  return { files, manifest };
}

describe('the archive', () => {
  test('every delivered line is a file with its own bytes, and there are no other files', async () => {
    const { files, manifest } = await unpackSample(60);
    const audio = [...files.keys()].filter((name) => name.endsWith('.wav'));
    expect(manifest.lines.flatMap((line) => line.file ?? []).sort()).toEqual(audio.sort());
    expect(manifest.lines).toHaveLength(60);
    for (const [index, line] of manifest.lines.entries()) {
      expect(line.file === null).toBe(line.status !== 'delivered');
      if (line.file) expect(String(files.get(line.file))).toBe(`audio ${index}`);
    }
    expect(manifest.totals).toMatchObject({ lines: 60, delivered: audio.length, dropped: 2, failed: 2 });
  });

  test('only the report needs the decisions of the review', async () => {
    const needed: unknown[] = [];
    const items: ExportInput['items'] = (needs) => {
      needed.push(needs?.decisions ?? false);
      return sampleItems(3)();
    };
    await buffer(archiveOf(items));
    // The audio, the two manifests and the report.
    expect(needed).toEqual([false, false, false, true]);
    await buffer(archiveOf(items, { options: { ...options, report: false } }));
    expect(needed.slice(4)).toEqual([false, false, false]);
  });

  test('the csv manifest contains the same as the json manifest', async () => {
    const { files, manifest } = await unpackSample(60);
    const rows = parse(files.get('manifest.csv') ?? '', { columns: true, bom: true }) as Record<
      string,
      string
    >[];
    expect(rows.map((row) => [row.line_id, row.locale, row.file, Number(row.duration_ms)])).toEqual(
      manifest.lines.map((line) => [line.line_id, line.locale, line.file ?? '', line.duration_ms]),
    );
    for (const { status, word_times } of rows)
      expect(word_times).toBe(status === 'delivered' ? 'estimated' : '');
    expect(rows[3]?.verdicts).toContain('noise: exhausted 71/85 (3 clipped samples at 0.42 s)');
  });

  test('subtitles of a locale are its delivered lines in sequence', async () => {
    const { files, manifest } = await unpackSample(60);
    const spoken = manifest.lines.filter((line) => line.locale === 'ja-jp' && line.file !== null);
    for (const ending of ['srt', 'vtt']) {
      const cues = parseCues(String(files.get(`subtitles/ja-jp.${ending}`)));
      expect(cues.map((cue) => cue.end_ms - cue.start_ms)).toEqual(spoken.map((line) => line.duration_ms));
      expect(cues.slice(1).map((cue) => cue.start_ms)).toEqual(cues.slice(0, -1).map((cue) => cue.end_ms));
    }
    expect([...files.keys()].filter((name) => name.startsWith('subtitles/'))).toHaveLength(10);
  });

  test('lines of a script with times keep their own start', async () => {
    const items = sampleItems(3, (item, index) => ({
      ...item,
      locale_code: 'en-us',
      line_index: index,
      start_ms: 60_000 - index * 20_000,
    }));
    const files = await unzip(await buffer(archiveOf(items)));
    const cues = parseCues(String(files.get('subtitles/en-us.srt')));
    expect(cues.map((cue) => cue.start_ms)).toEqual([20_000, 40_000, 60_000]);
  });

  test('malicious ids and patterns stay inside the archive and do not collide with its own files', async () => {
    const ids = ['../../evil', '/abs', 'C:\\x', 'manifest', 'report', 'a', 'A', 'NUL'];
    const items = async function* () {
      for (const [index, line_id] of ids.entries()) yield { ...sampleItem(0), line_id, line_index: index };
    };
    const change = { options: { ...options, file_pattern: '../{line_id}.{ext}' } };
    const names = [...(await unzip(await buffer(archiveOf(items, change)))).keys()];
    expect(names).toHaveLength(ids.length + 5);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(names.every((name) => !/\.\.|^\/|\\|:/.test(name))).toBe(true);
  });

  test('cells that a spreadsheet would execute are text', async () => {
    const evil = ['=1+1', '+1', '-1', '@x', '\tx', '=HYPERLINK("x";"y")', 'fine, "quoted"\nlines'];
    const items = async function* () {
      for (const [index, script] of evil.entries())
        yield { ...sampleItem(0), script, line_id: `l${index}`, lufs: -16 };
    };
    const files = await unzip(await buffer(archiveOf(items)));
    const rows = parse(files.get('manifest.csv') ?? '', { columns: true, bom: true }) as Record<
      string,
      string
    >[];
    expect(rows.map((row) => row.script)).toEqual([...evil.slice(0, 6).map((cell) => `'${cell}`), evil[6]]);
    expect(rows[0]?.lufs).toBe('-16');
  });

  test('cells keep their spaces in programs that trim unquoted cells', async () => {
    const items = async function* () {
      yield { ...sampleItem(0), script: ' Hello ', character_name: 'Ada' };
    };
    const files = await unzip(await buffer(archiveOf(items)));
    const text = String(files.get('manifest.csv'));
    expect(text).toContain(',Ada," Hello ",');
  });

  test('parts that were not requested are not included', async () => {
    const change = { options: { ...options, manifest: false, subtitles: [], report: false } };
    const files = await unzip(await buffer(archiveOf(sampleItems(4), change)));
    expect([...files.keys()].every((name) => name.endsWith('.wav'))).toBe(true);
  });

  test('short audio has its size in its header, and long audio is streamed completely', async () => {
    const long = Buffer.alloc(9 * 1024 * 1024, 'abc');
    const items = sampleItems(2, (item, index) =>
      index === 0
        ? item
        : {
            ...item,
            openAudio: () => Promise.resolve(Readable.from([long.subarray(0, 5e6), long.subarray(5e6)])),
          },
    );
    const files = await unzip(await buffer(archiveOf(items)));
    const hash = (bytes: Buffer | undefined) =>
      createHash('sha256')
        .update(bytes ?? '')
        .digest('hex');
    expect(hash(files.get('de-de/Ada/ch2_0001.wav'))).toBe(hash(long));
  });

  test('the same run always gives the same bytes', async () => {
    const [first, second] = await Promise.all([
      buffer(archiveOf(sampleItems(20))),
      buffer(archiveOf(sampleItems(20))),
    ]);
    expect(first.equals(second)).toBe(true);
  });
});

describe('a broken or aborted archive', () => {
  const failing = (openAudio: ExportItem['openAudio']) =>
    sampleItems(5, (item, index) => (index === 2 ? { ...item, openAudio } : item));

  test('audio that cannot be opened or breaks off fails the archive with its own error', async () => {
    const broken = new Readable({
      read() {
        this.push('half');
        this.destroy(new Error('storage broke off'));
      },
    });
    await expect(buffer(archiveOf(failing(() => Promise.reject(new Error('gone')))))).rejects.toThrow('gone');
    await expect(buffer(archiveOf(failing(() => Promise.resolve(broken))))).rejects.toThrow(
      'storage broke off',
    );
  });

  test('an error of the items in a later pass fails the archive', async () => {
    let pass = 0;
    const items = async function* () {
      pass += 1;
      if (pass === 3) throw new Error('database went away');
      yield sampleItem(0);
    };
    await expect(buffer(archiveOf(items))).rejects.toThrow('database went away');
  });

  test('a reader that disconnects closes the open audio, and no more is opened', async () => {
    const opened: Readable[] = [];
    const endless = () => {
      const audio = new Readable({
        read() {
          this.push(Buffer.alloc(64 * 1024));
        },
      });
      opened.push(audio);
      return Promise.resolve(audio);
    };
    const archive = archiveOf(sampleItems(5, (item) => ({ ...item, openAudio: endless })));
    for await (const chunk of archive) if ((chunk as Buffer).length > 1000) break;
    await expect.poll(() => opened.every((audio) => audio.destroyed)).toBe(true);
    expect(opened).toHaveLength(1);
  });

  test('a destroyed archive ends with the reason', async () => {
    const hanging = new Readable({ read() {} });
    const archive = archiveOf(failing(() => Promise.resolve(hanging)));
    const failed = expect(text(archive)).rejects.toThrow('enough');
    archive.destroy(new Error('enough'));
    await failed;
    await expect.poll(() => hanging.destroyed || archive.destroyed).toBe(true);
  });

  test('an unread archive opens one file ahead and waits', async () => {
    let opened = 0;
    const items = sampleItems(200, (item) => ({
      ...item,
      status: 'delivered',
      openAudio: () => {
        opened += 1;
        return Promise.resolve(Readable.from([Buffer.alloc(200_000)]));
      },
    }));
    const archive = archiveOf(items);
    archive.read(0);
    await expect.poll(() => opened).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(opened).toBe(1);
    archive.resume();
    await expect.poll(() => opened).toBe(200);
  });
});
