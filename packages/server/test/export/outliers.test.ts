import { expect, test } from 'vitest';
import { addToSearch, createOutlierSearch, findOutliers } from '../../src/export/outliers.ts';
import { renderOutliers } from '../../src/export/report/tables.ts';
import { sampleItem } from './sample-lines.ts';

type Change = {
  voice_name?: string;
  lufs?: number | null;
  pitch_median_hz?: number;
  syllables_per_second?: number;
};

/** Lines of one voice that all sound alike, except for the changes of `change`. */
function searchOver(count: number, change: (index: number) => Change = () => ({})) {
  const search = createOutlierSearch();
  for (let index = 0; index < count; index += 1) {
    const { openAudio: _, ...sample } = sampleItem(0);
    const even = { voice_name: 'Ada', lufs: -16 + (index % 3) * 0.1, pitch_median_hz: 120 + (index % 5) };
    const line = { ...sample, ...even, syllables_per_second: 5 + (index % 4) * 0.1, line_id: `l${index}` };
    addToSearch(search, { line: { ...line, ...change(index) }, file: `l${index}.wav` });
  }
  return findOutliers(search);
}

test('lines that sound similar have no outlier', () => {
  expect(searchOver(200)).toEqual([]);
});

test('a line that is slow, loud or high is found by its number, the largest deviation first', () => {
  const found = searchOver(100, (index) => {
    if (index === 7) return { syllables_per_second: 3 };
    if (index === 40) return { lufs: -12 };
    return index === 99 ? { pitch_median_hz: 170 } : {};
  });
  expect(found.map(({ line_id, measure }) => `${line_id} ${measure}`).toSorted()).toEqual([
    'l40 loudness',
    'l7 rate',
    'l99 pitch',
  ]);
  const zs = found.map(({ z }) => Math.abs(z));
  expect(zs).toEqual(zs.toSorted((a, b) => b - a));
  expect(found.find(({ measure }) => measure === 'rate')).toMatchObject({ value: 3, z: expect.any(Number) });
});

test('mean and deviation match a manual calculation', () => {
  const values = [1, 1, 1, 1, 1, 1, 1, 1, 1, 11];
  const [only] = searchOver(10, (index) => ({ lufs: values[index] ?? 0 })).filter(
    ({ measure }) => measure === 'loudness',
  );
  // Mean 2. The standard deviation of a sample of ten is the root of 90 / 9.
  expect(only?.mean).toBeCloseTo(2, 9);
  expect(only?.z).toBeCloseTo(9 / Math.sqrt(10), 9);
});

test('an inaudible difference and too few lines report no outlier', () => {
  expect(searchOver(100, (index) => (index === 3 ? { lufs: -15.4 } : {}))).toEqual([]);
  expect(searchOver(9, (index) => (index === 3 ? { lufs: -6 } : {}))).toEqual([]);
});

test('voices are compared only with themselves', () => {
  const found = searchOver(100, (index) =>
    index % 2 === 0 ? { voice_name: 'Ada' } : { voice_name: 'Bell', pitch_median_hz: 90 + (index % 5) },
  );
  expect(found).toEqual([]);
});

test('the section of the report escapes its texts and is omitted without outliers', () => {
  expect(renderOutliers([])).toBe('');
  const outlier = {
    measure: 'loudness',
    voice: '<b>',
    locale: 'en-us',
    line_id: '<i>',
    value: -9,
    mean: -16,
    z: 4,
  } as const;
  const html = renderOutliers([outlier]);
  expect(html).toContain('&lt;i&gt;');
  expect(html).not.toContain('<i>');
  expect(html).toContain('+4');
});
