import { describe, expect, test } from 'vitest';
import { type LexiconEntry, phonemeParts, phonemeTag, readLexicon, writeLexicon } from '../../src/index.ts';

const NONE = { language: null };
const PLS = (
  body: string,
  attributes = 'alphabet="ipa" xml:lang="en-US"',
) => `<?xml version="1.0" encoding="UTF-8"?>
<lexicon version="1.0"
      xmlns="http://www.w3.org/2005/01/pronunciation-lexicon"
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
      xsi:schemaLocation="http://www.w3.org/2005/01/pronunciation-lexicon pls.xsd"
      ${attributes}>
${body}
</lexicon>`;
const said = (entries: readonly LexiconEntry[]) =>
  entries.map(({ word, language, pronunciation, ipa }) => [word, language, pronunciation ?? ipa]);
const readPls = (body: string, attributes?: string) => readLexicon(PLS(body, attributes), 'pls', NONE);

// Documents with the structures of the examples in W3C's "Pronunciation Lexicon Specification (PLS) Version
// 1.0" (Recommendation of October 14, 2008), with other words.
describe('PLS 1.0', () => {
  test('gives a phoneme, or an alias, as the pronunciation of a grapheme', () => {
    const { entries, problems } = readPls(`
  <lexeme><grapheme>tortellini</grapheme><phoneme>ˌtɔːtəˈliːni</phoneme></lexeme>
  <lexeme><grapheme>NASA</grapheme><alias>nassa</alias></lexeme>
  <lexeme><grapheme>W3C</grapheme><alias>World Wide Web
     Consortium</alias></lexeme>`);
    expect(problems).toEqual([]);
    expect(entries.map(({ method }) => method)).toEqual(['ipa', 'spelled', 'spelled']);
    expect(said(entries)).toEqual([
      ['tortellini', 'en-us', 'ˌtɔːtəˈliːni'],
      ['NASA', 'en-us', 'nassa'],
      ['W3C', 'en-us', 'World Wide Web Consortium'],
    ]);
  });

  test('gives every grapheme of a lexeme its pronunciation', () => {
    const { entries } = readPls(
      '<lexeme><grapheme>centre</grapheme><grapheme>center</grapheme><phoneme>ˈsɛntə</phoneme></lexeme>',
      'alphabet="ipa" xml:lang="en-GB"',
    );
    expect(said(entries)).toEqual([
      ['centre', 'en-gb', 'ˈsɛntə'],
      ['center', 'en-gb', 'ˈsɛntə'],
    ]);
  });

  test('uses the preferred pronunciation or else the first, and the phoneme alphabet before that of the lexicon', () => {
    const { entries, problems } = readPls(
      `
  <lexeme><grapheme>either</grapheme><phoneme alphabet="ipa">ˈaɪðə</phoneme><phoneme alphabet="ipa" prefer="true">ˈiːðə</phoneme></lexeme>
  <lexeme><grapheme>data</grapheme><phoneme alphabet="ipa">ˈdeɪtə</phoneme><phoneme alphabet="ipa">ˈdɑːtə</phoneme></lexeme>
  <lexeme><grapheme>vase</grapheme><phoneme>vA:z</phoneme></lexeme>`,
      'alphabet="x-sampa" xml:lang="en"',
    );
    expect(said(entries)).toEqual([
      ['either', 'en', 'ˈiːðə'],
      ['data', 'en', 'ˈdeɪtə'],
    ]);
    expect(problems).toEqual([
      { row: 10, message: 'The pronunciation of "vase" is in the alphabet "x-sampa"; use ipa.' },
    ]);
  });

  test('reports a role, and the second lexeme of a homograph with its row', () => {
    const { entries, problems } = readPls(`
  <lexeme role="mypos:verb"><grapheme>record</grapheme><phoneme>rɪˈkɔːd</phoneme></lexeme>
  <lexeme role="mypos:noun"><grapheme>record</grapheme><phoneme>ˈrɛkɔːd</phoneme></lexeme>`);
    expect(said(entries)).toEqual([['record', 'en-us', 'rɪˈkɔːd']]);
    expect(problems.map(({ row }) => row)).toEqual([8, 9, 9]);
    expect(problems.at(-1)?.message).toBe(
      '"record" already has a pronunciation in row 8. Only the first is imported.',
    );
  });

  test('reads metadata, comments and examples, and words of other scripts', () => {
    const { entries, problems } = readPls(
      `<meta name="Creator" content="A"/><metadata><x xmlns="urn:x">y</x></metadata><!-- a -->
  <lexeme xml:id="a"><grapheme>東京</grapheme><phoneme>toːkjoː</phoneme><example>東京 <!-- b --> 駅</example></lexeme>`,
      'alphabet="ipa" xml:lang="ja"',
    );
    expect(problems).toEqual([]);
    expect(entries).toEqual([
      expect.objectContaining({ word: '東京', language: 'ja', ipa: 'toːkjoː', description: '東京 駅' }),
    ]);
  });

  test('keeps the text of a file that declares another encoding, because it is already decoded', () => {
    const content = PLS('<lexeme><grapheme>é</grapheme><phoneme>e</phoneme></lexeme>').replace(
      'UTF-8',
      'ISO-8859-1',
    );
    expect(said(readLexicon(content, 'pls', NONE).entries)).toEqual([['é', 'en-us', 'e']]);
  });

  test.each([
    ['no XML', 'word,ipa', /XML/],
    ['another document', '<speak/>', /not a pronunciation lexicon/],
    ['an unknown language', PLS('', 'alphabet="ipa" xml:lang="xx-zz"'), /not a known language code/],
    ['an entity', `<!DOCTYPE lexicon [<!ENTITY a "b">]>${PLS('').split('\n').slice(1).join('\n')}`, /DTD/],
  ])('rejects a file with %s', (_, content, message) => {
    expect(() => readLexicon(content, 'pls', NONE)).toThrow(message);
  });
});

