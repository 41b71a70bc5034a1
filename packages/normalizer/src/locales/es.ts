import { toCardinal, toOrdinal } from 'n2words/es-ES';
import { DAYS, ES, MONTHS, PER, PESO, SHORT_MONTHS } from '../data/es.ts';
import { ES_LABELS } from '../data/labels.ts';
import { countedNoun, numberFormat, readRoman, wordSet } from '../numbers.ts';
import { SIGNS } from '../signs.ts';
import type { Choices, Form, Language, Match, Rule } from '../types.ts';
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
  linkMagnitudeWithDe,
  romanceDateRules,
  romanceForm,
  sayPart,
} from '../western/romance.ts';
import { type ClockWords, readTime, SENTENCE_NEXT } from '../western/romance-clock.ts';
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
  REGNAL_NUMERAL,
  romanAfter,
  rule,
  SPACE,
  wordRule,
} from '../western/rules.ts';
import { spanRules } from '../western/spans.ts';
import { COUNTING } from '../western/western.ts';

/** `veintiún libros`, `veintiuna páginas`, `doscientas mil personas`, `treinta y un mil`. */
function cardinal(value: number, { gender, before_noun }: Form = COUNTING): string {
  const words = toCardinal(value)
    .replace(/dieciseis/g, 'dieciséis')
    .replace(/veintiuno(?= (?:mil|millones|billones)\b)/g, 'veintiún')
    .replace(/\buno(?= (?:mil|millones|billones)(?![\p{L}]))/gu, 'un');
  if (gender === 'm' && before_noun)
    return words.replace(/veintiuno$/, 'veintiún').replace(/(^| )uno$/, '$1un');
  if (gender !== 'f') return words;
  // The words after the millions agree with the noun. linear: for a number in words
  const [, millions = '', rest = ''] = /^(.*(?:millón|millones|billón|billones) ?)?(.*)$/su.exec(words) ?? [];
  const feminine = rest
    .replace(/cientos/g, 'cientas')
    .replace(/quinientos/g, 'quinientas')
    .replace(/uno$/, 'una');
  return millions + feminine;
}

/** From the four hundredth on, the library's words differ from dictionaries. */
const HUNDREDTHS = [
  ...wordSet(
    'centésimo ducentésimo tricentésimo cuadringentésimo quingentésimo sexcentésimo septingentésimo octingentésimo noningentésimo',
  ),
];
/** The eleventh to the nineteenth. */
const TEENS = [
  ...wordSet(
    'undécimo duodécimo decimotercero decimocuarto decimoquinto decimosexto decimoséptimo decimoctavo decimonoveno',
  ),
];

/** `vigésima primera`; undefined above 999, where ordinals are not used. */
function ordinal(value: number, isFeminine = false): string | undefined {
  if (value < 1 || value > 999) return undefined;
  const below = value % 100;
  const words = [
    HUNDREDTHS[Math.floor(value / 100) - 1],
    below > 0 && (TEENS[value - 11] ?? toOrdinal(below)),
  ];
  const number = words.filter(Boolean).join(' ');
  if (isFeminine) return number.replace(/o(?= |$)/g, 'a');
  return number;
}

/** `primer piso`, `tercer lugar`: shortened before a masculine noun (RAE DPD: apócope). */
function ordinalBefore(after: string, value: number, isFeminine: boolean): string | undefined {
  const words = ordinal(value, isFeminine);
  if (isFeminine || !romanceForm(after, NOUNS).before_noun) return words;
  return words?.replace(SHORTENED, '$1');
}

const SHORTENED = /(primer|tercer)o$/;

const NOUNS = {
  feminine: /(?:as|a|ción|ciones|sión|siones|dad|dades|tud|umbre|eces)$/,
  nouns: new Set(
    'mujer noche parte clase vez calle tarde mano foto moto gente imagen imágenes flor leche sangre llave nube serie sede torre frase base fase luces voces cruces raíces nueces actrices narices madre nave ave fuente orden órdenes labor piel carne fiebre muerte suerte mente especie superficie nuez luz voz cruz raíz actriz'
      .split(' ')
      .flatMap((word) => [word, `${word}es`]),
  ),
  others: wordSet(
    'día mapa problema programa sistema tema clima planeta poema idioma drama dilema esquema síntoma kilograma cometa diagrama telegrama diploma pez peces juez jueces',
  ),
};

