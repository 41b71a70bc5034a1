import { describe, expect, test } from 'vitest';
import { speechText, writeXliff12, writeXliff20 } from '../src/index.ts';
import { brief, parse, read } from './support/script-parse.ts';
import { textOf, unitsOf } from './support/script-units.ts';

const options = { format: 'xliff' } as const;

const first = (units: string) =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="page.html" source-language="en-us" target-language="de-de" datatype="html"><body>
${units}
</body></file></xliff>`;

const second = (units: string, version = '2.0') =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="${version}" srcLang="en-us" trgLang="de-de">
<file id="f1">${units}</file></xliff>`;

const spoken = (text: string) =>
  parse(text, options).map(({ script, locale_code }) => speechText(script, { locale: locale_code }).text);

describe('an inline code', () => {
  test.each([
    [
      '<x id="START_BOLD_TEXT" ctype="x-b" equiv-text="&lt;b&gt;"/>Wait<x id="CLOSE_BOLD_TEXT" ctype="x-b" equiv-text="&lt;/b&gt;"/> here',
      'Wait here',
    ],
    ['Wait for <x id="INTERPOLATION" equiv-text="{{ name }}"/>.', 'Wait for friend.'],
    ['Wait for <x id="INTERPOLATION_1"/>.', 'Wait for friend.'],
    ['Two <x id="ICON" ctype="image" equiv-text="&lt;img/&gt;"/> three', 'Two three'],
    ['Two<x id="TAG_IMG" ctype="image"/>three', 'Two three'],
    ['Two<x id="1" equiv-text="&lt;img src=&apos;a&apos;/&gt;"/>, three', 'Two, three'],
    ['Now go<ph id="3">&lt;br/&gt;</ph>on.', 'Now go\non.'],
    ['Now go<x id="LINE_BREAK" ctype="lb" equiv-text="&lt;br/&gt;"/>on.', 'Now go\non.'],
    ['Now go<x id="1" ctype="x-br"/>on.', 'Now go\non.'],
    ['Now go<x id="1" ctype="x-html-br"/>on.', 'Now go\non.'],
    ['Now go<ph id="1">\\n</ph>on.', 'Now go\non.'],
    ['Now go<it id="1" pos="open">&lt;br&gt;</it>on.', 'Now go on.'],
    [
      '<bpt id="1">&lt;p&gt;</bpt>Go.<ept id="1">&lt;/p&gt;</ept><bpt id="2">&lt;p&gt;</bpt>On.<ept id="2">&lt;/p&gt;</ept>',
      'Go. On.',
    ],
    ['<g id="1" ctype="x-html-li">Go.</g><g id="2" ctype="x-html-li">On.</g>', 'Go. On.'],
    ['<g id="1" ctype="x-html-i">On</g>ce', 'Once'],
    ['<ph id="1">**</ph>Stop<ph id="2">**</ph>!', 'Stop!'],
    ['You have <ph id="1">%d</ph> keys.', 'You have friend keys.'],
    ['Hi <ph id="1">{0}</ph>!', 'Hi friend!'],
    ['Tom <ph id="1">&amp;amp;</ph> Ada', 'Tom & Ada'],
    ['Wait<ph id="1">&lt;break time="1s"/&gt;</ph>now.', 'Wait<break time="1s"/>now.'],
    ['<g id="1" ctype="x-html-ruby">Ada<g id="2" ctype="x-html-rt">a-da</g></g> waits.', 'Ada waits.'],
    ['Press <x id="7"/> now.', 'Press friend now.'],
  ])('of XLIFF 1.2 is a value only if it stands for one: %s', (source, text) => {
    const unit = `<trans-unit id="a"><source>${source}</source></trans-unit>`;
    expect(spoken(first(unit))).toEqual([text]);
  });

  test.each([
    ['Now go<ph id="0" equiv="LINE_BREAK" type="fmt" disp="&lt;br/&gt;"/>on.', 'Now go\non.'],
    ['Now go<ph id="0" type="fmt" subType="xlf:lb"/>on.', 'Now go\non.'],
    ['Now go<ph id="0" dataRef="d1"/>on.', 'Now go\non.'],
    ['Two<ph id="0" dataRef="d2"/>three', 'Two three'],
    ['Hi <ph id="0" dataRef="d3"/>.', 'Hi friend.'],
    ['Hi <ph id="0" equiv="INTERPOLATION" disp="{{ name }}"/>.', 'Hi friend.'],
    ['Two <ph id="0" equiv="TAG_IMG" type="image" disp="&lt;img/&gt;"/> three', 'Two three'],
    ['<pc id="1" type="fmt" equivStart="START_BOLD_TEXT" dispStart="&lt;b&gt;">On</pc>ce', 'Once'],
    ['<pc id="1" dataRefStart="d4">Go.</pc><pc id="2" dispStart="&lt;p&gt;">On.</pc>', 'Go. On.'],
    ['<sc id="1" type="fmt"/>On<ec startRef="1"/>ce', 'Once'],
    ['<ph id="1" type="fmt"/>Go.', 'Go.'],
  ])('of XLIFF 2 is a value only if it stands for one: %s', (source, text) => {
    const data =
      '<originalData><data id="d1">&lt;br/&gt;</data><data id="d2">&lt;img/&gt;</data><data id="d3">{{ name }}</data><data id="d4">&lt;p&gt;</data></originalData>';
    const unit = `<unit id="a">${data}<segment><source>${source}</source></segment></unit>`;
    for (const version of ['2.0', '2.1']) expect(spoken(second(unit, version))).toEqual([text]);
  });

  test('is written back where it was', async () => {
    const source =
      'Now<x id="1" ctype="image"/>go<ph id="3">&lt;br/&gt;</ph>on, <x id="INTERPOLATION" equiv-text="{{ name }}"/>.';
    const lines = parse(first(`<trans-unit id="a"><source>${source}</source></trans-unit>`), options);
    const part = { source_locale: 'en-us', target_locale: null, units: unitsOf(lines) };
    expect(await textOf(writeXliff12('a', [part]))).toContain(`<source>${source}</source>`);
  });
});

