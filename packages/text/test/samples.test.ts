import { describe, expect, test } from 'vitest';
import type { ParsedScript, ScriptLine } from '../src/index.ts';
import { writeScriptCsv, writeXliff12, writeXliff20 } from '../src/index.ts';
import { read } from './support/script-parse.ts';
import { scriptSamples } from './support/script-samples.ts';
import { textOf, unitsOf } from './support/script-units.ts';

const samples = scriptSamples();

/**
 * The lines and the reading in a form that people can check. Each sample has its expected result beside it.
 */
function describeScript({ lines, reading }: ParsedScript): string {
  const { columns_used, columns_unused, skipped, locales: _l, characters: _c, ...rest } = reading;
  const { warnings, warning_count: _count, ...facts } = rest;
  return [
    JSON.stringify(facts),
    ...columns_used.map(({ column, used_as, locale_code }) =>
      `used: ${column} = ${used_as} ${locale_code ?? ''}`.trim(),
    ),
    ...columns_unused.map((column) => `unused: ${column}`),
    ...skipped.map(({ row, code, message }) => `skipped: row ${row} ${code}: ${message}`),
    ...warnings.map(({ row, code, message }) => `warning: row ${row} ${code}: ${message}`),
    ...lines.map((line) => JSON.stringify(factsOf(line))),
    '',
  ].join('\n');
}

function factsOf({ row: _row, line_index: _index, markup: _markup, ...line }: ScriptLine): object {
  return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null));
}

test('there are at least forty samples', () => {
  expect(samples.length).toBeGreaterThanOrEqual(40);
});

test.each(samples)('$name is read as expected', async ({ name, input }) => {
  await expect(describeScript(read(input.bytes, input))).toMatchFileSnapshot(`samples/${name}.expected`);
});

const kept = (lines: readonly ScriptLine[]) =>
  lines.map(({ line_id, locale_code, script, character_name, notes, direction, max_duration_ms }) => ({
    ...{ line_id, locale_code, script, character_name, notes, direction, max_duration_ms },
  }));

describe('a round trip changes no id, text, markup or placeholder', () => {
  test.each(samples)('$name as csv', async ({ input }) => {
    const { lines } = read(input.bytes, input);
    const csv = await textOf(writeScriptCsv(unitsOf(lines)));
    expect(kept(read(csv, { source_language: null }).lines)).toEqual(kept(lines));
  });

  test.each(samples)('$name as XLIFF 1.2 and 2.0', async ({ input }) => {
    const { lines } = read(input.bytes, input);
    for (const group of Map.groupBy(
      lines,
      ({ locale_code, source_locale_code }) => `${source_locale_code} ${locale_code}`,
    ).values()) {
      const [first] = group;
      const target_locale = first?.source_script ? first.locale_code : null;
      const source_locale = first?.source_locale_code ?? first?.locale_code ?? '';
      const part = () => ({ source_locale, target_locale, units: unitsOf(group) });
      for (const text of [
        await textOf(writeXliff12('a', [part()])),
        await textOf(writeXliff20('a', part())),
      ]) {
        const { lines: again } = read(text, { format: 'xliff', source_language: null });
        expect(kept(again)).toEqual(kept(group));
        expect(again.map(({ source_script }) => source_script)).toEqual(
          group.map(({ source_script }) => source_script),
        );
      }
    }
  });
});