const EXPRESSIONS: ExpressionWords = {
  signs: { ...SIGNS.es, '÷': 'entre' },
  minus: ES.minus,
  cube_root: 'raíz cúbica de',
  cardinal,
  score: 'a',
  ratios:
    'escala|pantallas?|monitor(?:es)?|mezcla|relación|proporción|razón|marcador|resultado|ganó|ganaron|gana|perdió|perdieron|empate|empataron|empató|venció|vencieron|aspecto|formato',
  always: 'veinticuatro siete',
  per: PER,
  per_word: 'por',
  hashtag: 'hashtag',
  asks: 'cuánto es|cuánto son|calcula|resuelve|resta',
};

const CODES: readonly Rule[] = [
  ...codeRules({
    digit: cardinal,
    before:
      'PIN|código|contraseña|clave|extensión|ext\\.|referencia|ref\\.|código postal|C\\. ?P\\.|CP|número de serie|expediente|pedido|cuenta|matrícula|vuelo [A-Z]{2}',
  }),
  createPostalCodeRule(cardinal),
  // License plates: `1234 BCD`.
  rule('number', '(?<![\\p{L}\\p{N}.,-])\\d{4}[ -]?[BCDFGHJKLMNPRSTVWXYZ]{3}(?![\\p{L}\\p{N}])', ({ text }) =>
    spellCode(text, cardinal),
  ),
];

const EARLY: readonly Rule[] = [
  ...labelRules(ES, {
    ...ES_LABELS,
    cardinal,
    sayMonth: (month, year) => `${MONTHS[month - 1]} de ${cardinal(year)}`,
  }),
  // Ordinals with the end of their word, which is no unit: `7ma`.
  rule('ordinal', `${EDGE}(?<number>\\d{1,2})(?<end>[rdtmvn][oa])${END}`, ({ groups, after }) =>
    ordinalBefore(after, Number(groups.number), groups.end?.endsWith('a') ?? false),
  ),
  createSeasonRule('temporada|curso|curso escolar|campaña|ejercicio', cardinal),
  // Noon: `a las 12 m. de hoy`.
  rule('time', `${EDGE}12(?::00)? ?m\\.(?= \\p{Ll}|,|;)`, () => 'doce del mediodía'),
  ...arcRules(ES, {
    cardinal,
    degree: ['grado', 'grados'],
    minute: ['minuto', 'minutos'],
    second: ['segundo', 'segundos'],
    foot: ['pie', 'pies'],
    inch: ['pulgada', 'pulgadas', 'f'],
    scale: {
      before:
        'a|de|hace|hasta|unos|casi|con|por encima de|por debajo de|a unos|tenemos|gira|gire|girar|giras|rota|rotar|giro|ángulo|marca|alcanza|supera|inclina',
      after:
        'bajo cero|sobre cero|centígrados|celsius|fahrenheit|de (?:temperatura|fiebre|inclinación|latitud|longitud)',
      counted:
        'aniversario|edici|cumplea|día|congreso|lugar|puesto|piso|minuto|regimiento|presidente|capítulo|episodio|partido|gol',
      hasNoun: (after) => romanceForm(after, NOUNS).before_noun,
    },
    compass: { N: 'norte', S: 'sur', E: 'este', O: 'oeste', W: 'oeste' },
  }),
  ...spanRules({
    cardinal,
    hour: ['hora', 'horas', 'f'],
    minute: ['minuto', 'minutos'],
    second: ['segundo', 'segundos'],
    and: 'y',
    at: 'las?',
    lasting: {
      before:
        'dura|duró|duran|duraba|durará|tarda|tardó|tardan|tardamos|tardaron|durante|más de|menos de|unas|casi|duración(?: de)?|tiempo(?: de \\p{L}{3,12})?|(?:viaje|vuelo|película|clase|examen|espera|retraso) de',
      after: 'de (?:duración|viaje|vuelo|película|espera|examen|clase|retraso|sueño|trabajo|vídeo|música)',
    },
  }),
];

