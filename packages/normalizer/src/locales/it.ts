import { toCardinal, toOrdinal } from 'n2words/it-IT';
import { DAYS, IT, MONTHS, PER, SHORT_MONTHS } from '../data/it.ts';
import { IT_LABELS } from '../data/labels.ts';
import { SPOKEN } from '../markup.ts';
import { countedNoun, numberFormat, wordSet } from '../numbers.ts';
import { SIGNS } from '../signs.ts';
import type { Choices, Form, Language, Match, Noun, Rule } from '../types.ts';
import { arcRules } from '../western/arcs.ts';
import { codeRules, initialismRules, spellCode } from '../western/codes.ts';
import { type ExpressionWords, earlyExpressionRules, lateExpressionRules } from '../western/expressions.ts';
import { createSeasonRule, fractionWordRules } from '../western/fraction-words.ts';
import { createLanguage } from '../western/index.ts';
import { labelRules } from '../western/labels.ts';
import { nameListRules } from '../western/name-lists.ts';
import { isNamedFraction, partRules } from '../western/parts.ts';
import {
  createNameTest,
  type DateWords,
  type FractionNouns,
  keepSentencePeriods,
  romanceDateRules,
  romanceForm,
  sayPart,
} from '../western/romance.ts';
import { readTime, SENTENCE_NEXT } from '../western/romance-clock.ts';
import {
  createDaySpanRule,
  createPostalCodeRule,
  createSequelRule,
  letterTitle,
  otherDateRules,
  romanBefore,
  romanNext,
} from '../western/romance-words.ts';
import {
  CLOCK,
  EDGE,
  END,
  keepPeriod,
  romanAfter,
  romanRule,
  rule,
  SPACE,
  withSpaces,
  wordRule,
} from '../western/rules.ts';
import { spanRules } from '../western/spans.ts';
import { COUNTING } from '../western/western.ts';
import { rangeRules, sayNameSpan, withArticle } from './it-ranges.ts';

/** `un libro`, `una casa`, `uno`; everything else has one form. */
function cardinal(value: number, { gender, before_noun }: Form = COUNTING): string {
  if (value === 1 && gender === 'f') return 'una';
  if (value === 1 && before_noun && gender === 'm') return 'un';
  // A word that ends in "tre" is accented there and nowhere else: `ventitré`, `ventitremila`, but `un milione tre`.
  return toCardinal(value)
    .replace(/ e /g, ' ')
    .replace(/tré/g, 'tre')
    .replace(/(?<=\p{L})tre(?!\p{L})/gu, 'tré');
}

/** The ordinal of a number up to 99,999: `ventitreesimo`, `prima`. */
function ordinal(value: number, feminine = false): string | undefined {
  if (value < 1 || value > 99_999) return undefined;
  let words = toOrdinal(value);
  const isTeen = value % 100 >= 10 && value % 100 < 20;
  if (value > 10 && !isTeen && [3, 6].includes(value % 10))
    words = `${cardinal(value).replace(/é$/, 'e')}esimo`;
  if (feminine) return words.replace(/o$/, 'a');
  return words;
}

const NOUNS = {
  feminine: /(?:a|zione|sione|tà|trice|ie|ione)$/,
  nouns: wordSet(
    'foto moto auto radio bici mail mano notte parte classe volta gente voce chiave nave neve luce madre moglie carne stazione canzone lezione',
  ),
  others: wordSet(
    'problema programma sistema tema clima pianeta poema dilemma schema diploma panorama milione camion',
  ),
};

/** `uno studente`, `uno zaino` */
const UNSHORTENED = /^(?:s[^aeiouàèéìòù\s]|z|gn|ps|x|y)/;

/** How a number is inflected before the text `after`. Some words prevent the short form `un`. */
function formBefore(after: string): Form {
  const form = romanceForm(after, NOUNS);
  if (UNSHORTENED.test(after.slice(1)) && form.gender !== 'f') return COUNTING;
  return form;
}

/** `un'ora`, `uno yen`: one as an article follows the first sound of the noun. */
function joinNoun(number: string, noun: string): string {
  if (number === 'una' && /^[aeiouàèéìòù]/.test(noun)) return `un'${noun}`;
  if (number === 'un' && UNSHORTENED.test(noun)) return `uno ${noun}`;
  return `${number} ${noun}`;
}

