import { toCardinal as czech } from 'n2words/cs-CZ';
import { toCardinal as danish } from 'n2words/da-DK';
import { toCardinal as greek } from 'n2words/el-GR';
import { toCardinal as persian } from 'n2words/fa-IR';
import { toCardinal as finnish } from 'n2words/fi-FI';
import { toCardinal as croatian } from 'n2words/hr-HR';
import { toCardinal as hungarian } from 'n2words/hu-HU';
import { toCardinal as indonesian } from 'n2words/id-ID';
import { toCardinal as lithuanian } from 'n2words/lt-LT';
import { toCardinal as latvian } from 'n2words/lv-LV';
import { toCardinal as malay } from 'n2words/ms-MY';
import { toCardinal as norwegian } from 'n2words/nb-NO';
import { toCardinal as dutch } from 'n2words/nl-NL';
import { toCardinal as polish } from 'n2words/pl-PL';
import { toCardinal as russian } from 'n2words/ru-RU';
import { toCardinal as serbian } from 'n2words/sr-Cyrl-RS';
import { toCardinal as swedish } from 'n2words/sv-SE';
import { toCardinal as swahili } from 'n2words/sw-KE';
import { toCardinal as thai } from 'n2words/th-TH';
import { toCardinal as turkish } from 'n2words/tr-TR';
import { toCardinal as ukrainian } from 'n2words/uk-UA';
import { toCardinal as vietnamese } from 'n2words/vi-VN';

/** The whole numbers of a language: the highest one whose words match CLDR, and the function for the words. */
export interface Cardinals {
  most: number;
  say(value: number): string;
}

const upTo = (
  max: number,
  cardinal: (value: number) => string,
  corrected = (words: string) => words,
): Cardinals => ({ most: max, say: (value) => corrected(cardinal(value)) });

const BILLIONS = 999_999_999_999;

const NORWEGIAN = upTo(999, norwegian, (words) =>
  words
    .replace(/(^|[- ])en$/, '$1én')
    .replace('en hundre', 'hundre')
    .replaceAll('-', '')
    .replaceAll('syv', 'sju'),
);

/**
 * Languages without rules for which the library spells whole numbers like CLDR (`spellout-numbering` or the masculine
 * form), if necessary after a correction of spelling. Numbers in other languages are left to the voice.
 */
export const CARDINALS: Readonly<Record<string, Cardinals>> = {
  cs: upTo(999, czech, (words) => words.replace(/jedna$/, 'jeden')),
  da: upTo(99, danish, (words) => words.replace(/(?<!hal[fv])treds/, 'tres')),
  // CLDR 48 misspells ninety.
  el: upTo(999, greek, (words) => words.replace(/εκατό (?=.)/, 'εκατόν ')),
  fa: upTo(999, persian, (words) =>
    words.replaceAll('ي', 'ی').replace('چهار صد', 'چهارصد').replace('نه صد', 'نهصد'),
  ),
  fi: upTo(999, finnish, (words) => words.replace(/ sata/, 'sataa').replaceAll(' ', '')),
  hr: upTo(999, croatian, (words) => words.replace(/deset (?=.)/, 'deset i ').replace('šesto', 'šeststo')),
  hu: upTo(99_999, hungarian, (words) => words.replace(/két$/, 'kettő')),
  id: upTo(BILLIONS, indonesian),
  lt: upTo(999, lithuanian, (words) => words.replace('vienas šimtas', 'šimtas')),
  lv: upTo(99, latvian),
  ms: upTo(999_999_999, malay, (words) => words.replace('sifar', 'kosong')),
  nb: NORWEGIAN,
  no: NORWEGIAN,
  nl: upTo(999, dutch, (words) => words.replaceAll('één', 'een')),
  pl: upTo(BILLIONS, polish),
  ru: upTo(BILLIONS, russian),
  // The library has a Latin letter in one word.
  sr: upTo(999, serbian, (words) =>
    words
      .replaceAll('o', 'о')
      .replace(/десет (?=.)/, 'десет и ')
      .replace('шесто', 'шестсто')
      .replace('девесто', 'деветсто'),
  ),
  sv: upTo(999, swedish, (words) => words.replaceAll(/ och |[- ]/g, '').replace(/^hundra/, 'etthundra')),
  sw: upTo(999, swahili, (words) => words.replace(/(mia \S+) (?!na )/, '$1 na ')),
  th: upTo(BILLIONS, thai, (words) => words.replaceAll(/(?<=ร้อย|พัน)เอ็ด/g, 'หนึ่ง')),
  tr: upTo(BILLIONS, turkish),
  // The library has Latin letters in some words.
  uk: upTo(BILLIONS, ukrainian, (words) => words.replaceAll('i', 'і').replaceAll("'", 'ʼ')),
  vi: upTo(999, vietnamese, (words) => words.replaceAll('mươi bốn', 'mươi tư')),
};
