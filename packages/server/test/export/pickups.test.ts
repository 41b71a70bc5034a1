import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { brief, parse } from '../../../text/test/support/script-parse.ts';
import type { ExportLine, ExportRow } from '../../src/export/export-line.ts';
import { writePickupsCsv, writePickupsJson } from '../../src/export/pickups.ts';
import { sampleItem, sampleRun } from './sample-lines.ts';

const { openAudio: _, ...sample } = sampleItem(0);
const sound: ExportLine = { ...sample, status: 'delivered', reason: null, verdicts: [] };

/** Lines without problems, except for `changes`. */
const rowsOf = (changes: Partial<ExportLine>[]) =>
  async function* (): AsyncGenerator<ExportRow> {
    for (const [index, change] of changes.entries()) {
      const line = { ...sound, line_id: `l${index}`, line_index: index, ...change };
      yield { line, file: line.status === 'delivered' ? `${line.line_id}.wav` : null };
    }
  };

async function jsonOf(changes: Partial<ExportLine>[]) {
  return JSON.parse(await textOf(Readable.from(writePickupsJson(sampleRun, rowsOf(changes))))) as {
    run: object;
    lines: { line_id: string; reasons: string[]; details: string[] }[];
  };
}

async function reasonsOf(change: Partial<ExportLine>) {
  const { lines } = await jsonOf([change]);
  return lines[0] ? [lines[0].reasons, lines[0].details] : undefined;
}

const verdict = { kind: 'noise', score: 60, threshold: 85, reason: 'Clipped.' };
const evidence = {
  ...{ metric: 'tail_level', value: -12.345, min: null, max: -30, unit: 'dB' },
  ...{ start_ms: 900, end_ms: 910, passed: false },
};

test('a line without problems is not a pick-up', async () => {
  expect(await reasonsOf({})).toBeUndefined();
  const passed = { ...verdict, status: 'pass' as const, evidence: [{ ...evidence, passed: true }] };
  expect(await reasonsOf({ verdicts: [passed] })).toBeUndefined();
  // Without a provider, there is no score. This is not a reason to record the line again.
  expect(await reasonsOf({ verdicts: [{ ...verdict, score: null, status: 'unscored' }] })).toBeUndefined();
});

test('a line that failed, was dropped, or never passed is a pick-up with a reason', async () => {
  expect(await reasonsOf({ status: 'failed', reason: 'No voice.' })).toEqual([['failed'], ['No voice.']]);
  expect(await reasonsOf({ status: 'dropped', reason: null })).toEqual([
    ['dropped'],
    ['A check rejected every take.'],
  ]);
  expect(await reasonsOf({ verdicts: [{ ...verdict, status: 'exhausted' }] })).toEqual([
    ['exhausted'],
    ['noise: exhausted 60/85 (Clipped.)'],
  ]);
});

test('a line that was unfinished at the end of its run is a pick-up', async () => {
  const reason = 'The run was canceled before the line was finished.';
  expect(await reasonsOf({ status: 'missing', reason })).toEqual([['missing'], [reason]]);
});

test('a measurement within its limits, and word errors within the rate of a passed check, are not suspect', async () => {
  const onLimit = { ...evidence, metric: 'speaking_rate', value: 7.4, min: 3.8, max: 7.4 };
  const words = { ...evidence, value: 1, max: 0, unit: 'words' };
  const passed = { ...verdict, kind: 'error_rate', score: 95, status: 'pass' as const, reason: 'Not heard.' };
  for (const metric of ['missing_words', 'wrong_words', 'extra_words']) {
    const verdicts = [{ ...passed, evidence: [onLimit, { ...words, metric }] }];
    expect(await reasonsOf({ verdicts })).toBeUndefined();
  }
  for (const metric of ['missing_end', 'repeated_words']) {
    expect(await reasonsOf({ verdicts: [{ ...passed, evidence: [{ ...words, metric }] }] })).toEqual([
      ['suspect'],
      [`error_rate: ${metric} 1 words (at most 0)`],
    ]);
  }
});