describe('a target that is not translated yet', () => {
  const twelve = (state: string, attributes = '') =>
    first(
      `<trans-unit id="1"${attributes}><source>Open.</source><target state="${state}">Open!</target></trans-unit>`,
    );
  const two = (state: string, attributes = '') =>
    `<unit id="1"${attributes}><segment state="${state}"><source>Open.</source><target>Open!</target></segment></unit>`;

  test.each([
    ['1.2 new', twelve('new')],
    ['1.2 needs-translation', twelve('needs-translation')],
    ['2.0 initial', second(two('initial'))],
    ['2.1 initial', second(two('initial'), '2.1')],
  ])('counts as missing, and is reported: %s', (_, text) => {
    const { lines, reading } = read(text, options);
    expect(lines).toMatchObject([{ script: 'Open.', locale_code: 'en-us' }]);
    expect(reading).toMatchObject({ skipped_count: 1, skipped: [{ code: 'untranslated_target' }] });
  });

  test.each([
    ['1.2 final', twelve('final')],
    ['1.2 translated', twelve('translated')],
    ['1.2 needs-review-translation', twelve('needs-review-translation')],
    ['1.2 signed-off', twelve('signed-off')],
    ['2.0 translated', second(two('translated'))],
    ['2.0 reviewed', second(two('reviewed'))],
    ['2.0 without a state', second(two('initial').replace(' state="initial"', ''))],
    ['1.2 not to be translated', twelve('new', ' translate="no"')],
    ['2.0 not to be translated', second(two('initial', ' translate="no"'))],
    [
      '2.0 in a group that is not to be translated',
      second(`<group id="g" translate="no">${two('initial')}</group>`),
    ],
  ])('has one of few states: %s is spoken', (_, text) => {
    const { lines, reading } = read(text, options);
    expect(lines).toMatchObject([{ script: 'Open!', locale_code: 'de-de' }]);
    expect(reading.skipped_count).toBe(0);
  });

  test('in a part of a unit is read from its source', async () => {
    const text = second(
      '<unit id="1"><segment state="final"><source>One. </source><target>Eins. </target></segment><segment state="initial"><source>Two.</source><target>Two!</target></segment></unit>',
    );
    const { lines, reading } = read(text, options);
    expect(lines).toMatchObject([{ script: 'Eins. Two.', locale_code: 'de-de' }]);
    expect(reading.skipped).toMatchObject([{ code: 'partial_target' }]);
    const part = { source_locale: 'en-us', target_locale: 'de-de', units: unitsOf(lines) };
    const again = await textOf(writeXliff20('a', part));
    expect(again).toContain('<target>Two!</target>');
    expect(brief(again, options)).toEqual(['1 de-de Eins. Two.']);
  });
});

describe('files that share unit IDs', () => {
  const file = (name: string, source: string, target = '', language = 'de') =>
    `<file original="${name}" source-language="en" target-language="${language}" datatype="x"><body><trans-unit id="1"><source>${source}</source>${target && `<target>${target}</target>`}</trans-unit></body></file>`;
  const linesOf = (...files: string[]) =>
    parse(`<xliff version="1.2">${files.join('')}</xliff>`, options).map(
      ({ line_id, line_index, locale_code, script }) => [line_id, line_index, locale_code, script],
    );

  test('never pair the source of one file with the target of another', () => {
    expect(linesOf(file('a', 'Open'), file('b', 'Close', 'Schließen'))).toEqual([
      ['1', 0, 'en', 'Open'],
      ['b/1', 1, 'de', 'Schließen'],
    ]);
    expect(linesOf(file('a', 'Open', 'Öffnen'), file('b', 'Close'))).toEqual([
      ['1', 0, 'de', 'Öffnen'],
      ['b/1', 1, 'en', 'Close'],
    ]);
    expect(linesOf(file('a', 'Open', 'Öffnen'), file('b', 'Close', 'Fermer', 'fr'))).toEqual([
      ['1', 0, 'de', 'Öffnen'],
      ['b/1', 1, 'fr', 'Fermer'],
    ]);
  });

  test('are one line where they translate the same source', () => {
    expect(linesOf(file('a', 'Open', 'Öffnen'), file('a', 'Open', 'Ouvrir', 'fr'))).toEqual([
      ['1', 0, 'de', 'Öffnen'],
      ['1', 0, 'fr', 'Ouvrir'],
    ]);
    expect(linesOf(file('a', 'Open', 'Öffnen'), file('b', 'Open', 'Öffnen'))).toHaveLength(1);
    expect(linesOf(file('a', 'Open', 'Öffnen'), file('b', 'Open', 'Auf'))).toEqual([
      ['1', 0, 'de', 'Öffnen'],
      ['b/1', 1, 'de', 'Auf'],
    ]);
  });

  test('get different IDs, even if they have the same name', () => {
    expect(linesOf(file('a', 'One'), file('a', 'Two'), file('a', 'Three'))).toEqual([
      ['1', 0, 'en', 'One'],
      ['a/1', 1, 'en', 'Two'],
      ['a#2/1', 2, 'en', 'Three'],
    ]);
    expect(linesOf(file('x'.repeat(300), 'One'), file('y'.repeat(300), 'Two'))[1]?.[0]).toBe(
      `${'y'.repeat(80)}/1`,
    );
  });
});
