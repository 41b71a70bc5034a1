import { expect, test } from 'vitest';
import { renderSkippedVoices } from '../../src/export/report/tables.ts';

const row = { locale_code: 'de-de', named_voice: 'Ann', voice_name: 'Jan <b>', lines: 1_200 };

test('the report names selected voices that did not speak, and their replacements', () => {
  const html = renderSkippedVoices([
    { ...row, character_name: 'Ada' },
    { ...row, character_name: null },
  ]);
  const rows = [...html.matchAll(/<tr>(?:<td[^>]*><span[^>]*>([^<]*)<\/span><\/td>)+<\/tr>/g)].map(
    ([found]) => found.replace(/<\/td>/g, '|').replace(/<[^>]*>/g, ''),
  );
  expect(rows).toEqual([
    'Ada|German (Germany)|Ann|Jan &lt;b&gt;|1,200|',
    '|German (Germany)|Ann|Jan &lt;b&gt;|1,200|',
  ]);
});

test('the report shows nothing if all selected voices spoke', () => {
  expect([renderSkippedVoices([]), renderSkippedVoices(undefined)]).toEqual(['', '']);
});
