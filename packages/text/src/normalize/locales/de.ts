import { toCardinal, toOrdinal } from 'n2words/de-DE';
import { DE, MONTHS } from '../data/de.ts';
import { fullYear, numberFormat, readRoman, wordSet } from '../numbers.ts';
import type { Form, Found, Language, Rule } from '../types.ts';
import { createLanguage } from '../western/index.ts';
import { CLOCK, EDGE, END, ISO_DATE, romanAfter, rule, rules, SPACE, wordRule } from '../western/rules.ts';

/** `ein Euro`, `eine Krone`, `einhundertein Pfund`, and `eins` where nothing follows. */
function cardinal(
  value: number,
  { gender, before_noun }: Form = { gender: 'm', before_noun: false },
): string {
  const words = toCardinal(value);
  if (!before_noun || !words.endsWith('eins')) return words;
  return words.slice(0, -1) + (gender === 'f' ? 'e' : '');
}

/** The ordinal without its ending. */
function stem(value: number): string {
  return value === 0 ? 'nullst' : toOrdinal(value).slice(0, -1);
}

/** 1984 is nineteen hundred and eighty-four; 1066 and 2026 are thousands. */
function year(value: number): string {
  if (value < 1100 || value > 1999) return cardinal(value);
  const rest = value % 100;
  return `${cardinal(Math.floor(value / 100))}hundert${rest === 0 ? '' : cardinal(rest)}`;
}

const FEMININE = /^\p{Lu}\p{Ll}*(?:ung|heit|keit|schaft|ion|tät|enz|anz|ie|ik|ur|in|e)$/u;
const NOT_FEMININE = wordSet(
  'Käse Ende Auge Name Junge Kunde Kollege Zeuge Löwe Hase Interesse Gebäude Gemüse Termin Euro Berlin Benzin Abitur Wein Stein Verein Kilo Erbe Getreide Gebirge Russe Franzose Deutsche Drittel',
);
const FEMININE_WORDS = wordSet(
  'Frau Stadt Nacht Hand Person Uhr Zahl Art Wahl Tür Bank Kuh Maus Mark Milliarde Chance Mutter Tochter Schwester Nummer Fahrt Antwort Million',
);

/** The noun after a number, or the one after an adjective that shows its gender. */
function formBefore(after: string): Form {
  const noun = /^ (\p{Lu}\p{Ll}+)(?![\p{L}])/u.exec(after)?.[1];
  if (noun === undefined) return { gender: 'm', before_noun: false };
  const feminine = FEMININE_WORDS.has(noun) || (FEMININE.test(noun) && !NOT_FEMININE.has(noun));
  return { gender: feminine ? 'f' : 'm', before_noun: true };
}