const FRACTION_WORDS: readonly Rule[] = [
  ...fractionWordRules({
    cardinal,
    name: (bottom) => `${fractionName(bottom)}s`,
    final: 'de final',
    articles: 'una?',
    and: 'y',
    half: 'medio',
    ofTen: (count, noun) => `${count} de cada diez ${noun}`,
    plural: '(?<!parte)s',
  }),
  // `2/3 partes`: the ordinal agrees with the noun.
  rule('number', `${EDGE}(?<top>\\d{1,2})/(?<bottom>[3-9]|10) (?=partes?(?!\\p{L}))`, ({ groups }) => {
    const [top, bottom] = [Number(groups.top), Number(groups.bottom)];
    if (top >= bottom) return undefined;
    const name = ordinal(bottom, true) ?? '';
    return `${cardinal(top, { gender: 'f', before_noun: true })} ${countedNoun(top, [name, `${name}s`])} `;
  }),
];

const MONTH = `(?<month>${MONTHS.join('|')}|setiembre|(?:ene|feb|mar|abr|may|jun|jul|ago|sept?|set|oct|nov|dic)(?:\\.|(?= \\d{4}|[/-]\\d)))`;

/**
 * Rules for dates, ordinals and names of days and months. `region`: `es` says `uno de mayo`, others `primero de
 * mayo`.
 */
function createDateRules(region: string, choices: Choices): Rule[] {
  const words: DateWords = {
    months: MONTHS,
    day(value) {
      if (value === 1 && region !== 'es') return 'primero';
      return cardinal(value);
    },
    year: cardinal,
    between: ' de ',
    short: { set: 'sep', setiembre: 'sep' },
    withName: `${EDGE}(?:(?<from>\\d{1,2})${SPACE}?(?:[-–]|al?)${SPACE}?)?(?<day>\\d{1,2})(?:\\.?º)?[ /-](?:de )?${MONTH}(?![\\p{L}])(?:,?[ /-](?:del? )?(?:año )?(?<year>[12]\\d{3})${END})?`,
    until: (text) => /^\d+ (al) /.exec(text)?.[1] ?? 'a',
  };
  return [
    ...earlyExpressionRules(EXPRESSIONS),
    ...nameListRules({
      days: DAYS,
      months: SHORT_MONTHS,
      full_months: MONTHS,
      joins: 'y|o|e|u|a|al',
      articles: 'el',
      span: (first, last) => `${first} a ${last}`,
      bare_days: 'lun|mié|miérc|jue|vie|sáb|dom',
    }),
    // With an ordinal sign, the first is read as an ordinal: `1.º de mayo`.
    rule('date', `${EDGE}1(?:\\.?[º°]|\\.?er|\\.o)\\.?(?= de (?:${MONTHS.join('|')}))`, () => 'primero'),
    createDaySpanRule(words, 'del', 'al'),
    ...romanceDateRules(words, choices),
    ...otherDateRules(
      'el|del|al|día|desde el|hasta el|lunes|martes|miércoles|jueves|viernes|sábado|domingo',
      words,
    ),
    // The degree sign used as an ordinal indicator: `8° piso`.
    rule(
      'ordinal',
      `${EDGE}(?<number>\\d{1,3})°(?= (?!bajo|sobre|norte|sur|este|oeste|latitud|longitud|centígrados)\\p{Ll}{3})`,
      ({ groups, after }) =>
        ordinalBefore(after, Number(groups.number), romanceForm(after, NOUNS).gender === 'f'),
    ),
    ...CODES,
    // `los años 80s`, `los 90's`
    rule('date', `(?<=(?:años|los|década de los) )['’]?(?<decade>[1-9]0)['’]?s${END}`, ({ groups }) =>
      cardinal(Number(groups.decade)),
    ),
    // `los años '80`
    rule('date', `(?<=(?:años|los) )['’](?<decade>[2-9]0)${END}`, ({ groups }) =>
      cardinal(Number(groups.decade)),
    ),
  ];
}

