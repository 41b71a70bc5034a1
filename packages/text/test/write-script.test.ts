import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ScriptFormat } from '../src/index.ts';
import { cleanScript, type ScriptUnit, writeScriptCsv, writeXliff12, writeXliff20 } from '../src/index.ts';
import { parse } from './support/script-parse.ts';
import { textOf } from './support/script-units.ts';

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

const part = (units: readonly ScriptUnit[]) => ({
  source_locale: 'en-us',
  target_locale: 'de-de',
  units: each(units),
});

const WRITERS: Record<
  string,
  { format: ScriptFormat; write: (units: ScriptUnit[]) => AsyncIterable<string> }
> = {
  csv: { format: 'csv', write: (units) => writeScriptCsv(each(units), CONTROLS) },
  'xliff 1.2': { format: 'xliff', write: (units) => writeXliff12('a "b" & <c>', [part(units)]) },
  'xliff 2.0': { format: 'xliff', write: (units) => writeXliff20('a "b" & <c>', part(units)) },
};

const CONTROLS = ['mood', 'stability', 'x_1'];

// Text that breaks writers: markup, formulas, quotes, control characters, right-to-left and astral
// characters, lone surrogates.
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '<b>',
      '&amp;',
      ']]>',
      '<![CDATA[x]]>',
      '"',
      "'",
      "''=",
      '=1+1',
      '+',
      '-',
      '@',
      '＝',
      '\t',
      '\n',
      '\r\n',
      ',',
    ],
    ...[
      ';',
      '|',
      '{ph:1}',
      '{ph:a.b}',
      '{name}',
      '\u0000',
      '\u0007',
      '\u001b',
      '\u0085',
      '\ufffe',
      '\uffff',
      '\u2028',
    ],
    ...[
      'שלום',
      'مرحبا',
      '\u202e',
      '\u200d',
      '👩🏽‍🚀',
      '𝒳',
      '\ud83d',
      '\udc00',
      ' ',
      '  ',
      'ok',
      '</source>',
      '&#0;',
      '\ufeff',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const held = (text: string) => cleanScript(text.toWellFormed());
const text = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => held(pieces.join('')));
const id = text.map((value) => value.replace(/\s+/g, ' ').slice(0, 60).toWellFormed().trim());

const control = fc.oneof(fc.integer(), fc.constantFrom(0.3, true, false, null, ' 7', '7', 'null', ''), text);

const unit: fc.Arbitrary<ScriptUnit> = fc
  .record({
    id,
    source: text,
    target: fc.option(text),
    character_name: fc.option(text),
    max_duration_ms: fc.option(fc.integer({ min: 1, max: 999_999 })),
    max_characters: fc.option(fc.integer({ min: 1, max: 9_999 })),
    notes: fc.option(text),
    direction: fc.option(text),
    controls: fc.option(fc.dictionary(fc.constantFrom(...CONTROLS), control, { minKeys: 1 })),
  })
  .map(({ source, target, id: line_id, ...facts }) => ({
    source: { line_id, locale_code: 'en-us', script: source || 'x' },
    target: target ? { line_id, locale_code: 'de-de', script: target } : null,
    ...facts,
  }));
const units = fc
  .uniqueArray(unit, { selector: ({ source }) => source.line_id, minLength: 1, maxLength: 6 })
  .filter((list) => list.every(({ source }) => source.line_id !== ''));

/** The two characters that XML allows nowhere but in the text of XLIFF 2.0. */
const writable = (value: string) => value.replace(/[\ufffe\uffff]/g, '\ufffd');

function expected(name: string, { source, target, ...facts }: ScriptUnit) {
  const line = target ?? source;
  const inText = name === 'xliff 1.2' ? writable : (value: string) => value;
  const elsewhere = name === 'csv' ? (value: string) => value : writable;
  return {
    line_id: elsewhere(line.line_id),
    locale_code: line.locale_code,
    script: inText(line.script),
    max_duration_ms: facts.max_duration_ms,
    max_characters: facts.max_characters ?? null,
    character_name: facts.character_name ? elsewhere(facts.character_name) : null,
    notes: facts.notes ? elsewhere(facts.notes) : null,
    direction: facts.direction ? elsewhere(facts.direction) : null,
    ...(facts.controls && { controls: JSON.parse(elsewhere(JSON.stringify(facts.controls))) }),
    // XLIFF contains the source of a target. From a csv, only the script column is read.
    ...(name !== 'csv' && target && { source_script: inText(source.script), source_locale_code: 'en-us' }),
  };
}

describe.each(Object.entries(WRITERS))('%s', (name, { format, write }) => {
  test('written scripts are read back as the same lines', async () => {
    await fc.assert(
      fc.asyncProperty(units, async (list) => {
        const ids = new Set(list.map((item) => expected(name, item).line_id));
        fc.pre(ids.size === list.length);
        const lines = parse(await textOf(write(list)), { format, source_language: null });
        const found = lines.map(
          ({ row: _row, line_index: _index, start_ms: _start, markup: _markup, ...line }) => line,
        );
        expect(found).toEqual(list.map((item) => expected(name, item)));
      }),
      { numRuns: 500, seed: 20_260_101 },
    );
  });
});

const sample: ScriptUnit = {
  source: { line_id: 'a b', locale_code: 'en-us', script: 'Hi {ph:1}, {ph:1}\u0007' },
  target: { line_id: 'a b', locale_code: 'de-de', script: 'Hallo {ph:1}' },
  character_name: 'Ada',
  max_duration_ms: 900,
  notes: null,
  direction: null,
};

describe('written files', () => {
  test('placeholders are elements again, and ids invalid in XLIFF 2.0 are stored next to its own', async () => {
    const twelve = await textOf(writeXliff12('x', [part([sample])]));
    expect(twelve).toContain(
      '<source>Hi <x id="1"/>, {ph:1}\ufffd</source>\n<target>Hallo <x id="1"/></target>',
    );
    expect(twelve).toContain('source-language="en-US" target-language="de-DE"');
    const two = await textOf(writeXliff20('x', part([sample])));
    expect(two).toContain('<unit id="vl.1" vl:line-id="a b" xml:space="preserve">');
    expect(two).toContain('<source>Hi <ph id="1"/>, {ph:1}<cp hex="0007"/></source>');
  });

  test('no cell starts like a formula, and reading removes the added apostrophe', async () => {
    const scripts = ['=1+1', '+49', '-5', '@x', "'=x", '＝1', '\tx'];
    const list = scripts.map((script, index) => ({
      source: { line_id: `=${index}`, locale_code: 'en-us', script },
      ...{ target: null, character_name: '-x', max_duration_ms: null, notes: '@y', direction: '+z' },
    }));
    const csv = await textOf(writeScriptCsv(each(list)));
    for (const row of csv.trim().split('\r\n').slice(1)) {
      for (const cell of row.split(',')) expect(cell).not.toMatch(/^"?[=+\-@＝＋－＠\t]/);
    }
    const lines = parse(csv, { format: 'csv', source_language: null });
    expect(lines.map((line) => line.script)).toEqual(scripts.map((script) => script.trim()));
  });
});
