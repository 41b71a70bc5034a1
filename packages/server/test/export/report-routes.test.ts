import { expect, test } from 'vitest';
import { renderRoutes } from '../../src/export/report/tables.ts';

const candidate = {
  ...{ provider: 'polly', model: 'neural', usd_per_1000_characters: 0.016, quality: 3 },
  ...{ calls: 40, failure_rate: 0.05, score: 0.61, is_avoided: false },
};

test('the report names the selected provider of a language, the others, and unknown values', () => {
  const other = { ...candidate, provider: 'a<b', usd_per_1000_characters: null, quality: null, calls: 0 };
  const failing = { ...candidate, provider: 'rime', is_avoided: true };
  const reason = { price_sensitivity: 0.7, candidates: [candidate, other, failing] };
  const html = renderRoutes([{ locale_code: 'de-de', reason }]);
  const rows = [...html.matchAll(/<tr>(?:<td[^>]*><span[^>]*>([^<]*)<\/span><\/td>)+<\/tr>/g)].map(([row]) =>
    row.replace(/<\/td>/g, '|').replace(/<[^>]*>/g, ''),
  );
  expect(html).toContain('The price counted 70 %');
  expect(rows).toEqual([
    'German (Germany)|polly|neural|0.016|3|5 %|0.61|',
    '|a&lt;b|neural|not known|not known|never called|0.61|',
    '|rime|neural|0.016|3|5 %|avoided|',
  ]);
});

test('the report has no provider selection if there was none', () => {
  expect(renderRoutes([])).toBe('');
  expect(renderRoutes(undefined)).toBe('');
});