const CLOCK_WORDS: ClockWords = {
  cardinal,
  /** Below ten: `nueve y cinco`, but `veintiuna cero cinco`. */
  sayMinutes(hour, minute) {
    if (minute >= 10) return ` ${cardinal(minute)}`;
    return ` ${hour > 12 || hour === 0 ? 'cero' : 'y'} ${cardinal(minute)}`;
  },
  saySeconds: (second) =>
    ` y ${cardinal(second, { gender: 'm', before_noun: true })} ${countedNoun(second, ['segundo', 'segundos'])}`,
};

/** The words of a time: `nueve horas`, `nueve y media de la noche`. */
function clock(match: Match): string | undefined {
  const clockTime = readTime(match, CLOCK_WORDS);
  if (clockTime === undefined) return undefined;
  const { hour, minute, time, seconds } = clockTime;
  const { half, h } = match.groups;
  if (half !== undefined)
    return keepPeriod(`${time}${seconds} ${partOfDay(hour, half)}`, match, SENTENCE_NEXT);
  // `a las nueve` needs no word for the hours; a time on its own does.
  const isAlone = h !== undefined || !/(?:^|\s)(?:las?|sobre las|hacia las) $/i.test(match.before);
  if (minute > 0 || !isAlone) return time + seconds;
  return `${time} ${countedNoun(hour, ['hora', 'horas'])}${seconds}`;
}

/** Rules for times and spans of them. */
function createTimeRules(): Rule[] {
  const half = `(?<half>[ap]\\.${SPACE}?m\\.|[ap]\\.?m(?![.\\p{L}]))(?![\\p{L}\\p{N}])`;
  const low = `(?:(?<from>\\d{1,2})(?:[:.](?<from_minute>[0-5]\\d))?(?:${SPACE}?h)?${SPACE}?[-–—]${SPACE}?)?`;
  const clockPreposition =
    '(?<=(?<!\\p{L})(?:a|de|desde|hasta|sobre|hacia|antes de|y|son|era|eran|es) las? )';
  const sources = [
    // `3 p. m.`, `9-11 a. m.`
    `${EDGE}${low}(?<hour>\\d{1,2})(?:[:.](?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d))?)?${SPACE}?${half}`,
    // `17:30 h`
    `${EDGE}${low}(?<hour>[01]?\\d|2[0-4])[:.](?<minute>[0-5]\\d)${SPACE}?(?<h>horas|hrs?\\.?|hs\\.?|h\\.?)${END}`,
    // `17h30`
    `${EDGE}(?<hour>[01]?\\d|2[0-4])${SPACE}?[hH]${SPACE}?(?<minute>[0-5]\\d)(?:${SPACE}?(?:min|m))?${END}`,
    // `9-14 h`
    `${EDGE}(?<!\\d[:.,'’])${low}(?<hour>[01]?\\d|2[0-4])${SPACE}?(?<h>hrs\\.?|hs|h)${END}`,
    // `a las 17.30`
    `${clockPreposition}(?<hour>[01]?\\d|2[0-4])[.'’](?<minute>[0-5]\\d)(?:${SPACE}?h(?!\\p{L}))?(?![\\p{N}%€]|[.,:]\\d)`,
    // `a las 9 de la noche`
    `${clockPreposition}(?<hour>[01]?\\d|2[0-4])(?=(?: y | menos )?,? de la (?:mañana|tarde|noche|madrugada)|[,;.!?]|$| en punto)(?![.,:]\\d|\\.?[ºª°])`,
  ];
  return [
    ...sources.map((source) => rule('time', source, clock, 'giu')),
    // `17:30`
    rule('time', `${CLOCK}(?![\\p{N}:])`, clock),
  ];
}

/** The words after an hour with `AM` or `PM` (`half`): `9 PM` as `nueve de la noche`. */
function partOfDay(hour: number, half: string): string {
  const isMidnight = hour === 0 || hour === 12;
  if (/^a/i.test(half)) return isMidnight ? 'de la noche' : 'de la mañana';
  if (hour === 12) return 'del mediodía';
  return hour >= 8 ? 'de la noche' : 'de la tarde';
}

