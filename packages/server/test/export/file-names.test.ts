import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FileNameValues, foldName, renderFileName } from '../../src/export/file-names.ts';

const values: FileNameValues = {
  locale: 'de-de',
  character: 'Ada',
  line_id: 'l1',
  line_index: 7,
  workflow: 'Demo',
  run: '12',
  voice: 'Anna',
  ext: 'wav',
};
const render = (pattern: string, change: Partial<FileNameValues> = {}, taken = new Set<string>()) =>
  renderFileName(pattern, { ...values, ...change }, taken);

test('every placeholder is filled in', () => {
  expect(render('{workflow}/{run}/{locale}/{character}/{line_index}_{line_id}_{voice}.{ext}')).toBe(
    'Demo/12/de-de/Ada/00007_l1_Anna.wav',
  );
});

test('a line without a character has no empty folder and no extra separator', () => {
  expect(render('{locale}/{character}/{line_id}.{ext}', { character: null })).toBe('de-de/l1.wav');
  expect(render('{character}_{line_id}.{ext}', { character: null })).toBe('l1.wav');
});

test.each(['_', '. ', '-', ' '])(
  'a character named by an endless run of "%s" is named in one pass',
  (sign) => {
    const character = `x${sign.repeat(200_000)}x`;
    expect(render('{character}_{voice}x/{character}', { character, voice: '' })).toMatch(/^x.*\/x.*\.wav$/);
  },
);

test('the extension is added if the pattern omits it', () => {
  expect(render('{line_id}')).toBe('l1.wav');
  expect(render('', { line_id: '..' })).toBe('line.wav');
});

test.each([
  ['../../{line_id}.{ext}', 'l1.wav'],
  ['/etc/{line_id}.{ext}', 'etc/l1.wav'],
  ['C:\\Windows\\{line_id}.{ext}', 'C_/Windows/l1.wav'],
  ['..\\..\\{line_id}.{ext}', 'l1.wav'],
  ['a/./b/.../{line_id}.{ext}', 'a/b/l1.wav'],
  ['{locale}//{line_id}.{ext}', 'de-de/l1.wav'],
])('the pattern %s stays in its folder', (pattern, expected) => expect(render(pattern)).toBe(expected));

test.each([
  ['../../etc/passwd', '_._etc_passwd.wav'],
  ['a/b\\c', 'a_b_c.wav'],
  ['CON', '_CON.wav'],
  ['com1.txt', '_com1.txt.wav'],
  ['a:b*c?"<d>|', 'a_b_c_d_.wav'],
  ['ends. . ', 'ends.wav'],
  ['tab\there\u0000', 'tab_here_.wav'],
  ['\u202egpj', 'gpj.wav'],
])('the line id %j becomes a valid file name on every system', (line_id, expected) => {
  expect(render('{line_id}.{ext}', { line_id })).toBe(expected);
});

test('names that differ only in case or Unicode form get numbers', () => {
  const taken = new Set<string>();
  const names = ['Straße', 'STRASSE', 'caf\u00e9', 'cafe\u0301', 'CAFÉ'].map((line_id) =>
    render('{line_id}.{ext}', { line_id }, taken),
  );
  expect(names).toEqual(['Straße.wav', 'STRASSE-2.wav', 'café.wav', 'café-2.wav', 'CAFÉ-3.wav']);
});

test('a name never collides with a number that is part of the name of another line', () => {
  const taken = new Set<string>();
  const names = ['a', 'a-2', 'a', 'a'].map((line_id) => render('{line_id}.{ext}', { line_id }, taken));
  expect(names).toEqual(['a.wav', 'a-2.wav', 'a-3.wav', 'a-4.wav']);
});

test('a folder never has the name of a file', () => {
  const taken = new Set<string>();
  const pattern = '{character}/{line_id}.{ext}';
  expect(render(pattern, { character: null, line_id: 'x' }, taken)).toBe('x.wav');
  expect(render(pattern, { character: 'X.wav', line_id: 'y' }, taken)).toBe('X.wav-2/y.wav');
  expect(render(pattern, { character: 'z.wav', line_id: 'y' }, taken)).toBe('z.wav/y.wav');
  expect(render(pattern, { character: null, line_id: 'z' }, taken)).toBe('z-2.wav');
});

test('20,000 equal names are numbered without probing each other', () => {
  const taken = new Set<string>();
  let last = '';
  for (let count = 0; count < 20_000; count += 1) last = render('{locale}.{ext}', {}, taken);
  expect(last).toBe('de-de-20000.wav');
});

test('any pattern and any values give a safe, new and short name', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('..', 'NUL', 'a/b', '.', ' ', 'é'.repeat(200)),
  );
  const part = fc.oneof(text, fc.constantFrom('{line_id}', '{character}', '{ext}', '/', '\\', '.', '{nope}'));
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 8 }),
      fc.array(fc.tuple(text, text, text), { maxLength: 6 }),
      (parts, lines) => {
        const taken = new Set<string>();
        const names = lines.map(([line_id, character, ext]) =>
          render(parts.join(''), { line_id, character, ext }, taken),
        );
        expect(new Set(names.map(foldName)).size).toBe(names.length);
        for (const segment of names.flatMap((name) => name.split('/'))) {
          expect(segment).not.toMatch(/^\.|[\s.]$|[<>:"|?*\\\p{Cc}]|^$/u);
          expect(segment).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
          expect(Buffer.byteLength(segment)).toBeLessThanOrEqual(120);
        }
      },
    ),
  );
});