const ENTRIES: LexiconEntry[] = [
  {
    word: "Kael'thar",
    language: 'en',
    method: 'ipa',
    pronunciation: null,
    ipa: 'ˈkeɪl.θɑːr',
    description: 'A "city" & more',
    context: null,
  },
  {
    word: 'nginx',
    language: 'en',
    method: 'spelled',
    pronunciation: 'engine x',
    ipa: null,
    description: null,
    context: null,
  },
  {
    word: '=1+1',
    language: 'en',
    method: 'spelled',
    pronunciation: 'a, "b"',
    ipa: null,
    description: null,
    context: null,
  },
];

/** Two pronunciations of one word. */
const HOMOGRAPHS: LexiconEntry[] = ['led', 'leed'].map((pronunciation, index) => ({
  ...{ word: 'lead', language: 'en', method: 'spelled', pronunciation, ipa: null, description: null },
  context: index === 0 ? { before: ['a', 'of'], after: ['pipe & co'] } : null,
}));

describe('a lexicon', () => {
  test.each(['pls', 'tbx', 'csv'] as const)('written as %s reads as the same entries', (format) => {
    const { entries, problems } = readLexicon(
      writeLexicon(ENTRIES, format, { language: 'en' }),
      format,
      NONE,
    );
    expect(problems).toEqual([]);
    expect(entries.map(({ row: _, ...entry }) => entry)).toEqual(ENTRIES);
  });

  test.each(['pls', 'tbx', 'csv'] as const)('for all locales stays so in %s', (format) => {
    const all = ENTRIES.map((entry) => ({ ...entry, language: '*' }));
    const { entries } = readLexicon(writeLexicon(all, format, { language: '*' }), format, NONE);
    expect(entries.map(({ language }) => language)).toEqual(['*', '*', '*']);
  });

  test.each(['tbx', 'csv'] as const)('keeps the contexts of a word in %s', (format) => {
    const { entries, problems } = readLexicon(
      writeLexicon(HOMOGRAPHS, format, { language: 'en' }),
      format,
      NONE,
    );
    expect([entries.map(({ row: _, ...entry }) => entry), problems]).toEqual([HOMOGRAPHS, []]);
  });

  test('reports a word that has the same context twice, in any order', () => {
    const content = 'word,language,ipa,before\nlead,en,a,a;the\nlead,en,b,The; A\nlead,en,c,of\n';
    const { entries, problems } = readLexicon(content, 'csv', NONE);
    expect([entries.map(({ ipa }) => ipa), problems.map(({ row }) => row)]).toEqual([['a', 'c'], [3]]);
  });

  test('reads TBX 2 with its pronunciation notes, and counts terms without one', () => {
    const content = `<?xml version="1.0"?><martif type="TBX" xml:lang="en"><text><body>
<termEntry id="1"><langSet xml:lang="de-DE"><descrip type="definition">Stadt</descrip>
<tig><term>Soest</term><termNote type="pronunciation">/zoːst/</termNote></tig></langSet></termEntry>
<termEntry id="2"><langSet xml:lang="en"><ntig><termGrp><term>dull</term></termGrp></ntig></langSet></termEntry>
</body></text></martif>`;
    const { entries, problems } = readLexicon(content, 'tbx', NONE);
    expect(entries).toEqual([
      {
        word: 'Soest',
        language: 'de-de',
        method: 'ipa',
        ipa: 'zoːst',
        pronunciation: null,
        description: 'Stadt',
        context: null,
        row: 3,
      },
    ]);
    expect(problems).toEqual([{ row: 4, message: 'Terms without a pronunciation were skipped: 1.' }]);
  });

  test('reads a csv with other names and any delimiter, and reports each bad row', () => {
    const content =
      'Grapheme;Locale;Alias;Phoneme\nSQL;en_US;sequel;\nGIF;;;dʒɪf\n;en;x;\nx;zz-zz;x;\ny;en;;\n';
    const { entries, problems } = readLexicon(content, 'csv', { language: '*' });
    expect(said(entries)).toEqual([
      ['SQL', 'en-us', 'sequel'],
      ['GIF', '*', 'dʒɪf'],
    ]);
    expect(problems.map(({ row }) => row)).toEqual([4, 5, 6]);
    expect(readLexicon('word,ipa\nGIF,dʒɪf\n', 'csv', NONE).problems).toEqual([
      {
        row: 2,
        message: expect.stringMatching(/no language.* column "language".* `language` of the import/),
      },
    ]);
    expect(() => readLexicon('a,b\n1,2\n', 'csv', NONE)).toThrow(/must name the columns/);
  });
});

test('a phoneme tag escapes characters that would end its attribute', () => {
  expect(phonemeTag('a"b&c<d', 'word')).toBe(
    '<phoneme alphabet="ipa" ph="a&quot;b&amp;c&lt;d">word</phoneme>',
  );
});

test('phoneme tags are parsed back to the words and their pronunciations', () => {
  const text = `Say ${phonemeTag('a"b&c', 'x y')}'s.`;
  expect(phonemeParts(text)).toEqual([{ text: 'Say ' }, { text: 'x y', ipa: 'a"b&c' }, { text: "'s." }]);
  expect(phonemeParts('')).toEqual([{ text: '' }]);
});