const REGNAL =
  'Felipe|Carlos|Alfonso|Fernando|Isabel|Juan|Juan Carlos|Juan Pablo|Enrique|Pedro|Luis|Napoleón|Pío|Benedicto|León|Gregorio|Jaime|Sancho|Ramiro|Jorge|Eduardo|Guillermo|Catalina|Pablo|Nicolás|Alejandro';

/** `1.er`, `3.ª` */
const SHORT_ORDINAL = rule(
  'ordinal',
  `${EDGE}(?<number>\\d{1,3})(?:\\.?(?<end>er|[ºª]s?|°(?!\\s?[CF])|os|as|[rdtmvn][oa]|[oa](?= \\p{Ll}{3}))|\\.(?<letter>[oa]))(?![\\p{L}\\p{N}])(?:\\.(?= \\p{Ll}))?`,
  ({ groups, after }) => {
    const { end = groups.letter ?? '' } = groups;
    const [value, isFeminine] = [Number(groups.number), /ª|a/.test(end)];
    const words = ordinal(value, isFeminine);
    if (end === 'er') return words?.replace(SHORTENED, '$1');
    if (end.endsWith('s')) return words && `${words}s`;
    return ordinalBefore(after, value, isFeminine);
  },
);

const COUNTED =
  'Guerra|Congreso|Edición|Feria|Festival|Premio|Premios|Jornadas|Encuentro|Semana|Simposio|Cumbre|Torneo|Trofeo|Copa|Concurso|Certamen|Aniversario|República|Reich|Concilio|Conferencia|Convención|Dinastía|Plan|Convenio|Maratón|Carrera|Marcha|Bienal|Legislatura|Asamblea|Gala|Foro|Campeonato|Juegos|Curso|Milenio|Internacional|Ciclo|Salón|Muestra';
/** `II Guerra Mundial` */
const BEFORE_NOUN = romanBefore(`${COUNTED}|${COUNTED.toLowerCase()}`, (value, { after }) => {
  const noun = /^ (\p{L}+)/u.exec(after)?.[1]?.toLowerCase() ?? '';
  return ordinalBefore(` ${noun}`, value, NOUNS.feminine.test(noun) || noun === 'bienal');
});

const WORDS: readonly Rule[] = [
  // `Felipe VI`
  romanAfter(
    REGNAL,
    (value, { before }) => {
      if (value > 10) return cardinal(value);
      return ordinal(value, /(?:Isabel|Catalina) $/.test(before));
    },
    REGNAL_NUMERAL,
  ),
  BEFORE_NOUN,
  // `s. XIX`, `ss. XV-XVI`
  wordRule(
    'roman',
    `${EDGE}(?<many>[Ss])?[Ss]\\. ?(?<one>[IVX]{1,6})(?:(?<to>-|–| y | a | al )(?<two>[IVX]{1,6}))?(?!\\p{L})`,
    ({ groups }) => {
      const [firstCentury, two] = [groups.one, groups.two].map((text) => readRoman(text ?? ''));
      if (firstCentury === undefined || (groups.two !== undefined && two === undefined)) return undefined;
      const firstWords = `${groups.many === undefined ? 'siglo' : 'siglos'} ${cardinal(firstCentury)}`;
      if (two === undefined) return firstWords;
      const between = groups.to?.trim().replace(/[-–]/, 'a') ?? '';
      return `${firstWords} ${between} ${cardinal(two)}`;
    },
  ),
  letterTitle('D', {
    links:
      'a|de|y|e|o|con|por|para|que|según|como|ante|contra|entre|dijo|respondió|contestó|preguntó|el|los|señor|señores|Excmo\\.|Ilmo\\.|Sr\\.|Sres\\.',
    openers: ES.openers,
    say: () => 'Don ',
  }),
  // `siglo XX`
  romanAfter(
    '[Ss]iglos?|[Cc]apítulo|[Tt]omo|[Aa]cto|[Ee]scena|[Vv]olumen|[Tt]ítulo|[Aa]rtículo|[Tt]ipo|[Ff]ase|[Aa]nexo|[Nn]ivel|[Cc]anto|[Pp]arte|[Ll]ibro|[Gg]rupo|[Cc]lase|[Zz]ona|[Ss]ección|[Nn]úmero|s\\.|cap\\.',
    (value) => cardinal(value),
  ),
  // The second of two numerals: `siglos XV y XVI`.
  romanNext('[Ss]iglos?|[Cc]apítulos|[Tt]omos', 'y|al|a|e|o', (value) => cardinal(value)),
  createSequelRule((value) => cardinal(value)),
  ...initialismRules(ES),
];

