import { describe, expect, test } from 'vitest';
import { brief, faultOf, parse, read } from './support/script-parse.ts';

const options = { format: 'xliff' } as const;

/** XLIFF 1.2 around units. */
const first = (units: string, attributes = 'target-language="de-DE"') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a.txt" source-language="en-US" ${attributes} datatype="plaintext"><header><note>none of ours</note></header><body>
${units}
</body></file></xliff>`;

/** XLIFF 2.0 around units. */
const second = (units: string, attributes = 'trgLang="de-DE"') =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en-US" ${attributes}>
<file id="f1">${units}</file></xliff>`;

describe('xliff 1.2', () => {
  test('a unit is a line: its target if it is translated, or else its source, each in its own locale', () => {
    const text = first(`<trans-unit id="a"><source>Hello</source><target>Hallo</target></trans-unit>
      <group><trans-unit id="b"><source>Bye</source><target/></trans-unit></group>
      <trans-unit id="c"><source/></trans-unit>`);
    expect(brief(text, options)).toEqual(['a de-de Hallo', 'b en-us Bye']);
    expect(parse(text, options).map((line) => line.row)).toEqual([4, 5]);
  });

  test('earlier translations, segmented sources and other vocabularies are not the text of the unit', () => {
    const text =
      first(`<trans-unit id="a"><source>Hello</source><seg-source><mrk mtype="seg" mid="1">No</mrk></seg-source>
      <target>Hallo</target><alt-trans><source>No</source><target>Nein</target></alt-trans>
      <x:note xmlns:x="urn:x"><target>Nein</target></x:note></trans-unit>`);
    expect(brief(text, options)).toEqual(['a de-de Hallo']);
    expect(parse(text, options)[0]?.notes).toBeNull();
  });

  test('inline elements: spans are read, native codes are skipped, and placeholders stay as tokens', () => {
    const text = first(
      '<trans-unit id="a"><source>One <g id="1">bold <x id="2"/></g><bpt id="3">&lt;b&gt;</bpt>two<ept id="3">&lt;/b&gt;</ept>' +
        '<it id="4" pos="open">[i]</it> <ph id="5">%s<sub>no</sub></ph><x id="6" ctype="lb"/><mrk mtype="term">three</mrk></source></trans-unit>',
    );
    expect(brief(text, options)).toEqual(['a en-us One bold {ph:2}two {ph:5}\nthree']);
  });

  test('notes are read as note, character and maximum duration, and the maximum size is read from an attribute', () => {
    const text = first(`<trans-unit id="a" maxwidth="40" size-unit="char"><source>Hi</source><note>calm</note>
      <note from="character">Ada</note><note from="max_duration_ms">1500</note><note from="client">slow</note></trans-unit>`);
    expect(parse(text, options)).toMatchObject([
      { character_name: 'Ada', max_duration_ms: 1500, notes: 'Maximum size: 40 char\ncalm\nslow' },
    ]);
  });

  test('white space is collapsed to one space unless the file preserves it', () => {
    const unit = (space: string) =>
      `<trans-unit id="a"${space}><source>One\n      two<![CDATA[ &  <three>]]></source></trans-unit>`;
    expect(brief(first(unit('')), options)).toEqual(['a en-us One two & <three>']);
    expect(brief(first(unit(' xml:space="preserve"')), options)).toEqual([
      'a en-us One\n      two &  <three>',
    ]);
  });

  test('ids count per file: a line repeated in two files is one, and a different one gets a file prefix', () => {
    const file = (name: string, text: string) =>
      `<file original="${name}" source-language="en" datatype="x"><body><trans-unit id="1"><source>${text}</source></trans-unit></body></file>`;
    const text = `<xliff version="1.2">${file('a', 'Hello')}${file('b', 'Hello')}${file('c', 'Bye')}</xliff>`;
    expect(brief(text, options)).toEqual(['1 en Hello', 'c/1 en Bye']);
    const twice = '<trans-unit id="a"><source>Hi</source></trans-unit>\n'.repeat(2);
    expect(faultOf(first(twice), options)).toMatchObject({ code: 'DUPLICATE_LINE_ID', row: 5 });
  });

  test('units without ids in one row of the file are separate lines', () => {
    const text = first(
      '<trans-unit><source>One</source></trans-unit><trans-unit><source>Two</source></trans-unit>',
    );
    expect(brief(text, options)).toEqual(['L00001 en-us One', 'L00002 en-us Two']);
  });
});