test('a rejected take delivered without a retry is suspect, and the best of several is exhausted', async () => {
  const refused = { ...verdict, status: 'fail' as const };
  const text = 'noise: fail 60/85 (Clipped.)';
  expect(await reasonsOf({ verdicts: [refused], retry_count: 0 })).toEqual([['suspect'], [text]]);
  expect(await reasonsOf({ verdicts: [refused], retry_count: 1 })).toEqual([['exhausted'], [text]]);
});

test('a line is suspect if a measurement exceeds its limit, even if no check rejected it', async () => {
  const unscored = { ...verdict, score: null, status: 'unscored' as const, evidence: [evidence] };
  const text = 'noise: tail_level -12.35 dB (at most -30)';
  expect(await reasonsOf({ verdicts: [unscored] })).toEqual([['suspect'], [text]]);
  expect(await reasonsOf({ verdicts: [{ ...verdict, status: 'pass', evidence: [evidence] }] })).toEqual([
    ['suspect'],
    [text],
  ]);
  expect(await reasonsOf({ reason: 'It misses its loudness by 2 LU.' })).toEqual([
    ['suspect'],
    ['It misses its loudness by 2 LU.'],
  ]);
});

test('a file longer than the limit of its line is a pick-up with its numbers', async () => {
  const max_duration_ms = 1_200;
  const text = 'The file lasts 1740 ms, 540 ms over its limit of 1200 ms.';
  expect(await reasonsOf({ max_duration_ms, duration_ms: 1_740 })).toEqual([['too_long'], [text]]);
  expect(await reasonsOf({ max_duration_ms, duration_ms: 1_200 })).toBeUndefined();
  expect(await reasonsOf({ max_duration_ms: null, duration_ms: 1_740 })).toBeUndefined();
  const dropped = { max_duration_ms, duration_ms: null, status: 'dropped' as const };
  expect(await reasonsOf(dropped)).toMatchObject([['dropped'], {}]);
});

test('an outlier is a pick-up with its distance', async () => {
  const even = Array.from({ length: 40 }, (_, index) => ({ lufs: -16 + (index % 2) * 0.2 }));
  const { lines } = await jsonOf([...even, { line_id: 'loud', lufs: -9 }]);
  expect(lines).toMatchObject([{ line_id: 'loud', reasons: ['outlier'] }]);
  expect(lines[0]?.details[0]).toMatch(/^loudness -9\.0 beside a mean of -15\.7 \(\d\.\d deviations\)$/);
});

test('the csv can be read as a script of exactly these lines with their properties', async () => {
  const rows = rowsOf([
    { status: 'failed', reason: 'x', script: '=1+1, "quoted"\nin two lines', locale_code: 'de-de' },
    {},
    {
      ...{ status: 'dropped', line_id: '-7', script: "'=kept", locale_code: 'ja-jp', character_name: '@Ada' },
      ...{ max_duration_ms: 1_500, notes: '+ softly' },
    },
    { status: 'failed', line_id: 'en.fr', script: '', locale_code: 'fr-fr', source: '=Who, there?' },
  ]);
  const text = await textOf(Readable.from(writePickupsCsv(rows)));
  expect(text.startsWith('\ufeffline_id,source_line_id,locale,character_name,')).toBe(true);
  expect(text).not.toMatch(/(^|,|\n)[=+@]/);
  expect(brief(text)).toEqual(['l0 de-de =1+1, "quoted"\nin two lines', "-7 ja-jp '=kept"]);
  // A failed translation is not a line of the script. Its source is in the next column.
  expect(text).toMatch(/\r\nen\.fr,,fr-fr,[^\r\n]*,"'=Who, there\?",,failed,/);
  const [, second] = parse(text);
  expect(second).toMatchObject({ character_name: '@Ada', max_duration_ms: 1_500, notes: '+ softly' });
});

test('a run without pick-ups returns an empty list, as csv and as JSON', async () => {
  expect((await textOf(Readable.from(writePickupsCsv(rowsOf([{}]))))).split('\r\n')).toHaveLength(2);
  expect(await jsonOf([{}])).toEqual({ run: sampleRun, lines: [] });
});