const FRACTIONS: Record<number, string> = {
  2: 'medio',
  3: 'tercio',
  4: 'cuarto',
  100: 'centésimo',
  1000: 'milésimo',
};

/** `doceavo`, `veinticincoavo` (RAE DPD: fraccionarios). */
function fractionName(bottom: number): string {
  const name = FRACTIONS[bottom];
  if (name !== undefined) return name;
  if (bottom <= 10) return ordinal(bottom) ?? '';
  const stem = cardinal(bottom)
    .replace(/ y /g, 'i')
    .replace(/ /g, '')
    .normalize('NFD')
    .replace(/\u0301/g, '');
  return `${stem
    .replace(/[ao](?=$)/, '')
    .replace(/ocho$/, 'och')
    .replace(/(onc|doc|trec|catorc|quinc)e$/, '$1e')
    .replace(/t$/, 't')}avo`;
}

/** `3/4` as `tres cuartos`. Undefined if the fraction has no name. */
function fraction(top: number, bottom: number): string | undefined {
  if (!isNamedFraction(top, bottom, 100)) return undefined;
  const name = fractionName(bottom);
  return `${cardinal(top, { gender: 'm', before_noun: true })} ${countedNoun(top, [name, `${name}s`])}`;
}

const FRACTION_NOUNS: FractionNouns = {
  cardinal,
  fraction,
  half: { m: 'medio', f: 'media' },
  and: 'y',
};

const PARTS = partRules(ES.units, {
  words:
    'horas?|tazas?|cucharadas?|cucharaditas?|kilos?|litros?|docenas?|botellas?|vasos?|sobres?|limón|limones|cebollas?|paquetes?|botes?|metros?|kilómetros?|años?|mes|meses|días?|millón|millones|página|páginas|libras?|barras?|manzanas?|naranjas?|pulgadas?|minutos?|siglos?|sueldo|entrada|jornada|ración|raciones',
  toNoun(word) {
    const singular = word
      .replace(/(?<=[lnr])es$/, '')
      .replace(/(?<=[aeiou])s$/, '')
      .replace(/on$/, 'ón');
    const plural = `${singular}es`.replace(/(?<=[aeiou])es$/, 's').replace(/ónes$/, 'ones');
    return [singular, plural, romanceForm(` ${singular}`, NOUNS).gender];
  },
  say: (part, noun) => sayPart(FRACTION_NOUNS, part, noun),
});