const YEAR_BEFORE =
  /(?:^|[\s(])(?:Jahr|Jahre|Jahres|Jahren|seit|anno|Sommer|Winter|Herbst|Frühjahr|Frühling|Anfang|Mitte|Ende|Baujahr|Jahrgang|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\s$/;

const BY_CONTEXT: [RegExp, string][] = [
  [
    /(?:^|[\s(„"])(?:am|vom|zum|im|beim|ab|bis|dem|den|des|seit|nach|vor|zur|einem|einen|ihrem|seinem|unserem|ihren|seinen|der beiden|mit) $/i,
    'en',
  ],
  [/(?:^|[\s(„"])(?:der|die|das|eine|jede|dieser|diese|dieses|seine|ihre|unsere|meine|deine) $/i, 'e'],
  [/(?:^|[\s(„"])(?:ein|sein|ihr|unser|mein|dein|kein) $/i, 'er'],
];

function ending(before: string): string | undefined {
  return BY_CONTEXT.find(([pattern]) => pattern.test(before))?.[1];
}

const MONTH = `(?<month>${MONTHS.join('|')}|Jänner|(?:Jan|Feb|Mrz|Apr|Jun|Jul|Aug|Sept|Sep|Okt|Nov|Dez)\\.)`;
const DAY = '(?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonnabend|Sonntag)';
const WEEKDAY = new RegExp(
  `(?:^|\\s)(?<article>am|vom|zum|im|dem|den|bis|der|die)? ?${DAY}, (?:(?<second>der|den|dem) )?$`,
);

function ordinalAt(value: number, before: string): string {
  const day = WEEKDAY.exec(before)?.groups;
  if (day?.second === 'der') return `${stem(value)}e`;
  if (day) return stem(value) + (day.second || day.article ? 'en' : 'er');
  return stem(value) + (ending(before) ?? 'er');
}

const monthOf = (name: string): string =>
  name === 'Mrz.' ? 'März' : (MONTHS.find((month) => month.startsWith(name.slice(0, 3))) ?? name);

/** The day with the required ending; the month by number or name. */
function sayDate({ groups, before }: Found): string | undefined {
  const { day, month = '' } = groups;
  const name = /^\d/.test(month) ? MONTHS[Number(month) - 1] : monthOf(month);
  if (name === undefined || Number(day) < 1 || Number(day) > 31) return undefined;
  const full = fullYear(groups.year);
  return `${ordinalAt(Number(day), before)} ${name}${full === undefined ? '' : ` ${year(Number(full))}`}`;
}

const DIVISION =
  /(?:Version|Kapitel|Abschnitt|Absatz|Punkt|Ziffer|Artikel|Nummer|Nr\.|Abb\.|Tab\.|Release) $/;

/** `am 1.5.` because of its article; `31.12.` because of its two digits, if it is not a section number. */
function isDayAndMonth({ before, groups }: Found): boolean {
  if (ending(before) !== undefined) return true;
  return groups.day?.length === 2 && groups.month?.length === 2 && !DIVISION.test(before);
}

function dates(): Rule[] {
  const named = `(?<day>\\d{1,2})\\.${SPACE}?${MONTH}(?![\\p{L}])(?: (?<year>\\d{4})${END})?`;
  const dotted = `(?<day>\\d{1,2})\\.${SPACE}?(?<month>\\d{1,2})\\.${SPACE}?(?<year>\\d{4}|\\d{2})`;
  return [
    rule('date', ISO_DATE, sayDate),
    rule('date', `${EDGE}${dotted}${END}(?!\\.\\d)`, sayDate),
    rule('date', `${EDGE}(?<day>\\d{1,2})\\.(?<month>0?[1-9]|1[0-2])\\.(?![\\d])`, (found) =>
      isDayAndMonth(found) ? sayDate(found) : undefined,
    ),
    rule('date', `${EDGE}(?<from>\\d{1,2})\\.?${SPACE}?(?:[-–]|bis)${SPACE}?${named}`, (found) => {
      const last = sayDate(found);
      const from = ordinalAt(Number(found.groups.from), found.before);
      return last === undefined ? undefined : `${from} bis ${last}`;
    }),
    rule('date', `${EDGE}${named}`, sayDate),
    rule(
      'date',
      `${EDGE}(?<decade>1\\d{2}0|20\\d0|[2-9]0)er(?<end>n?)${END}`,
      ({ groups }) => `${year(Number(groups.decade))}er${groups.end ?? ''}`,
    ),
  ];
}

function times(): Rule[] {
  const clock = ({ groups }: Found): string | undefined => {
    const { hour = '', minute = '0', second, from } = groups;
    if (Number(hour) > 24 || Number(minute) > 59) return undefined;
    const form: Form = { gender: 'n', before_noun: true };
    const low = from === undefined ? '' : `${cardinal(Number(from), form)} bis `;
    const rest = Number(minute) === 0 && second === undefined ? '' : ` ${cardinal(Number(minute))}`;
    const seconds =
      second === undefined
        ? ''
        : ` und ${cardinal(Number(second), { gender: 'f', before_noun: true })} Sekunden`;
    return `${low}${cardinal(Number(hour), form)} Uhr${rest}${seconds}`;
  };
  return rules('time', clock, [
    `${EDGE}(?<hour>\\d{1,2})[:.](?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d))?${SPACE}?(?:Uhr|h)${END}`,
    `${EDGE}(?:(?<from>\\d{1,2})${SPACE}?[-–]${SPACE}?)?(?<hour>\\d{1,2})${SPACE}?Uhr(?:${SPACE}(?<minute>[0-5]?\\d)(?![\\p{L}\\p{N}.,%€]))?${END}`,
    `${CLOCK}(?![\\p{N}:])`,
  ]);
}

const ORDERED =
  'Platz|Kapitel|Stock|Etage|Akt|Szene|Teil|Band|Klasse|Jahrhunderts?|Jh\\.|Weltkriegs?|Semester|Spieltag|Runde|Versuch|Auflage|Liga|Geburtstag|Advent|Mal|Tag|Schritt|Halbzeit|Minute|Bezirk|Gang|Quartal|Jubiläum|Staffel|Folge|Preis|Rang';
const NOUN_AFTER = /^ (?:\p{Lu}|[\p{Ll}]+(?:e|en|er|es|em) \p{Lu})/u;

const ORDINALS: readonly Rule[] = [
  rule('ordinal', `${EDGE}(?<number>\\d{1,4})\\.(?= (?:${ORDERED})(?![\\p{Ll}]))`, ({ groups, before }) =>
    ordinalAt(Number(groups.number), before),
  ),
  rule('ordinal', `${EDGE}(?<number>\\d{1,3})\\.(?= \\p{L})`, ({ groups, before, after }) => {
    const end = NOUN_AFTER.test(after) ? ending(before) : undefined;
    return end === undefined ? undefined : stem(Number(groups.number)) + end;
  }),
  rule(
    'ordinal',
    `${EDGE}(?<number>\\d{1,3})(?<end>ten|te|ter|tes|sten|ste|ster|stes)${END}`,
    ({ groups }) => stem(Number(groups.number)) + (groups.end ?? '').replace(/^s?t/, ''),
  ),
  rule(
    'number',
    `(?<!\\d[.,])${EDGE}(?<number>\\d{1,4})(?:x(?![\\p{L}\\p{N}])|(?<word>mal|fach|fache|fachen|er|jährig|jährige|jährigen|jähriger|tägig|tägige|tägigen)${END})`,
    ({ groups }) =>
      `${cardinal(Number(groups.number), { gender: 'm', before_noun: true })}${groups.word ?? 'mal'}`,
  ),
  rule(
    'number',
    `(?<!\\d[.,])${EDGE}(?<number>\\d{1,4})-(?<word>mal|fach|jährig|jährige|jährigen|jähriger|tägig|tägige|tägigen|stündig|stündige|stündigen|prozentig|prozentige|köpfige|köpfigen)${END}`,
    ({ groups }) => `${cardinal(Number(groups.number), { gender: 'm', before_noun: true })}${groups.word}`,
  ),
];

const REGNAL =
  'Ludwig|Heinrich|Friedrich|Wilhelm|Karl|Otto|Leopold|Franz|Joseph|Josef|Maximilian|Rudolf|Albrecht|Georg|Eduard|Philipp|Johannes|Johannes Paul|Paul|Pius|Benedikt|Leo|Gregor|Elisabeth|Katharina|Napoleon|Alexander|Nikolaus|Peter|König|Papst|Kaiser';

const WORDS: readonly Rule[] = [
  wordRule('abbreviation', `${EDGE}S\\.(?= ?[\\d\u{E001}])`, () => 'Seite'),
  wordRule(
    'roman',
    `(?<=(?<![\\p{L}])(?:${REGNAL}) )(?<roman>[IVXL]{1,6})(?:\\.|${END})`,
    ({ groups, text, before, after }) => {
      const value = readRoman(groups.roman ?? '');
      const feminine = /(?:Elisabeth|Katharina) $/.test(before);
      const stop = text.endsWith('.') && /^["”“]?\s*$/.test(after) ? '.' : '';
      return value === undefined ? undefined : `${feminine ? 'die' : 'der'} ${titled(stem(value))}e${stop}`;
    },
  ),
  romanAfter('Kapitel|Teil|Band|Akt|Szene|Artikel|Typ', (value) => cardinal(value)),
  wordRule(
    'abbreviation',
    `${EDGE}(?<name>\\p{Lu}[\\p{L}-]{2,30})str\\.(?= ?[\\d\u{E001},]|$)`,
    ({ groups }) => `${groups.name}straße`,
  ),
];

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export function german(locale: string): Language {
  return createLanguage({
    format: numberFormat(locale),
    lexicon: DE,
    cardinal,
    formBefore,
    decimals: 'digits',
    linkMagnitude: (magnitude, noun) => `${magnitude} ${noun}`,
    joinMoney: (major, { value }) => `${major} ${cardinal(value)}`,
    fraction(top, bottom) {
      if (top < 1 || bottom < 2 || bottom > 100 || top >= bottom) return undefined;
      if (bottom === 2) return top === 1 ? 'ein halb' : undefined;
      return `${cardinal(top, { gender: 'n', before_noun: true })} ${titled(stem(bottom))}el`;
    },
    joinFraction: (whole, part) =>
      part === 'ein halb'
        ? `${whole}einhalb`
        : `${whole} ${part.replace(/ (\p{Lu})/u, (_, letter) => letter.toLowerCase())}`,
    year,
    isYear: (value, { before, after }) =>
      value >= 1100 &&
      value <= 2099 &&
      (YEAR_BEFORE.test(before) || !/^ \p{Lu}/u.test(after)) &&
      !/\p{L}-?$/u.test(before),
    phones: [
      '(?<![\\p{L}\\p{N}-])(?<!\\d )\\(?0\\d{2,5}\\)?[ /-]{1,3}\\d{2,9}(?:[ -]\\d{2,6}){0,4}(?![\\d-])',
    ],
    own: { dates: dates(), times: times(), ordinals: ORDINALS, words: WORDS },
  });
}
