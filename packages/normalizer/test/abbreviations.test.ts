import { describe, expect, test } from 'vitest';
import { DE } from '../src/data/de.ts';
import { EN } from '../src/data/en.ts';
import { ES } from '../src/data/es.ts';
import { FR } from '../src/data/fr.ts';
import { IT } from '../src/data/it.ts';
import { PT } from '../src/data/pt.ts';
import { normalizeText } from './support/normalize.ts';

const LEXICONS = { 'de-de': DE, 'en-us': EN, 'es-es': ES, 'fr-fr': FR, 'it-it': IT, 'pt-br': PT };

const say = (locale: string, text: string) => normalizeText(text, locale).spoken;

describe('a word at the end of a sentence stays', () => {
  test.each([
    ['fr-fr', "C'est un jeu."],
    ['fr-fr', 'Mon ex-mari est là.'],
    ['fr-fr', 'Elle a vu son ex. Il dort.'],
    ['fr-fr', 'Me voilà enfin.'],
    ['es-es', 'Vimos el mar.'],
    ['es-es', 'Vimos el mar. Era azul.'],
    ['de-de', 'Das ist Jan.'],
    ['de-de', 'Das ist Jan. Er wohnt hier.'],
    ['de-de', 'Ich heiße Max. Und du?'],
    ['en-us', 'My name is Max.'],
    ['en-gb', 'My name is Max. I sing.'],
    ['en-us', 'We looked at the Sun. It was red.'],
    ['en-us', 'I saw the Col. Then I left.'],
    ['it-it', 'Ciao Max come stai?'],
    ['pt-br', 'Quero sol e mar.'],
  ])('%s: %s', (locale, text) => {
    expect(say(locale, text)).toBe(text);
  });
});

describe('no rule reads the words of another', () => {
  test.each([
    ['fr-fr', "J'en ai 7.", "J'en ai sept."],
    ['fr-fr', 'Appelez le 17.', 'Appelez le dix-sept.'],
    ['pt-br', 'São 10.', 'São dez.'],
    ['pt-br', 'Já são 10. Vamos.', 'Já são dez. Vamos.'],
    ['fr-fr', 'Il habite une HLM. Elle aussi.', 'Il habite une H L M. Elle aussi.'],
  ])('%s: %s', (locale, text, spoken) => {
    expect(say(locale, text)).toBe(spoken);
  });
});

describe('an abbreviation is read in its places, and its sentence ends with a period', () => {
  test.each([
    ['en-us', 'Bring pens, paper, etc. Then sit.', 'Bring pens, paper, et cetera. Then sit.'],
    ['en-us', 'It took 5 hrs. Then we left.', 'It took five hours. Then we left.'],
    ['en-us', 'Max. speed is 30.', 'Maximum speed is thirty.'],
    ['en-us', 'Ask the dept. about it.', 'Ask the department about it.'],
    ['en-us', 'Gen. Grant won.', 'General Grant won.'],
    ['en-us', 'On Sun. 5 people came.', 'On Sunday five people came.'],
    ['de-de', 'Nur 5 Std. Fahrt.', 'Nur fünf Stunden Fahrt.'],
    ['de-de', 'Es dauert 5 Std. Dann gehen wir.', 'Es dauert fünf Stunden. Dann gehen wir.'],
    ['de-de', 'Obst, z.B. Äpfel usw. Mehr nicht.', 'Obst, zum Beispiel Äpfel und so weiter. Mehr nicht.'],
    ['de-de', 'Die St.-Anna-Kirche ist alt.', 'Die Sankt-Anna-Kirche ist alt.'],
    ['fr-fr', 'M. et Mme Petit dînent.', 'Monsieur et Madame Petit dînent.'],
    ['fr-fr', 'Ouvert lun.-ven.', 'Ouvert du lundi au vendredi.'],
    ['fr-fr', 'Il reste 5 min. On y va.', 'Il reste cinq minutes. On y va.'],
  ])('%s: %s', (locale, text, spoken) => {
    expect(say(locale, text)).toBe(spoken);
  });
});

describe('an abbreviation of several words is not matched by one of them', () => {
  test.each([
    ['pt-br', 'Sra. Silva chegou.', 'Senhora Silva chegou.'],
    ['pt-br', 'V. também viu.', 'V. também viu.'],
    ['pt-br', 'V. Exa. também viu.', 'Vossa Excelência também viu.'],
    ['es-es', 'La Sra. Gil llegó.', 'La Señora Gil llegó.'],
    ['fr-fr', 'J. part demain.', 'J. part demain.'],
    ['de-de', 'Der Chr. Verein', 'Der Chr. Verein'],
  ])('%s: %s', (locale, text, spoken) => {
    expect(say(locale, text).toLowerCase()).toBe(spoken.toLowerCase());
  });

  test.each(Object.entries(LEXICONS))(
    '%s has no entry that is a word of another with its meaning',
    (_, { abbreviations }) => {
      const entries = Object.entries(abbreviations);
      for (const [key, { spoken }] of entries) {
        if (!key.includes(' ')) continue;
        for (const part of key.split(' '))
          expect(abbreviations[part]?.spoken, `${part} of ${key}`).not.toBe(spoken);
      }
    },
  );
});

describe('a row of initials stays together', () => {
  test.each([
    ['fr-fr', 'La S.A.R.L. Dupont ouvre.'],
    ['fr-fr', 'Le S.M.I.C. monte.'],
    ['fr-fr', 'Le P.-D.G. parle.'],
    ['fr-fr', 'La R.A.T.P. embauche.'],
    ['de-de', 'Das B.G.B. gilt.'],
    ['de-de', 'Die G.m.b.H. zahlt.'],
    ['es-es', 'La U.N.A.M. abre.'],
    ['it-it', 'La C.G.I.L. protesta.'],
    ['pt-br', 'O I.B.G.E. publica.'],
  ])('%s: %s', (locale, text) => {
    expect(say(locale, text)).toBe(text);
  });
});

/** Words in capitals may be spelled by other rules. */
const isLetters = (key: string) => /^\p{L}\p{Ll}+\.$/u.test(key);

describe.each(Object.entries(LEXICONS))('%s', (locale, { abbreviations, openers }) => {
  const [opener = ''] = openers.split(' ');

  test('an abbreviation that can be a word is never read at the end of a sentence', () => {
    for (const [key, { places }] of Object.entries(abbreviations)) {
      if (!isLetters(key) || places.includes('anywhere')) continue;
      const word = key.slice(0, -1);
      for (const text of [key, `«${key}»`, `${word}!`, `${word}?`, `${key}\n`, `${key} ${opener}`])
        expect(say(locale, text)).toBe(text);
    }
  });
});