/** Spanish as spoken in a region; by default in Spain. */
export function spanish(locale: string, choices: Choices): Language {
  const region = locale.split('-')[1] ?? 'es';
  const format = numberFormat(locale);
  const lexicon = { ...ES, point: format.decimal === '.' ? 'punto' : 'coma' };
  if (['mx', 'ar', 'cl', 'co', 'uy', 'do', 'cu'].includes(region))
    lexicon.currencies = { ...ES.currencies, $: PESO };
  return keepSentencePeriods(
    createLanguage({
      locale,
      choices,
      format,
      lexicon,
      cardinal,
      isName: createNameTest(
        'vuelo|tren|autobús|bus|línea|página|capítulo|episodio|temporada|habitación|puerta|planta|piso|sala|mesa|andén|vía|canal|nivel|paso|fase|opción|artículo|grupo|zona|bloque|casilla|lección|tema|ejercicio|pregunta|figura|tabla|anexo|acto|escena|tomo|volumen|modelo|versión|dorsal|jugador|carretera|kilómetro|ventanilla|turno|caja|código|expediente|asiento|fila|camión|agente|apartado',
      ),
      formBefore: (after) => romanceForm(after, NOUNS),
      decimals: 'number',
      linkMagnitude: linkMagnitudeWithDe,
      joinMoney(major, { value, noun }) {
        if (noun[0] === 'céntimo') return `${major} con ${cardinal(value)}`;
        const cents = cardinal(value, { gender: 'm', before_noun: true });
        return `${major} con ${cents} ${countedNoun(value, noun)}`;
      },
      fraction,
      joinFraction: (integer, part) => `${integer} y ${part.replace(/^un medio$/, 'medio')}`,
      year: cardinal,
      isYear: (value, { before }) =>
        value < 2101 && /(?:^|\s)(?:en|año|años|desde|hasta|de|siglo) $/i.test(before),
      phones: [
        '(?<![\\p{L}\\p{N}.,-])(?<!\\d )(?!\\d{3} ?000 ?000)\\(?[6-9]\\d{2}\\)?[ -]?\\d{3}[ -]?\\d{3}(?![\\d-]|[.,]\\d)',
        '(?<![\\p{L}\\p{N}-])(?<!\\d )\\(?[6-9]\\d{2}\\)?(?:[ .-]\\d{2}){3}(?![\\d-])',
        '(?<![\\p{L}\\p{N}-])(?<!\\d )\\(?[89]\\d\\)?[ .-]\\d{3}[ .-]\\d{2}[ .-]\\d{2}(?![\\d-])',
        '(?<![\\p{L}\\p{N}-])(?<!\\d )\\(?\\d{2,3}\\)?[ -]\\d{3,4}[ -]\\d{4}(?![\\d-])',
        // International with 00, Chile, Mexico's old prefix.
        '(?<![\\p{L}\\p{N}.,-])00[1-9]\\d{0,2}(?:[ .-]\\(?\\d{1,4}\\)?){2,5}(?!\\d)',
        '(?<![\\p{L}\\p{N}.,-])(?<!\\d )[29] \\d{4} \\d{4}(?![\\d-])',
        '(?<![\\p{L}\\p{N}.,-])(?<!\\d )01 [89]00 \\d{3} \\d{4}(?![\\d-])',
        `(?<=(?<!\\p{L})(?:[Tt]el|[Tt]eléf|[Tt]eléfonos?|[Tt]fno|[Tt]lf|[Mm]óvil|[Cc]elular|[Cc]el|[Ff]ax|[Ww]hats[Aa]pp|[Ll]l[aá]m\\p{L}{1,8}|[Mm]arc(?:a|e|ar|ando|amos)|[Mm]arque|[Cc]omun[ií]\\p{L}{2,8}|[Cc]ontáct\\p{L}{2,6}|[Cc]ontacto|[Ll]ínea)(?: (?:es|al?|el|en|con|del?|fijo|directo|gratuito|número|n\\.º|nuestro|mi|su|tu|personal)){0,3}[.:]{0,2} ?)(?:\\(?\\d{1,4}\\)?(?:[ .-]\\(?\\d{2,4}\\)?){1,5}|\\d{7,12})(?![\\p{L}\\p{N}]|[.,/-]\\d)`,
        `(?<=(?<!\\p{L})(?:[Tt]el\\.|[Tt]eléfono|[Tt]fno\\.|[Ll]lam[aeo]r?|[Ll]lame|[Mm]arca|[Mm]arque):? (?:al )?)(?:\\d{3}(?![\\p{L}\\p{N}]|[ .,]\\d)|\\d{2,4}(?:[ -]\\d{2,4}){1,4}(?!\\d))`,
      ],
      own: {
        early: EARLY,
        dates: createDateRules(region, choices),
        times: [...createTimeRules(), ...FRACTION_WORDS, ...PARTS],
        ordinals: [SHORT_ORDINAL, ...lateExpressionRules(EXPRESSIONS)],
        words: WORDS,
      },
    }),
  );
}
