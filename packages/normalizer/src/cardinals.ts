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
  max: number;
  say(value: number): string;
}

/** The words of the library up to `max`, with its spelling corrected. */
const createCardinals = (
  max: number,
  cardinal: (value: number) => string,
  correct = (words: string) => words,
): Cardinals => ({ max, say: (value) => correct(cardinal(value)) });

const BILLIONS = 999_999_999_999;

const NORWEGIAN = createCardinals(999, norwegian, (words) =>
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
  cs: createCardinals(999, czech, (words) => words.replace(/jedna$/, 'jeden')),
  da: createCardinals(99, danish, (words) => words.replace(/(?<!hal[fv])treds/, 'tres')),
  // CLDR 48 misspells ninety.
  el: createCardinals(999, greek, (words) => words.replace(/εκατό (?=.)/, 'εκατόν ')),
  fa: createCardinals(999, persian, (words) =>
    words.replaceAll('ي', 'ی').replace('چهار صد', 'چهارصد').replace('نه صد', 'نهصد'),
  ),
  fi: createCardinals(999, finnish, (words) => words.replace(/ sata/, 'sataa').replaceAll(' ', '')),
  hr: createCardinals(999, croatian, (words) =>
    words.replace(/deset (?=.)/, 'deset i ').replace('šesto', 'šeststo'),
  ),
  hu: createCardinals(99_999, hungarian, (words) => words.replace(/két$/, 'kettő')),
  id: createCardinals(BILLIONS, indonesian),
  lt: createCardinals(999, lithuanian, (words) => words.replace('vienas šimtas', 'šimtas')),
  lv: createCardinals(99, latvian),
  ms: createCardinals(999_999_999, malay, (words) => words.replace('sifar', 'kosong')),
  nb: NORWEGIAN,
  no: NORWEGIAN,
  nl: createCardinals(999, dutch, (words) => words.replaceAll('één', 'een')),
  pl: createCardinals(BILLIONS, polish),
  ru: createCardinals(BILLIONS, russian),
  // The library has a Latin letter in one word.
  sr: createCardinals(999, serbian, (words) =>
    words
      .replaceAll('o', 'о')
      .replace(/десет (?=.)/, 'десет и ')
      .replace('шесто', 'шестсто')
      .replace('девесто', 'деветсто'),
  ),
  sv: createCardinals(999, swedish, (words) =>
    words.replaceAll(/ och |[- ]/g, '').replace(/^hundra/, 'etthundra'),
  ),
  sw: createCardinals(999, swahili, (words) => words.replace(/(mia \S+) (?!na )/, '$1 na ')),
  th: createCardinals(BILLIONS, thai, (words) => words.replaceAll(/(?<=ร้อย|พัน)เอ็ด/g, 'หนึ่ง')),
  tr: createCardinals(BILLIONS, turkish),
  // The library has Latin letters in some words.
  uk: createCardinals(BILLIONS, ukrainian, (words) => words.replaceAll('i', 'і').replaceAll("'", 'ʼ')),
  vi: createCardinals(999, vietnamese, (words) => words.replaceAll('mươi bốn', 'mươi tư')),
};