const EXPRESSIONS: ExpressionWords = {
  signs: { ...SIGNS.it, '=': IT.equals, '^': 'elevato a' },
  minus: IT.minus,
  cube_root: 'radice cubica di',
  cardinal,
  score: 'a',
  ratios:
    'scala|schermo|schermi|monitor|miscela|proporzioni|rapporto|proporzione|formato|risultato|punteggio|vinto|vince|vincono|vinse|perso|perde|perdono|pareggio|pareggiato|battuto|batte|finita|finito|finisce',
  always: 'ventiquattro ore su ventiquattro, sette giorni su sette',
  per: PER,
  per_word: 'per',
  hashtag: 'hashtag',
  asks: 'quanto fa|quanto fanno|calcola|risolvi',
};

const CODES: readonly Rule[] = [
  ...codeRules({
    digit: cardinal,
    before:
      'PIN|codice|password|riferimento|numero di serie|pratica|ordine|conto|CAP|codice postale|codice cliente|matricola|tessera',
  }),
  createPostalCodeRule(cardinal),
  // License plates: `AB 123 CD`.
  rule('number', '(?<![\\p{L}\\p{N}-])[A-Z]{2}[ -]?\\d{3}[ -]?[A-Z]{2}(?![\\p{L}\\p{N}])', ({ text }) =>
    spellCode(text, cardinal),
  ),
];

const EARLY: readonly Rule[] = [
  ...labelRules(IT, {
    ...IT_LABELS,
    cardinal,
    sayMonth: (month, year) => `${MONTHS[month - 1]} ${cardinal(year)}`,
  }),
  createSeasonRule('stagione|campionato|anno scolastico|a\\.s\\.|anno accademico|a\\.a\\.', cardinal),
  ...arcRules(IT, {
    cardinal,
    degree: ['grado', 'gradi'],
    minute: ['primo', 'primi'],
    second: ['secondo', 'secondi'],
    foot: ['piede', 'piedi'],
    inch: ['pollice', 'pollici'],
    scale: {
      before:
        'a|di|fa|fino a|circa|quasi|con|sopra i|sotto i|a circa|ai|dai|i|gira|giri|girare|ruota|ruotare|angolo|segna|raggiunge|supera',
      after:
        'sotto zero|sopra zero|centigradi|celsius|fahrenheit|di (?:temperatura|febbre|inclinazione|latitudine|longitudine)',
      counted:
        'anniversario|edizion|compleann|giorn|congress|post|pian|minut|reggimento|presidente|capitolo|episodio|partita|gol',
      hasNoun: (after) => romanceForm(after, NOUNS).before_noun,
    },
    compass: { N: 'nord', S: 'sud', E: 'est', O: 'ovest', W: 'ovest' },
  }),
  ...spanRules({
    cardinal,
    joinNoun,
    hour: ['ora', 'ore', 'f'],
    minute: ['minuto', 'minuti'],
    second: ['secondo', 'secondi'],
    and: 'e',
    at: 'all[ae]|dall[ae]|ore|le',
    lasting: {
      before:
        'dura|durano|durava|durò|durato|durata(?: di)?|impieg\\p{L}{1,3}|ci vuole|ci vogliono|per|in|più di|meno di|quasi|tempo(?: di \\p{L}{3,12})?|(?:viaggio|volo|film|lezione|esame|attesa|ritardo) di',
      after: 'di (?:durata|viaggio|volo|film|attesa|esame|lezione|ritardo|sonno|lavoro|video|musica)',
    },
  }),
];

const WEEKDAY = '(?:lun|mar|mer|gio|ven|sab|dom|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica)';
const MONTH = `(?<month>${MONTHS.join('|')}|(?:gen|febbr?|feb|mar|apr|mag|giu|giugn|lug|sett?|ott|nov|dic)(?:\\.|(?=[ -]\\d{4}))|ago(?:\\.(?=,| \\d| \\p{Ll})|(?=[ -]\\d{4})))`;
/** The day of a date: the first is an ordinal. */
const sayDay = (value: number): string => (value === 1 ? 'primo' : cardinal(value));

