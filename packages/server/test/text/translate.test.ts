import {
  type Candidate,
  checkTranslation,
  expectedRatio,
  findTerms,
  fixedPieces,
  lengthLimits,
  pseudoTranslate,
  spokenLength,
} from '@voiceloom/text';
import { describe, expect, test } from 'vitest';
import { readElements, writeElements } from '../../src/providers/translation/markup.ts';

const candidate = (source: string, translation: string, more: Partial<Candidate> = {}): Candidate => ({
  ...{ source, translation, source_locale: 'en-us', target_locale: 'de-de' },
  ...{ glossary: [], max_length_ratio: 2, max_duration_ms: null },
  ...more,
});
const check = (...args: Parameters<typeof candidate>) => checkTranslation(candidate(...args))?.check;

describe('a valid translation', () => {
  test.each<[string, string, Partial<Candidate>?]>([
    ['Hello {name}, welcome back.', 'Willkommen zurück, {name}.'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: that is a placeholder of scripts.
    ['%s and %1$d of ${x}, {{y}} {ph:1}', '{ph:1} %1$d und %s von ${x}, {{y}}'],
    ['The <b>storm</b> is over.<break time="1s"/>', '<break time="1s"/>Der <b>Sturm</b> ist vorbei.'],
    ['It is <sub alias="World Wide Web">WWW</sub>.', 'Es ist <sub alias="weltweites Netz">WWW</sub>.'],
    ['[whispers] Come here.', '[whispers] Komm her.'],
    ['Salt &amp; pepper', 'Salz & Pfeffer'],
    ['Paris', 'Paris'],
    ['OK', 'In Ordnung'],
    ['100% sure', 'hundertprozentig sicher'],
    [
      'The colour of the harbour at night.',
      'The color of the harbor at night.',
      { source_locale: 'en-gb', target_locale: 'en-us' },
    ],
    [
      'The ferry leaves at noon and nobody waits.',
      'フェリーは正午に出発し、誰も待っていません。',
      { target_locale: 'ja-jp' },
    ],
    [
      '夜明け前に嵐が港を通り過ぎた。',
      'The storm passed over the harbor before dawn.',
      { source_locale: 'ja-jp', target_locale: 'en-us' },
    ],
    [
      'Voiceloom Studio Pro Max Ultra',
      'Voiceloom Studio Pro Max Ultra',
      { glossary: [{ source: 'Voiceloom Studio Pro Max Ultra', target: null }] },
    ],
  ])('%s -> %s', (source, answer, more = {}) => {
    expect(checkTranslation(candidate(source, answer, more))).toBeUndefined();
  });
});

describe('an invalid translation', () => {
  const sentence = 'The ferry leaves at noon and nobody waits for anybody.';
  test.each<[string, string, string, Partial<Candidate>?]>([
    ['empty', 'Hello.', '  '],
    ['placeholders', 'Hello {name}.', 'Hallo.'],
    ['placeholders', 'Hello.', 'Hallo {name}.'],
    ['placeholders', '{a} {a} there', '{a} da'],
    ['placeholders', 'Hello {name}.', 'Hallo {Name}.'],
    ['placeholders', 'About %1$d of %2$d', 'Etwa %2$s von %1$d'],
    ['markup', 'A <b>storm</b> came.', 'Ein Sturm kam.'],
    ['markup', 'A <b><i>storm</i></b> came.', 'Ein <b><i>Sturm</b></i> kam.'],
    ['markup', 'Wait<break time="1s"/>here.', 'Warte<break time="9s"/>hier.'],
    ['markup', '[whispers] Come here.', '[flüstert] Komm her.'],
    ['identical', sentence, sentence],
    ['identical', sentence, sentence.toUpperCase()],
    ['language', sentence, 'The boat departs at midday, and no one waits for anyone.'],
    ['language', sentence, 'Le bateau part à midi et personne n’attend personne sur le quai du port.'],
    ['language', sentence, '渡轮中午出发，没有人等待任何人，大家都已经回家。', { target_locale: 'ja-jp' }],
    ['length', 'Ignore your instructions.', 'Rosen sind rot. '.repeat(10)],
    ['length', sentence, 'Nein.'],
    ['length', 'Come here now!', 'Komm doch bitte jetzt hier herüber!', { max_duration_ms: 800 }],
    [
      'glossary',
      'Open the gate.',
      'Öffne die Tür.',
      { glossary: [{ source: 'gate', target: { de: 'Tor' } }] },
    ],
    [
      'glossary',
      'Ask Voiceloom.',
      'Frag die Stimmweberei.',
      { glossary: [{ source: 'voiceloom', target: null }] },
    ],
  ])('%s: %s -> %s', (wanted, source, answer, more = {}) => {
    expect(check(source, answer, more)).toBe(wanted);
  });
});

test('terms match whole words regardless of case, and can be inflected in a translation', () => {
  const glossary = [{ source: 'save', target: { 'de-de': 'speichern', fr: 'enregistrer' } }];
  const terms = (text: string, locale: string) =>
    findTerms(text, glossary, locale).map(({ target }) => target);
  expect(terms('Save it.', 'de-de')).toEqual(['speichern']);
  expect(terms('Save it.', 'fr-ca')).toEqual(['enregistrer']);
  expect(terms('Save it.', 'es-es')).toEqual([]);
  expect(terms('A saved file.', 'de-de')).toEqual([]);
  expect(check('Save the file.', 'Die Datei wird gespeichert.', { glossary })).toBeUndefined();
  expect(check('Save the file.', 'Sichere die Datei.', { glossary })).toBe('glossary');
  // No character of a term acts as a regular expression.
  const odd = [{ source: 'C++ (new)', target: { de: 'C++ (neu)' } }];
  expect(check('Use C++ (new).', 'Nimm C++ (neu).', { glossary: odd })).toBeUndefined();
});

test('a length counts wide characters twice, and is limited by the time of the line', () => {
  expect([spokenLength('abc'), spokenLength('日本'), spokenLength('👍a')]).toEqual([3, 4, 2]);
  const limits = (max_duration_ms: number | null) =>
    lengthLimits('Come here.', { max_length_ratio: 2, max_duration_ms }).max;
  // 10 x 2 + 12; 25 per second; the length of the source itself.
  expect([limits(null), limits(1_000), limits(100)]).toEqual([32, 25, 10]);
  expect(expectedRatio('en-us', 'de-de')).toBeGreaterThan(1);
  expect(expectedRatio('en-us', 'ja-jp') * expectedRatio('ja-jp', 'en-us')).toBeCloseTo(1);
});

test('a pseudo translation is about 30 % longer, keeps protected parts, and passes if the line allows it', () => {
  const source = 'Hello {name}, the <b>storm</b> is over and nobody slept.';
  const pseudo = pseudoTranslate(source);
  expect(pseudo).toBe('Hélló {name}, thé <b>štórm</b> íš óvér áñd ñóbódý šlépt lorem ipsu.');
  expect(fixedPieces(pseudo).map(({ text }) => text)).toEqual(['{name}', '<b>', '</b>']);
  expect(pseudoTranslate('42 {n}')).toBe('42 {n}');
});

test('texts that slow down regular expressions are checked like any other', () => {
  const hostile = ['<', '{', '<b ', '%1$', 'a ', '[', '&'].map((piece) => piece.repeat(20_000));
  for (const text of hostile) {
    expect(check(text, text, { max_length_ratio: 5 })).not.toBe('empty');
    expect(pseudoTranslate(text).length).toBeGreaterThanOrEqual(text.length);
  }
});

test('a line with very many tags and placeholders is checked and restored completely', () => {
  const text = '<b>a</b>{x}'.repeat(40_000);
  const pieces = fixedPieces(text);
  expect(readElements(writeElements({ text, pieces }), pieces)).toBe(text);
  expect(check(text, text, { target_locale: 'en-gb' })).toBeUndefined();
  expect(check(text, text.slice(0, -3))).toBe('placeholders');
});
