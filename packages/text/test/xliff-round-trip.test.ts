import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { writeXliff12, writeXliff20 } from '../src/index.ts';
import { parse, read } from './support/script-parse.ts';
import { textOf, unitsOf } from './support/script-units.ts';

const sample = (name: string) => readFileSync(new URL(`samples/${name}`, import.meta.url), 'utf8');
const linesOf = (text: string) => parse(text, { format: 'xliff', source_language: null });

const kept = (text: string) =>
  linesOf(text).map(({ line_id, locale_code, script, source_script }) => [
    line_id,
    locale_code,
    script,
    source_script,
  ]);

/** The changes of a workflow to lines: another text, or a line of another locale. */
type Change = (script: string) => string;

async function written(
  text: string,
  { version, change }: { version: 1 | 2; change?: Change },
): Promise<string> {
  const lines = linesOf(text).map((line) => ({
    ...line,
    script: change ? change(line.script) : line.script,
  }));
  const part = { source_locale: 'en-us', target_locale: 'de-de', units: unitsOf(lines) };
  return textOf(version === 1 ? writeXliff12('game', [part]) : writeXliff20('game', part));
}

/**
 * Each unit from its first source to its last target, in one form: without line ends, xml:space and
 * references.
 */
function unitsIn(text: string): Record<string, string> {
  const units = text.matchAll(/<(?:trans-)?unit id="(\w+)"[^>]*>(.*?)<\/(?:trans-)?unit>/gs);
  return Object.fromEntries(
    Array.from(units, ([, id, content]) => [
      id,
      (content ?? '')
        .replace(/<!\[CDATA\[(.*?)\]\]>/gs, (_, data: string) =>
          data.replace(/&/g, '&amp;').replace(/</g, '&lt;'),
        )
        .replace(/&gt;/g, '>')
        .replace(/ xml:space="\w+"| xmlns:\w+="[^"]+"/g, '')
        .replace(/(<[^>]*>)\n/g, '$1')
        .trim(),
    ]),
  );
}

describe('XLIFF markup', () => {
  test.each([
    ['inline.xliff', 1],
    ['inline-2.xliff', 2],
    ['half.xliff', 1],
    ['half-2.xliff', 2],
  ] as const)(
    '%s is written back with the same inline elements, native codes and segments',
    async (name, version) => {
      const again = await written(sample(name), { version });
      const expected = unitsIn(sample(name));
      const found = unitsIn(again);
      for (const [id, unit] of Object.entries(expected)) {
        if (/<note>|<target\/>/.test(unit)) continue;
        expect(found[id]).toBe(unit);
      }
      expect(kept(again)).toEqual(kept(sample(name)));
    },
  );

  test.each([
    ['inline.xliff', 2],
    ['inline-2.xliff', 1],
  ] as const)('%s as the other version keeps text and placeholders', async (name, version) => {
    const again = await written(sample(name), { version });
    expect(kept(again)).toEqual(kept(sample(name)));
  });

  test('in a text that the workflow changed, placeholders become their original elements', async () => {
    const change = (script: string) => `Neu: ${script}`;
    const first = unitsIn(await written(sample('inline.xliff'), { version: 1, change }));
    expect(first.codes).toContain(
      '<target>Neu: Du hast <ph id="1" equiv-text="%d">%d<sub>Münzen</sub></ph> in Gold.<x id="3" ctype="lb"/>Gib sie aus!</target>',
    );
    expect(first.codes).toContain(
      '<source>You have <ph id="1" equiv-text="%d">%d<sub>coins</sub></ph> in <it',
    );
    const second = unitsIn(await written(sample('inline-2.xliff'), { version: 2, change }));
    expect(second.segments).toContain('<originalData><data id="d1">%s</data></originalData>');
    expect(second.segments).toContain('<target>Neu: Weiter so.  Hallo <ph id="1" dataRef="d1"/>.</target>');
    expect(second.segments).toContain(
      '<source>Hello <ph id="1" dataRef="d1"/>.  Go <pc id="2">on</pc>.</source>',
    );
  });

  test('a translation into another locale gets the placeholders of its source', async () => {
    for (const [name, version, element] of [
      ['inline.xliff', 1, '<ph id="1" equiv-text="%d">%d<sub>coins</sub></ph>'],
      ['inline-2.xliff', 2, '<ph id="1" dataRef="d1"/>'],
    ] as const) {
      const text = sample(name).replace(/<target.*?<\/target>/g, '');
      const lines = linesOf(text).filter(({ script }) => script.includes('{ph:1}'));
      const units = lines.map((line) => ({
        ...{ source: line, target: { ...line, locale_code: 'fr-fr', script: 'Voici {ph:1}.', markup: null } },
        ...{ character_name: null, max_duration_ms: null, notes: null, direction: null },
      }));
      async function* each() {
        yield* units;
      }
      const part = { source_locale: 'en-us', target_locale: 'fr-fr', units: each() };
      const again = await textOf(version === 1 ? writeXliff12('a', [part]) : writeXliff20('a', part));
      expect(again).toContain(`<target>Voici ${element}.</target>`);
      expect(linesOf(again).map(({ script }) => script)).toContain('Voici {ph:1}.');
    }
  });

  test('in a partly translated unit, segments without a target are read from their source and stay without', async () => {
    const { lines, reading } = read(sample('inline-2.xliff'), { format: 'xliff', source_language: null });
    expect(lines.find(({ line_id }) => line_id === 'part')).toMatchObject({
      locale_code: 'de-de',
      script: 'Eins {ph:1}. Two times.',
      source_script: 'One {ph:1}. Two times.',
    });
    expect(reading.skipped).toEqual([
      {
        row: 6,
        code: 'partial_target',
        message: 'Unit "part" is partly translated: 1 of 2 segments has no target. Its source text is used.',
      },
    ]);
    const again = unitsIn(await written(sample('inline-2.xliff'), { version: 2 }));
    expect(again.part?.match(/<target>/g)).toHaveLength(1);
  });

  test('the namespace prefixes of the file do not matter, and attributes declare their namespaces where used', async () => {
    const text = `<x:xliff version="2.0" xmlns:x="urn:oasis:names:tc:xliff:document:2.0" xmlns:m="urn:m" srcLang="en-US"><x:file id="f">
<x:unit id="a"><x:segment><x:source>Go <x:pc id="1" m:kind="&quot;&lt;a&gt;&quot;">on</x:pc></x:source></x:segment></x:unit></x:file></x:xliff>`;
    const again = await written(text, { version: 2 });
    expect(again).toContain('Go <pc xmlns:m="urn:m" id="1" m:kind="&quot;&lt;a&gt;&quot;">on</pc></source>');
    expect(linesOf(again)).toMatchObject([{ script: 'Go on' }]);
  });
});