const FEMININE_BEFORE = /(?:^|[\s(])(?:la|alla|della|nella|dalla|sulla|una|questa|quella|sua|mia)\s$/iu;

/** An ordinal, feminine if the article before it or the noun after it is. */
const sayOrdinal: Rule['say'] = ({ groups, before, after }) =>
  ordinal(Number(groups.number), FEMININE_BEFORE.test(before) || romanceForm(after, NOUNS).gender === 'f');

const DATE_WORDS: DateWords = {
  months: MONTHS,
  day: sayDay,
  short: { febbr: 'febb', giugn: 'giu' },
  year: cardinal,
  between: ' ',
  withName: `${EDGE}(?:(?<from>\\d{1,2})${SPACE}?(?:[-–]|al)${SPACE}?)?(?<day>\\d{1,2})[º°]?[ -]${MONTH}(?![\\p{L}])(?:[ -](?:del )?(?<year>[12]\\d{3})${END})?`,
  until: () => 'al',
};

/** Rules for dates, ordinals, opening hours and names of days and months. */
const createDateRules = (choices: Choices): readonly Rule[] => [
  // `16:9`
  rule('number', '(?<![\\p{L}\\p{N}])16[:/]9(?![\\p{N}])', () => 'sedici noni'),
  ...earlyExpressionRules(EXPRESSIONS),
  ...nameListRules({
    days: DAYS,
    months: SHORT_MONTHS,
    full_months: MONTHS,
    joins: 'e|ed|o|a|al',
    articles: 'il',
    span: sayNameSpan,
    bare_days: 'lun|mer|gio|ven|sab|dom',
  }),
  // The degree sign used as an ordinal indicator, and letters: `3° piano`, `la 2a volta`.
  rule(
    'ordinal',
    `${EDGE}(?<number>\\d{1,3})°(?= (?!nord|sud|est|ovest|sotto|sopra|centigradi)\\p{Ll}{3})`,
    sayOrdinal,
  ),
  rule('ordinal', `${EDGE}(?<number>\\d{1,3})\\^(?= \\p{Ll}{3})`, sayOrdinal),
  rule('ordinal', `${EDGE}(?<number>\\d{1,3})[ao](?= \\p{Ll}{3})`, sayOrdinal),
  // Opening hours: `aperto 9-13`, but not the score `dom 2-1`.
  rule(
    'time',
    `(?<=(?<!\\p{L})(?:ore|orario|orari|aperto|${WEEKDAY}|${SPOKEN}{3,20})(?:\\.|,|:)? )(?<from>[01]?\\d|2[0-4])${SPACE}?[-–]${SPACE}?(?<to>[01]?\\d|2[0-4])(?![\\p{N}:]|[.,]\\d| (?:${MONTHS.join('|')})(?!\\p{L}))`,
    ({ groups, before }) => {
      // After a day, small numbers may be a score.
      const isScore = Number(groups.from) < 6 || Number(groups.to) <= Number(groups.from);
      if (isScore && !/(?:ore|orario|orari|aperto)[.,:]? $/.test(before)) return undefined;
      const hour = (value: string | undefined) => cardinal(Number(value), { gender: 'f', before_noun: true });
      const joinArticle = (word: string, value: string) =>
        value === 'una' ? `${word}l'una` : `${word}le ${value}`;
      return `${joinArticle('dal', hour(groups.from))} ${joinArticle('al', hour(groups.to))}`;
    },
  ),
  // `dall'uno al cinque giugno`: the elided article shows the reading.
  rule('date', `(?<=dall['’])1(?= al \\d{1,2} (?:${MONTHS.join('|')})(?!\\p{L}))`, () => 'uno', 'giu'),
  ...rangeRules({ cardinal, sayDay, ordinal, months: MONTHS }),
  // Percentages take the article: `dal cinque al dieci per cento`.
  rule(
    'unit',
    `(?<![\\p{L}\\p{N}.,-])(?<from>\\d{1,3})${SPACE}?%?${SPACE}?[-–]${SPACE}?(?<to>\\d{1,3})${SPACE}?%(?!\\d)`,
    ({ groups, before }) => {
      const [from, to] = [cardinal(Number(groups.from)), cardinal(Number(groups.to))];
      if (/(?:dal|dall['’]|tra il) ?$/i.test(before)) return `${from} ${withArticle('al', to)} per cento`;
      // The text already has the article of the noun: `il sessanta settanta per cento`.
      if (/(?:^|[\s(])(?:il |l['’]|un |del |dell['’]|al |all['’]|nel |nell['’])$/i.test(before))
        return `${from} ${to} per cento`;
      return `${withArticle('dal', from)} ${withArticle('al', to)} per cento`;
    },
  ),
  // `aperto H24`
  rule(
    'number',
    '(?<![\\p{L}\\p{N}])(?:[Hh] ?24(?:/24)?|24 ?h(?:/| su )24|24 ore/24)(?![\\p{L}\\p{N}:.])',
    () => 'ventiquattro ore su ventiquattro',
  ),
  // `7gg/7`
  rule(
    'number',
    '(?<![\\p{L}\\p{N}])7 ?(?:gg|giorni|g)?/7(?![\\p{L}\\p{N}/])',
    () => 'sette giorni su sette',
  ),
  // Two years take articles: `1914-1918`. The years of a season are read without articles: `campionato 2023-2024`.
  rule(
    'date',
    `(?<![\\p{L}\\p{N}.,/-])(?<from>1\\d{3}|20\\d{2})${SPACE}?[-–]${SPACE}?(?<to>1\\d{3}|20\\d{2})(?![\\p{L}\\p{N}/-]|[.,]\\d)`,
    ({ groups, before }) => {
      const [from, to] = [cardinal(Number(groups.from)), cardinal(Number(groups.to))];
      if (/(?:stagione|biennio|triennio|periodo|anno|anni|nel|il|dal|campionato) $/i.test(before))
        return `${from} ${to}`;
      return `dal ${from} al ${to}`;
    },
  ),
  // Pages, chapters and the like: `pagine 10-12`.
  rule(
    'number',
    `(?<=(?<!\\p{L})(?:[Pp]agine|[Pp]agg?\\.|[Pp]p?\\.|[Cc]apitol[oi]|[Cc]app?\\.|[Aa]rticol[oi]|[Aa]rtt?\\.|[Vv]ersett[oi]|vv\\.|nn\\.|[Ee]tà|[Rr]ighe|[Pp]ost[oi]|[Tt]agli[ae]|[Nn]umer[oi]|[Tt]avol[oi]|[Ss]tanze|[Vv]oti) )(?<from>\\d{1,3})${SPACE}?[-–]${SPACE}?(?<to>\\d{1,3})(?![\\p{L}\\p{N}/-]|[.,]\\d)`,
    ({ groups }) => `da ${cardinal(Number(groups.from))} a ${cardinal(Number(groups.to))}`,
  ),
  // Scores and marks are not ranges: `3-2 contro`, `8/10`.
  rule(
    'symbol',
    '(?<=(?<![\\p{L}\\p{N}.,/-])\\d{1,3} ?)[-–](?= ?\\d{1,3} (?:contro|sull[ao]?|con|nell[ao]|per|dopo|dell[ao]|del|in|al|fuori)(?!\\p{L}))',
    (match) => withSpaces('a', match),
  ),
  rule(
    'symbol',
    '(?<=(?<!\\p{L})(?:voto|voti|punteggio|valutazione|preso|media)(?: di)? \\d{1,3}(?:,\\d)? ?)/(?= ?(?:5|10|30|100|110)(?![\\d/]))',
    () => ' su ',
  ),
  // `20mila`: one word with the number.
  rule('number', `(?<![\\p{L}\\p{N}.,])(?<number>[1-9]\\d{0,2})${SPACE}?mila(?!\\p{L})`, ({ groups }) =>
    cardinal(Number(groups.number) * 1000),
  ),
  createDaySpanRule(DATE_WORDS, 'dal', 'al'),
  ...romanceDateRules(DATE_WORDS, choices),
  ...otherDateRules(
    'il|del|dal|al|giorno|entro il|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica',
    DATE_WORDS,
  ),
  ...CODES,
  // `gli anni '80`
  rule('date', `(?<=(?:anni|gli|negli|degli|dagli) )['’](?<decade>[2-9]0)${END}`, ({ groups }) =>
    cardinal(Number(groups.decade)),
  ),
];

/** The words of a time: `le nove e trenta del mattino`, without the article. */
function clock(match: Match): string | undefined {
  const clockTime = readTime(match, {
    cardinal,
    sayMinutes: (_, minute) => ` e ${cardinal(minute)}`,
    saySeconds: (second) => ` e ${cardinal(second)} ${countedNoun(second, ['secondo', 'secondi'])}`,
  });
  if (clockTime === undefined) return undefined;
  const { half, ore } = match.groups;
  let words = clockTime.time + clockTime.seconds;
  if (ore !== undefined) words = `ore ${words}`;
  if (half === undefined) return words;
  return keepPeriod(`${words} ${partOfDay(clockTime.hour, half)}`, match, SENTENCE_NEXT);
}

/** The words after an hour with `AM` or `PM` (`half`): `9 PM` as `nove di sera`. */
function partOfDay(hour: number, half: string): string {
  const isAtNight = hour === 12 || hour < 5;
  if (/^a/i.test(half)) return isAtNight ? 'di notte' : 'del mattino';
  const isEvening = hour >= 6 && hour !== 12;
  return isEvening ? 'di sera' : 'del pomeriggio';
}

/** Rules for times and spans of them. */
function createTimeRules(): Rule[] {
  const half = `(?<half>[ap]\\.${SPACE}?m\\.|[ap]m(?!\\p{L}))`;
  const hour = '(?<hour>[01]?\\d|2[0-4])';
  const minute = '[.:,](?<minute>[0-5]\\d)';
  const clockEnd = '(?!:?\\d)(?![.,]\\d)(?! ?[%€]| (?:euro|metri|milioni|miliardi|punti|secondi)(?!\\p{L}))';
  const low = `(?:(?<from>[01]?\\d|2[0-4])(?:[:.](?<from_minute>[0-5]\\d))?${SPACE}?[-–—]${SPACE}?)?`;
  const clockPreposition =
    "(?<=(?<!\\p{L})(?:(?:all[ae]|dall[ae]|dell[ae]|sull[ae]|nell[ae]|ore|le|la|inizio|orario|circa|verso) |all['’]|dall['’]|dell['’]|l['’]))";
  const sources = [
    // `alle 3 p.m.`
    `${EDGE}(?<hour>\\d{1,2})(?:[:.](?<minute>[0-5]\\d))?${SPACE}?${half}`,
    // The sign becomes a word: `h 9`.
    `${EDGE}(?<ore>h)\\.?${SPACE}?${hour}(?:${minute})?${clockEnd}(?![\\p{L}])`,
    // `17h30`
    `${EDGE}${low}${hour}${SPACE}?h${SPACE}?(?<minute>[0-5]\\d)${END}`,
    // `alle 9.30`
    `${clockPreposition}${low}${hour}${minute}${clockEnd}`,
    // `9.00-12.30`
    `(?<!(?:euro|€|\\$) )${EDGE}(?<from>[01]?\\d|2[0-4])[.](?<from_minute>[0-5]\\d)${SPACE}?[-–—]${SPACE}?${hour}[.](?<minute>[0-5]\\d)${clockEnd}`,
  ];
  return [
    ...sources.map((source) => rule('time', source, clock, 'giu')),
    // `17:30`, `17:30 h`
    rule('time', `${CLOCK}(?![\\p{N}:])(?:${SPACE}?h${END})?`, clock),
  ];
}

const REGNAL =
  'Luigi|Enrico|Francesco|Carlo|Filippo|Napoleone|Vittorio Emanuele|Umberto|Giovanni|Giovanni Paolo|Paolo|Pio|Benedetto|Leone|Gregorio|Elisabetta|Caterina|Guglielmo|Edoardo|Giorgio|Giacomo|Riccardo|Alessandro|Nicola|Pietro|Federico|Ferdinando';
const FEMININE_NAME = /(?:Elisabetta|Caterina|[Pp]arte|[Ss]cena|[Cc]lasse) $/;

const ORDINALS: readonly Rule[] = [
  // `un'ora`: before a vowel, the article loses its ending and the space.
  rule('number', `${EDGE}1${SPACE}(?=[aeiouàèéìòù])`, ({ after }) => {
    if (formBefore(` ${after}`).gender === 'f') return "un'";
    return undefined;
  }),
  // `il 3º piano`, `42esimo`
  rule(
    'ordinal',
    `${EDGE}(?<number>\\d{1,5})\\.?(?<end>º|ª|°(?!\\s?[CF])|esimo|esima|esimi|esime)${END}`,
    ({ groups }) => ordinal(Number(groups.number), /ª|a$/.test(groups.end ?? '')),
  ),
];

const COUNTED =
  '(?:[Gg]uerra|[Cc]ongresso|[Ee]dizione|[Ff]estival|[Pp]remio|[Rr]epubblica|[Cc]oncilio|[Cc]onferenza|[Ll]egislatura|[Mm]illennio|[Gg]iornata|[Ss]ettimana|[Tt]orneo|[Cc]ampionato|[Rr]eich|[Oo]limpiade|[Ll]iceo|[Mm]unicipio|[Cc]ircoscrizione|[Dd]inastia|[Cc]rociata|[Bb]iennale|[Ss]essione|[Cc]onvegno)';

const LAWS: Readonly<Record<string, string>> = {
  'l.': 'Legge',
  'd.lgs.': 'Decreto legislativo',
  'd.l.': 'Decreto legge',
};

/** `diciannovesimo secolo` */
const sayCentury = (value: number): string => `${ordinal(value)} secolo`;

const TITLES: Readonly<Record<string, string>> = {
  sig: 'signore',
  dott: 'dottore',
  prof: 'professore',
  ing: 'ingegnere',
};

/** `San Paolo`, `Santo Stefano`, `Sant'Antonio`, `Santa Chiara`. */
function saint(name: string): string {
  const isWoman =
    /a$/.test(name) &&
    !/^(?:Andrea|Luca|Nicola|Mattia|Elia|Barnaba|Geremia|Isaia|Zaccaria|Tommaso)$/.test(name);
  if (/^[AEIOU]/.test(name)) return "Sant'";
  if (isWoman) return 'Santa ';
  return /^S[^aeiou]/.test(name) ? 'Santo ' : 'San ';
}

const WORDS: readonly Rule[] = [
  // `Luigi XIV`, `capitolo III`
  romanAfter(
    `${REGNAL}|[Cc]apitolo|[Aa]tto|[Ss]cena|[Pp]arte|[Tt]itolo|[Vv]olume|[Ss]ecol[oi]|[Cc]lasse`,
    (value, { before }) => ordinal(value, FEMININE_NAME.test(before)),
  ),
  // Streets named after a day: `via XX Settembre`.
  romanRule(`${EDGE}[IVX]{1,5}(?= (?:${MONTHS.join('|')})(?!\\p{L}))`, (value) => cardinal(value), 'giu'),
  // `la II guerra mondiale`
  romanBefore(COUNTED, (value, { after }) => {
    const noun = /^ (\p{L}+)/u.exec(after)?.[1]?.toLowerCase() ?? '';
    return ordinal(value, NOUNS.feminine.test(noun));
  }),
  // `tipo II`
  romanAfter(
    '[Tt]ipo|[Ff]ase|[Aa]rticolo|[Gg]ruppo|[Nn]umero|[Ll]ivello|[Aa]llegato|[Zz]ona|[Ee]pisodio|[Cc]anto|art\\.',
    (value) => cardinal(value),
  ),
  // The second of two numerals: `secoli XV e XVI`.
  romanNext('[Ss]ecoli?|[Cc]apitoli', 'e|al|ed|o', (value) => ordinal(value)),
  createSequelRule((value) => cardinal(value)),
  letterTitle('S', {
    links:
      '\\p{Ll}{1,12}|Via|Viale|Vicolo|Piazza|Piazzale|Largo|Corso|Chiesa|Basilica|Cattedrale|Duomo|Porta|Ponte|Borgo|Campo|Monte|Isola|Parco|Villa|Ospedale|Stazione|Santuario|Abbazia|Convento|Festa|Stadio|Rione|Contrada|Località',
    openers: IT.openers,
    say: saint,
  }),
  // Before a word that is no name, titles have their full form: `il sig. presidente`.
  wordRule(
    'abbreviation',
    `${EDGE}(?<title>[Ss]ig|[Dd]ott|[Pp]rof|[Ii]ng)\\.(?= \\p{Ll}{2})`,
    ({ groups: { title = '' } }) => TITLES[title.toLowerCase()],
    'gu',
  ),
  // At the beginning of a line, Max is rarely a name: `Max. 5 persone`.
  wordRule('abbreviation', `(?<=^|\\n)Max\\.?(?= [\\d${SPOKEN}])`, () => 'Massimo'),
  // `sec. XIX`, `XX sec.`
  romanRule(`${EDGE}[Ss]ec\\. (?<roman>[IVX]{1,6})(?!\\p{L})`, sayCentury),
  romanRule(`${EDGE}(?<roman>[IVX]{1,6}) sec\\.(?= \\p{Ll}|,)`, sayCentury),
  romanRule(`${EDGE}(?<roman>[IVX]{1,6}) sec(?=\\.)`, sayCentury),
  // A law with its year: `L. 104/92`, which is no price in lire.
  wordRule(
    'abbreviation',
    `${EDGE}(?:L|D\\. ?[Ll]gs|D\\. ?L)\\.(?= (?:n\\. ?)?\\d{1,4}/\\d{2,4}(?!\\d)| ${SPOKEN})`,
    ({ text }) => LAWS[text.replace(/ /g, '').toLowerCase()],
  ),
  ...initialismRules(IT),
  // `XV secolo`
  romanRule(`${EDGE}[IVX]{1,6}(?= secolo(?!\\p{L}))`, (value) => ordinal(value)),
];

const FRACTIONS: Record<number, string> = { 2: 'mezzo', 4: 'quarto' };

/** `3/4` as `tre quarti`. Undefined if the fraction has no name. */
function fraction(top: number, bottom: number): string | undefined {
  if (!isNamedFraction(top, bottom, 20)) return undefined;
  const name = FRACTIONS[bottom] ?? ordinal(bottom) ?? '';
  return `${cardinal(top, { gender: 'm', before_noun: true })} ${countedNoun(top, [name, name.replace(/o$/, 'i')])}`;
}

/** `mezz'ora`, `tre quarti di chilogrammo`, `due ore e mezza`. */
const FRACTION_NOUNS: FractionNouns = {
  cardinal,
  fraction,
  half: { m: 'mezzo', f: 'mezza' },
  and: 'e',
  joinHalf(half, noun) {
    if (half === 'mezza' && /^[aeiou]/.test(noun)) return `mezz'${noun}`;
    return `${half} ${noun}`;
  },
  joinNoun: (part, noun) => `${part} ${/^o/.test(noun) ? "d'" : 'di '}${noun}`,
};

const COOKED: readonly Noun[] = [
  ['ora', 'ore', 'f'],
  ['tazza', 'tazze', 'f'],
  ['tazzina', 'tazzine', 'f'],
  ['cipolla', 'cipolle', 'f'],
  ['bustina', 'bustine', 'f'],
  ['bottiglia', 'bottiglie', 'f'],
  ['giornata', 'giornate', 'f'],
  ['pagina', 'pagine', 'f'],
  ['dozzina', 'dozzine', 'f'],
  ['mela', 'mele', 'f'],
  ['porzione', 'porzioni', 'f'],
  ['bicchiere', 'bicchieri'],
  ['cucchiaio', 'cucchiai'],
  ['cucchiaino', 'cucchiaini'],
  ['chilo', 'chili'],
  ['litro', 'litri'],
  ['metro', 'metri'],
  ['limone', 'limoni'],
  ['pacchetto', 'pacchetti'],
  ['giorno', 'giorni'],
  ['anno', 'anni'],
  ['mese', 'mesi'],
  ['minuto', 'minuti'],
  ['secolo', 'secoli'],
  ['milione', 'milioni'],
  ['etto', 'etti'],
];

const PARTS = partRules(IT.units, {
  words: COOKED.map(([singular, plural]) => `${singular}|${plural}`).join('|'),
  toNoun: (word) => COOKED.find((noun) => noun.includes(word)),
  say: (part, noun) => sayPart(FRACTION_NOUNS, part, noun),
});

/** The rules of Italian. */
export function italian(locale: string, choices: Choices): Language {
  return keepSentencePeriods(
    createLanguage({
      locale,
      choices,
      format: numberFormat(locale),
      lexicon: IT,
      cardinal,
      isName: createNameTest(
        'volo|treno|autobus|bus|linea|pagina|capitolo|episodio|stagione|camera|stanza|porta|piano|sala|tavolo|binario|canale|livello|passo|fase|opzione|articolo|gruppo|zona|blocco|casella|lezione|tema|esercizio|domanda|figura|tabella|allegato|atto|scena|tomo|volume|modello|versione|giocatore|strada|chilometro|sportello|turno|cassa|codice|pratica|posto|fila|agente',
      ),
      formBefore,
      joinNoun,
      decimals: 'number',
      linkMagnitude: (magnitude, noun) => `${magnitude}${magnitude === 'mila' ? '' : ' di'} ${noun}`,
      joinMoney: (major, { value }) => `${major} e ${cardinal(value)}`,
      fraction,
      joinFraction: (integer, part) => `${integer} e ${part.replace(/^un mezzo$/, 'mezzo')}`,
      year: cardinal,
      isYear: (value, { before }) =>
        value < 2101 && /(?:^|\s)(?:nel|dal|del|al|anno|il|fino al) $/i.test(before),
      phones: [
        '(?<![\\p{L}\\p{N}.,-])00[1-9]\\d{0,2}(?:[ .-]\\(?\\d{1,10}\\)?){2,5}(?!\\d)',
        '(?<![\\p{L}\\p{N}.,/-])(?<!\\d )\\(?0\\d{1,3}\\)?[ .-]\\d{3,8}(?:[ .-]\\d{2,4}){0,2}(?![\\d-])',
        '(?<![\\p{L}\\p{N}.,/-])(?<!\\d )0\\d{1,3}/ ?\\d{5,8}(?![\\d/-])',
        '(?<![\\p{L}\\p{N}.,/-])(?<!\\d )3\\d{2}[ ./-]?\\d{3}[ .-]?\\d{4}(?![\\d-])',
        '(?<![\\p{L}\\p{N}.,/-])(?<!\\d )3\\d{2}[ ./-]\\d{6,7}(?![\\d-])',
        '(?<![\\p{L}\\p{N}.,/-])(?<!\\d )3\\d{2}[ ./-]\\d{2}[ ./-]\\d{2}[ ./-]\\d{3}(?![\\d-])',
        '(?<![\\p{L}\\p{N}.,/-])(?<!\\d )(?!\\d00 000)8\\d{2}[ -]\\d{3}[ -]\\d{3}(?![\\d-]|[.,]\\d)',
        '(?<=(?<!\\p{L})(?:[Tt]el\\.|[Tt]elefono|[Cc]ell\\.|[Nn]umero verde):? )\\d{2,4}(?:[ ./-]?\\d{2,4}){1,4}(?!\\d)',
      ],
      own: {
        early: EARLY,
        dates: createDateRules(choices),
        times: [
          ...createTimeRules(),
          ...fractionWordRules({
            cardinal,
            name: (bottom) => (FRACTIONS[bottom] ?? ordinal(bottom))?.replace(/o$/, 'i'),
            final: 'di finale',
            articles: 'uno?',
            and: 'e',
            half: 'mezzo',
            ofTen: (count, noun) => `${count} ${noun} su dieci`,
            plural: '(?<!dell|degl|de|all|agl)[ie]',
          }),
          ...PARTS,
        ],
        ordinals: [...ORDINALS, ...lateExpressionRules(EXPRESSIONS)],
        words: WORDS,
      },
    }),
  );
}