describe('xliff 2.0', () => {
  test('the segments of a unit are one line, in the order of the translation', () => {
    const text = second(`<unit id="a"><notes><note category="character">Ada</note><note>calm</note></notes>
      <originalData><data id="d1">%s</data></originalData>
      <segment><source>One.</source><target order="3">Eins.</target></segment><ignorable><source> </source></ignorable>
      <segment><source>Two <ph id="1" dataRef="d1"/><pc id="2">x</pc><cp hex="0041"/><sc id="3"/></source><target order="1">Zwei {ph:1}</target></segment></unit>
      <unit id="b"><segment><source xml:space="preserve">Keep  it</source></segment></unit>`);
    expect(brief(text, options)).toEqual(['a de-de Zwei {ph:1} Eins.', 'b en-us Keep  it']);
    expect(parse(text, options)[0]).toMatchObject({ character_name: 'Ada', notes: 'calm' });
  });

  test('in a partly translated unit, segments without a target are read from their source and reported', () => {
    const text = second(`<unit id="a"><segment><source>One.</source><target>Eins.</target></segment>
      <segment><source>Two.</source></segment></unit>`);
    expect(brief(text, options)).toEqual(['a de-de Eins.Two.']);
    const { skipped } = read(text, options).reading;
    expect(skipped).toMatchObject([{ code: 'partial_target', row: 2 }]);
    expect(skipped[0]?.message).toContain('"a" is partly translated');
  });

  test('without a target language, the source language of the node applies', () => {
    const text = second('<unit id="a"><segment><source>a</source><target>b</target></segment></unit>', '');
    expect(brief(text, { ...options, source_language: 'nl' })).toEqual(['a nl b']);
  });
});

describe('xliff files', () => {
  test('UTF-16 and a declared encoding are read, and an unknown or wrong one is rejected', () => {
    const text = first('<trans-unit id="a"><source>Grüße</source></trans-unit>').replace(
      'UTF-8',
      'ISO-8859-1',
    );
    expect(brief(Buffer.from(text, 'latin1'), options)).toEqual(['a en-us Grüße']);
    expect(brief(Buffer.from(`\ufeff${text}`, 'utf16le'), options)).toEqual(['a en-us Grüße']);
    expect(faultOf(text.replace('ISO-8859-1', 'klingon'), options).code).toBe('WRONG_ENCODING');
    const wrong = Buffer.from(text.replace('ISO-8859-1', 'UTF-8'), 'latin1');
    expect(faultOf(wrong, options).code).toBe('WRONG_ENCODING');
  });

  test.each([
    ['plain text', 'just text', 'BROKEN_FILE', /not well-formed/],
    ['another vocabulary', '<html/>', 'BROKEN_FILE', /"<html>", not XLIFF/],
    ['another version', '<xliff version="3.0"/>', 'BROKEN_FILE', /"XLIFF 3.0"/],
    ['an open element', first('<trans-unit>'), 'BROKEN_FILE', /not well-formed/],
    ['an unknown entity', first('<trans-unit><source>&nbsp;</source></trans-unit>'), 'BROKEN_FILE', /entity/],
    ['no units', first(''), 'EMPTY_SCRIPT', /no lines/],
    [
      'an unknown locale',
      first('<trans-unit><source>a</source><target>b</target></trans-unit>', 'target-language="x1"'),
      'UNKNOWN_LOCALE',
      /"x1"/,
    ],
    ['endless nesting', first('<group>'.repeat(1000)), 'UNSAFE_FILE', /deeper than 256/],
    [
      'countless attributes',
      `<xliff ${Array.from({ length: 2000 }, (_, n) => `a${n}=""`).join(' ')}/>`,
      'UNSAFE_FILE',
      /1000 attributes/,
    ],
  ])('%s is rejected by name', (_, text, code, message) => {
    const fault = faultOf(text, options);
    expect(fault.code).toBe(code);
    expect(fault.message).toMatch(message);
  });

  test('a DTD that defines entities is rejected; an external reference is skipped and never fetched', () => {
    const bomb = `<!DOCTYPE xliff [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>`;
    const body = first('<trans-unit id="a"><source>Hi</source></trans-unit>').replace(/<\?xml.*\n/, '');
    expect(faultOf(bomb + body, options)).toMatchObject({ code: 'UNSAFE_FILE' });
    const named = '<!DOCTYPE xliff PUBLIC "-//XLIFF//DTD XLIFF//EN" "http://127.0.0.1:9/xliff.dtd">';
    expect(brief(named + body, options)).toEqual(['a en-us Hi']);
  });
});

test('a target of XLIFF 1.2 with empty marks is read without them, and reported', () => {
  const unit = (
    target: string,
  ) => `<xliff version="1.2"><file source-language="en-us" target-language="de-de" original="a">
<body><trans-unit id="one"><source>First. Second.</source>
<seg-source><mrk mtype="seg" mid="1">First.</mrk> <mrk mtype="seg" mid="2">Second.</mrk></seg-source>
<target>${target}</target></trans-unit></body></file></xliff>`;
  for (const empty of ['<mrk mtype="seg" mid="2"/>', '<mrk mtype="seg" mid="2"> </mrk>']) {
    const { lines, reading } = read(unit(`<mrk mtype="seg" mid="1">Erstens.</mrk> ${empty}`), {
      format: 'xliff',
    });
    expect(lines.map(({ script }) => script.trim())).toEqual(['Erstens.']);
    expect(reading.skipped).toMatchObject([
      { code: 'partial_target', message: expect.stringContaining('1 of 2 segments has no target') },
    ]);
  }
  const whole = '<mrk mtype="seg" mid="1">Erstens.</mrk> <mrk mtype="seg" mid="2">Zweitens.</mrk>';
  expect(read(unit(whole), { format: 'xliff' }).reading.skipped).toEqual([]);
});
