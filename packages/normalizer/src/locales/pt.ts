import { toCardinal, toOrdinal } from 'n2words/pt-PT';
import { PT_LABELS } from '../data/labels.ts';
import { DAYS, EUROPEAN_EURO, MONTHS, PER, PT, SHORT_MONTHS } from '../data/pt.ts';
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
  linkMagnitudeWithDe,
  romanceDateRules,
  romanceForm,
  sayPart,
} from '../western/romance.ts';
import { type ClockWords, readTime, SENTENCE_NEXT } from '../western/romance-clock.ts';
import {
  createDaySpanRule,
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
  withSpaces,
  wordRule,
} from '../western/rules.ts';
import { spanRules } from '../western/spans.ts';
import { COUNTING, type Lexicon } from '../western/western.ts';

type Cardinal = (value: number, form?: Form) => string;

const SCALES: readonly [size: number, noun: Noun][] = [
  [1e12, ['trilhão', 'trilhões']],
  [1e9, ['bilhão', 'bilhões']],
  [1e6, ['milhão', 'milhões']],
];

/** In Brazil, a billion is um bilhão (in Portugal mil milhões), and 16 is dezesseis. */
function brazilianCardinal(value: number): string {
  const scale = SCALES.find(([size]) => value >= size);
  // `mil e quinhentos`: joined before round hundreds (Cunha e Cintra).
  if (!scale)
    return toCardinal(value)
      .replace(/deza(?=sseis|ssete|nove)/g, 'deze')
      .replace(/mil (?=(?:duz|trez|quatroc|quinh|seisc|setec|oitoc|novec)entos$)/, 'mil e ');
  const [size, noun] = scale;
  const [count, remainder] = [Math.floor(value / size), value % size];
  const head = `${brazilianCardinal(count)} ${countedNoun(count, noun)}`;
  if (remainder === 0) return head;
  if (remainder < 100 || (remainder < 1000 && remainder % 100 === 0) || remainder % 100_000 === 0)
    return `${head} e ${brazilianCardinal(remainder)}`;
  return `${head} ${brazilianCardinal(remainder)}`;
}

/** A whole number in the words of Portugal. */
const europeanCardinal = (value: number): string =>
  toCardinal(value).replace(/^um mil milhões/, 'mil milhões');

/** The words of a number. After the millions, they agree with the noun: `duas mil e uma`, `duzentas`. */
function inflected(say: (value: number) => string): Cardinal {
  return (value, { gender } = COUNTING) => {
    const words = say(value);
    if (gender !== 'f') return words;
    // linear: for a number in words
    const [, millions = '', rest = ''] = /^(.*(?:lhão|lhões) ?)?(.*)$/u.exec(words) ?? [];
    const feminine = rest
      .replace(/centos/g, 'centas')
      .replace(/zentos/g, 'zentas')
      .replace(/quinhentos/g, 'quinhentas')
      .replace(/(^| )um(?=$| )/g, '$1uma')
      .replace(/(^| )dois(?=$| )/g, '$1duas');
    return millions + feminine;
  };
}

/** `vigésima primeira`; undefined above 999, where ordinals are not used. */
function ordinal(value: number, isFeminine = false): string | undefined {
  if (value < 1 || value > 999) return undefined;
  const words = toOrdinal(value).replace('tricentésimo', 'trecentésimo');
  if (isFeminine) return words.replace(/o(?= |$)/g, 'a');
  return words;
}

const NOUNS = {
  feminine: /(?:as|a|ã|ãs|ção|ções|são|sões|zão|zões|dade|dades|tude|tudes|gem|gens)$/,
  nouns: new Set(
    'mulher mulheres noite parte classe vez vezes tarde mão mãos gente flor flores luz luzes voz vozes ponte cidade frase base fase rede torre nuvem nuvens tribo foto moto mãe árvore chave cor cores dor dores febre fonte nave ave pele colher colheres noz nozes cruz cruzes raiz raízes atriz atrizes lei arte morte lente greve série espécie superfície órbita ordem ordens tosse sede carne estante'
      .split(' ')
      .flatMap((word) => [word, `${word}s`]),
  ),
  others: wordSet(
    'dia problema programa sistema tema clima planeta mapa poema idioma drama dilema esquema sintoma quilograma grama cometa telegrama diagrama diploma telefonema cinema coração corações fã ímã galã talismã sutiã divã xamã clã titã amanhã afã sofá',
  ),
};

const MONTH = `(?<month>${MONTHS.join('|')}|(?:jan|fev|mar|abr|mai|jun|jul|ago|out|nov|dez)(?:\\.|(?= (?:de )?\\d{4}|[/-]\\d))|set(?:\\.(?=,| \\d| de \\d)|(?= (?:de )?\\d{4}|[/-]\\d)))`;

const EXPRESSIONS: ExpressionWords = {
  signs: SIGNS.pt ?? {},
  minus: PT.minus,
  by: PT.times,
  cube_root: 'raiz cúbica de',
  cardinal: brazilianCardinal,
  score: 'a',
  ratios:
    'telas?|monitor(?:es)?|[Rr]esultado|[Pp]lacar|terminou|terminaram|acabou|acabaram|[Ff]icou|[Vv]itória|[Dd]errota|[Gg]oleada|[Gg]anh[ao]r?[mu]?|[Pp]erdem?|[Gg]anham|ganhou|ganharam|vence|venceu|venceram|[Pp]erdeu|[Pp]erderam|[Ee]mpate|empatou|empataram',
  always: 'vinte e quatro horas por dia, sete dias por semana',
  per: PER,
  per_word: 'por',
  hashtag: 'hashtag',
  asks: 'quanto é|quanto são|quanto dá|calcule|resolva',
};

/** Letter by letter, and digit by digit. */
const spell = ({ text }: { text: string }): string => spellCode(text, brazilianCardinal);
const CODES: readonly Rule[] = [
  ...codeRules({
    digit: brazilianCardinal,
    before:
      'PIN|código|senha|referência|número de série|protocolo|pedido|conta|agência|matrícula|CEP|ramal|processo',
  }),
  // Postal codes: `01310-100`.
  rule('number', '(?<![\\p{L}\\p{N}.,-])\\d{2}\\.?\\d{3}-\\d{3}(?![\\p{L}\\p{N}-])', spell),
  // Tax numbers of people: `123.456.789-09`.
  rule('number', '(?<![\\p{L}\\p{N}.,-])\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}(?!\\d)', spell),
  // Tax numbers of companies: `12.345.678/0001-95`.
  rule('number', '(?<![\\p{L}\\p{N}.,-])\\d{2}\\.\\d{3}\\.\\d{3}/\\d{4}-\\d{2}(?!\\d)', spell),
  // License plates: `ABC1D23`.
  rule('number', '(?<![\\p{L}\\p{N}-])[A-Z]{3}[- ]?\\d(?:[A-Z]|\\d)\\d{2}(?![\\p{L}\\p{N}])', spell),
  // A scale: `1:100`.
  rule(
    'symbol',
    '(?<=(?<!\\p{L})(?:escala|proporção|razão|relação|formato|aspecto|mistura|diluição)(?: de)? \\d{1,4} ?):(?= ?\\d)',
    () => ' para ',
    'giu',
  ),
  // `venceu por 2 x 1`
  rule(
    'symbol',
    `(?<=(?<!\\p{L})(?:${EXPRESSIONS.ratios})(?: [\\p{L}]{1,12}){0,2} \\d{1,2} ?)[xX×-](?= ?\\d)`,
    (match) => withSpaces('a', match),
  ),
  // A score has few goals, and a product has no factor of zero: `3 x 0`.
  rule(
    'symbol',
    '(?=[xX×])(?<=(?<![\\p{L}\\p{N}.,])(?:0 ?|\\d{1,2} ?(?=[xX×] ?0(?!\\d))))[xX×](?= ?\\d{1,2}(?![\\p{L}\\p{N}]|[.,]\\d| ?[=x×%]| ?(?:cm|mm|m|km|px)(?!\\p{L})))',
    (match) => withSpaces('a', match),
  ),
  // Between two teams: `Brasil 2 x 1 Chile`.
  rule(
    'symbol',
    '(?=[xX×])(?<=(?<!\\p{L})\\p{Lu}[\\p{L}]{2,20} \\d{1,2} ?)[xX×](?= ?\\d{1,2} \\p{Lu}\\p{Ll}{2})',
    (match) => withSpaces('a', match),
  ),
];

/** Rules that must come before those for plain numbers: labels, seasons, angles and spans. */
function earlyRules(cardinal: Cardinal, lexicon: Lexicon): Rule[] {
  return [
    ...labelRules(lexicon, {
      ...PT_LABELS,
      cardinal,
      sayMonth: (month, year) => `${MONTHS[month - 1]} de ${cardinal(year)}`,
    }),
    createSeasonRule('temporada|ano letivo|campeonato|safra|época', cardinal),
    ...arcRules(lexicon, {
      cardinal,
      degree: ['grau', 'graus'],
      minute: ['minuto', 'minutos'],
      second: ['segundo', 'segundos'],
      foot: ['pé', 'pés'],
      inch: ['polegada', 'polegadas', 'f'],
      scale: {
        before:
          'a|de|faz|até|uns|quase|com|cerca de|acima de|abaixo de|aos|gira|gire|girar|rotação|ângulo|marca|atinge|supera',
        after:
          'abaixo de zero|acima de zero|negativos|centígrados|celsius|fahrenheit|de (?:temperatura|febre|inclinação|latitude|longitude)',
        counted:
          'anivers|edição|dia|congresso|lugar|andar|minuto|batalhão|regimento|presidente|capítulo|episódio|jogo|gol|distrito',
        hasNoun: (after) => romanceForm(after, NOUNS).before_noun,
      },
      compass: { N: 'norte', S: 'sul', E: 'leste', L: 'leste', O: 'oeste', W: 'oeste' },
    }),
    ...spanRules({
      cardinal,
      hour: ['hora', 'horas', 'f'],
      minute: ['minuto', 'minutos'],
      second: ['segundo', 'segundos'],
      and: 'e',
      at: '[àa]s?|das?|pelas|até as|até às|entre as|de',
      lasting: {
        before:
          'dura|durou|duram|durava|duração(?: de)?|leva|levou|levam|demora|demorou|tem|têm|durante|por|em|mais de|menos de|cerca de|quase|tempo(?: de \\p{L}{3,12})?|(?:viagem|filme|voo|aula|prova|espera|atraso|jogo) de',
        after:
          'de (?:duração|viagem|voo|filme|espera|prova|aula|atraso|sono|trabalho|vídeo|música|show|jogo)',
      },
    }),
  ];
}

/** Rules for dates, ordinals and names of days and months. */
function createDateRules(cardinal: Cardinal, choices: Choices): Rule[] {
  const words: DateWords = {
    months: MONTHS,
    day: (value) => (value === 1 ? 'primeiro' : cardinal(value)),
    year: cardinal,
    between: ' de ',
    withName: `${EDGE}(?:(?<from>\\d{1,2})${SPACE}?(?:[-–]|a)${SPACE}?)?(?<day>\\d{1,2})(?:\\.?[ºo°])?(?: de | |/|-)${MONTH}(?![\\p{L}])(?:(?: de |,? |/|-)(?<year>[12]\\d{3})${END})?`,
    until: () => 'a',
  };
  return [
    ...earlyExpressionRules(EXPRESSIONS),
    ...nameListRules({
      days: DAYS,
      months: SHORT_MONTHS,
      full_months: MONTHS,
      joins: 'e|ou|a|à',
      articles: 'dia',
      span: (first, last) => `${first} a ${last}`,
      bare_days: 'seg|qua|qui|sáb|dom',
    }),
    // The degree sign used as an ordinal indicator, and letters: `8° dia`, `a 3a série`.
    rule(
      'ordinal',
      `${EDGE}(?<number>\\d{1,3})°(?= (?!norte|sul|leste|oeste|abaixo|acima|negativos)\\p{Ll}{3})`,
      ({ groups, after }) => ordinal(Number(groups.number), romanceForm(after, NOUNS).gender === 'f'),
    ),
    rule('ordinal', `${EDGE}(?<number>\\d{1,3})(?<end>[ao])(?= \\p{Ll}{3})`, ({ groups }) =>
      ordinal(Number(groups.number), groups.end === 'a'),
    ),
    // `2ª-feira`
    rule('date', `${EDGE}(?<day>[2-6])[ªa][ -]feira(?<many>s?)(?!\\p{L})`, ({ groups }) => {
      const pluralEnding = groups.many ?? '';
      return `${WEEKDAYS[Number(groups.day) - 2]}${pluralEnding}-feira${pluralEnding}`;
    }),
    // `1º/5`, `1º/05/2024`
    rule(
      'date',
      `${EDGE}1[º°]/(?<month>0?[1-9]|1[0-2])(?:/(?<year>[12]\\d{3}))?(?![\\d/])`,
      ({ groups: { month, year } }) => {
        const date = ['primeiro', MONTHS[Number(month) - 1]];
        if (year !== undefined) date.push(cardinal(Number(year)));
        return date.join(' de ');
      },
    ),
    createDaySpanRule(words, 'de', 'a'),
    ...romanceDateRules(words, choices),
    ...otherDateRules('em|dia|no dia|até|desde|segunda|terça|quarta|quinta|sexta|sábado|domingo', words),
    ...CODES,
    // `anos '80`
    rule('date', `(?<=(?:anos|dos|nos) )['’](?<decade>[2-9]0)${END}`, ({ groups }) =>
      cardinal(Number(groups.decade)),
    ),
  ];
}

/** Rules for times and spans of them. */
function createTimeRules(cardinal: Cardinal): Rule[] {
  const words: ClockWords = {
    cardinal,
    sayMinutes: (_, minute) => ` e ${cardinal(minute)}`,
    saySeconds: (second) => ` e ${cardinal(second)} ${countedNoun(second, ['segundo', 'segundos'])}`,
  };
  const clock = (match: Match): string | undefined => {
    const clockTime = readTime(match, words);
    if (clockTime === undefined) return undefined;
    const { hour, minute, time, seconds } = clockTime;
    const { half } = match.groups;
    if (half !== undefined)
      return keepPeriod(`${time}${seconds} ${partOfDay(hour, half)}`, match, SENTENCE_NEXT);
    if (minute > 0) return time + seconds;
    return `${time} ${hour < 2 ? 'hora' : 'horas'}${seconds}`;
  };
  const hour = '(?<hour>[01]?\\d|2[0-4])';
  const half = `(?<half>[ap]\\.${SPACE}?m\\.|[ap]m(?!\\p{L}))`;
  const low = `(?:(?<from>[01]?\\d|2[0-4])${SPACE}?(?:(?:h|:)(?<from_minute>[0-5]\\d)?h?)?${SPACE}?[-–—]${SPACE}?)?`;
  const sources = [
    // `às 3 p.m.`
    `${EDGE}(?<hour>\\d{1,2})(?:[:.](?<minute>[0-5]\\d))?${SPACE}?${half}`,
    // `17h30`, `9h-17h30`
    `${EDGE}(?<!\\d[:.,])${low}${hour}${SPACE}?(?:h|hs|hrs|horas)\\.?(?:${SPACE}?(?<minute>[0-5]\\d)${SPACE}?(?:min|m)?)?${END}`,
    // `às 17.30`
    `(?<=(?<!\\p{L})(?:[àa]s?|das?|pelas|até as|até às|entre as) )${hour}[.](?<minute>[0-5]\\d)(?![\\d%€]|[.,]\\d)`,
  ];
  return [
    ...sources.map((source) => rule('time', source, clock, 'giu')),
    // `17:30`, `17:30 h`
    rule('time', `${CLOCK}(?:${SPACE}?h(?:oras)?(?![\\p{L}]))?(?![\\p{N}:])`, clock),
  ];
}

/** The words after an hour with `AM` or `PM` (`half`): `9 PM` as `nove da noite`. */
function partOfDay(hour: number, half: string): string {
  const isNoon = hour === 12;
  if (/^a/i.test(half)) return isNoon ? 'da noite' : 'da manhã';
  return hour >= 6 && !isNoon ? 'da noite' : 'da tarde';
}

const REGNAL =
  'Luís|Henrique|Francisco|Carlos|Filipe|Napoleão|João|João Paulo|Paulo|Pio|Bento|Leão|Gregório|Pedro|Maria|Isabel|Elizabeth|Elisabete|Catarina|Guilherme|Eduardo|Jorge|Ricardo|Alexandre|Nicolau|Afonso|Manuel|José|Fernando|Sancho';

/** `1º`, `2ªs` */
const SHORT_ORDINAL = rule(
  'ordinal',
  `${EDGE}(?<number>\\d{1,3})\\.?(?<end>[ºª]s?|°(?!\\s?[CF])|os|as)${END}`,
  ({ groups }) => {
    const { number = '', end = '' } = groups;
    const words = ordinal(Number(number), /ª|as/.test(end));
    if (words === undefined || !end.endsWith('s')) return words;
    return `${words}s`;
  },
);

/** Rules for Roman numerals and letters in names. */
function words(cardinal: Cardinal): Rule[] {
  return [
    // `João VI`
    romanAfter(
      REGNAL,
      (value, { before }) => {
        if (value > 10) return cardinal(value);
        return ordinal(value, /(?:Maria|Isabel|Elizabeth|Elisabete|Catarina) $/.test(before));
      },
      REGNAL_NUMERAL,
    ),
    // `II Guerra Mundial`
    romanBefore(COUNTED, (value, { after }) => {
      const noun = /^ (\p{L}+)/u.exec(after)?.[1]?.toLowerCase() ?? '';
      return ordinal(value, NOUNS.feminine.test(noun));
    }),
    // `século XX`, `capítulo III`
    romanAfter(
      '[Ss]éculos?|[Cc]apítulo|[Tt]omo|[Aa]to|[Cc]ena|[Vv]olume|[Tt]ítulo|[Aa]rtigo|[Tt]ipo|[Ff]ase|[Aa]nexo|[Nn]ível|[Cc]anto|[Pp]arte|[Ll]ivro|[Gg]rupo|[Cc]lasse|[Ss]eção|[Nn]úmero|sécs?\\.|cap\\.',
      (value, { before }) => {
        if (value <= 10 && /[Ss]éculos? $/.test(before)) return ordinal(value);
        return cardinal(value);
      },
    ),
    // The second of two numerals: `séculos XV e XVI`.
    romanNext('[Ss]éculos?|[Ss]écs?\\.|[Cc]apítulos', 'e|ao?|ou', (value) => cardinal(value)),
    createSequelRule((value) => cardinal(value)),
    letterTitle('D', {
      links:
        'a|o|à|ao|de|do|da|e|ou|com|por|pelo|pela|para|que|segundo|como|entre|disse|respondeu|perguntou|senhora|senhor|os|as|rei|rainha|infante',
      openers: PT.openers,
      say: (name) => (/a$/.test(name) ? 'Dona ' : 'Dom '),
    }),
    letterTitle('S', {
      links:
        '\\p{Ll}{1,12}|Rua|Avenida|Av\\.|Praça|Largo|Bairro|Vila|Igreja|Capela|Colégio|Hospital|Parque|Ilha|Porto|Forte|Morro|Jardim',
      openers: `${PT.openers} Exa Ex Sa`,
      say: getSaintTitle,
    }),
    // A street, with its article or its house number; else an initial: `R. Silva`.
    wordRule(
      'abbreviation',
      `(?<=(?<!\\p{L})(?:na|da|à|pela|nesta|esta|endereço:|local:) |^)R\\.(?= (?:d[aeo]s? )?\\p{Lu})`,
      ({ before, after }) => {
        if (before !== '' || /^[^.!?\n]{2,30}, ?(?:n[.º° ]{1,3})?[\d\u{E001}]/u.test(after)) return 'Rua';
        return undefined;
      },
    ),
    ...initialismRules(PT),
  ];
}

/** The title before the name of a saint: `Santa Ana`, `Santo Antônio`, `São Paulo`. */
const getSaintTitle = (name: string): string => {
  if (/a$/.test(name)) return 'Santa ';
  return /^(?:[AEIOUÁÉÍÓÚÂÊÔ]|Tom|Tirso)/.test(name) ? 'Santo ' : 'São ';
};

const COUNTED =
  '(?:[Gg]uerra|[Cc]ongresso|[Ee]dição|[Ff]estival|[Pp]rêmio|[Rr]epública|[Cc]oncílio|[Cc]onferência|[Ss]emana|[Ss]impósio|[Tt]orneio|[Cc]ampeonato|[Rr]eich|[Jj]ornada|[Ee]ncontro|[Ff]eira|[Cc]opa|[Mm]aratona|[Dd]inastia|[Bb]ienal|[Ss]eminário|[Mm]ostra|[Ff]órum|[Pp]lano|[Mm]ilênio|[Cc]ruzada|[Cc]oncurso|[Jj]ogos)';

const FRACTIONS: Record<number, string> = { 2: 'meio', 3: 'terço', 100: 'centésimo', 1000: 'milésimo' };

/** `três quartos`, `um doze avos` (Cunha e Cintra: numerais fracionários). */
function sayFraction(cardinal: Cardinal, top: number, bottom: number): string | undefined {
  if (!isNamedFraction(top, bottom, 100)) return undefined;
  let name = FRACTIONS[bottom];
  if (bottom <= 10) name ??= ordinal(bottom);
  if (name === undefined) return `${cardinal(top)} ${cardinal(bottom)} avos`;
  return `${cardinal(top)} ${countedNoun(top, [name, `${name}s`])}`;
}

/** Fractions that are not read as a number of parts. */
const createFractionRules = (cardinal: Cardinal): Rule[] => [
  ...fractionWordRules({
    cardinal,
    name: (bottom) => `${ordinal(bottom, true)}s`,
    final: 'de final',
    articles: 'uma?',
    and: 'e',
    half: 'meio',
    ofTen: (count, noun) => `${count} em cada dez ${noun}`,
    plural: '(?<!parte)s',
  }),
  // `2/3 partes`: the ordinal agrees with the noun.
  rule('number', `${EDGE}(?<top>\\d{1,2})/(?<bottom>[3-9]|10) (?=partes?(?!\\p{L}))`, ({ groups }) => {
    const [top, bottom] = [Number(groups.top), Number(groups.bottom)];
    if (top >= bottom) return undefined;
    const name = bottom === 3 ? 'terça' : ordinal(bottom, true);
    return `${cardinal(top, { gender: 'f', before_noun: true })} ${countedNoun(top, [`${name}`, `${name}s`])} `;
  }),
];

/** The days that are counted from Sunday: `3ª feira`. */
const WEEKDAYS = ['segunda', 'terça', 'quarta', 'quinta', 'sexta'];

/** `meia hora`, `três quartos de quilograma`, `duas horas e meia`. */
function parts(words: FractionNouns, units: Readonly<Record<string, Noun>>): Rule[] {
  return partRules(units, {
    words:
      'horas?|xícaras?|colher|colheres|copos?|quilos?|litros?|dúzias?|garrafas?|latas?|cebolas?|limão|limões|pacotes?|maçãs?|metros?|anos?|mês|meses|dias?|milhão|milhões|páginas?|minutos?|séculos?|salário|entrada|polegadas?|porção|porções|tabletes?|abacaxi',
    toNoun(word) {
      const singular = word
        .replace(/ões$/, 'ão')
        .replace(/(?<=[rs])es$/, '')
        .replace(/^meses$|^mes$/, 'mês')
        .replace(/(?<=[aeoãéi])s$/, '');
      const plural = `${singular}s`
        .replace(/ãos$/, 'ões')
        .replace(/^mêss$/, 'meses')
        .replace(/rs$/, 'res');
      return [singular, plural, romanceForm(` ${singular}`, NOUNS).gender];
    },
    say: (part, noun) => sayPart(words, part, noun),
  });
}

/** Portuguese as spoken in a region; by default in Brazil. */
export function portuguese(locale: string, choices: Choices): Language {
  const isBrazilian = (locale.split('-')[1] ?? 'br') === 'br';
  const lexicon = isBrazilian ? PT : europeanLexicon();
  const cardinal = inflected(isBrazilian ? brazilianCardinal : europeanCardinal);
  const fraction = (top: number, bottom: number) => sayFraction(cardinal, top, bottom);
  return keepSentencePeriods(
    createLanguage({
      locale,
      choices,
      format: numberFormat(locale),
      lexicon,
      cardinal,
      isName: createNameTest(
        'voo|trem|comboio|ônibus|autocarro|linha|página|capítulo|episódio|temporada|quarto|porta|andar|sala|mesa|plataforma|via|canal|nível|passo|fase|opção|artigo|grupo|zona|bloco|casa|lição|tema|exercício|pergunta|figura|tabela|anexo|ato|cena|tomo|volume|modelo|versão|jogador|estrada|quilômetro|guichê|turno|caixa|código|processo|assento|fila|fileira|agente|apartamento',
      ),
      formBefore: (after) => romanceForm(after, NOUNS),
      isOne: ({ integer, fraction }) => integer === '1' || (integer === '0' && fraction !== ''),
      decimals: 'number',
      linkMagnitude: linkMagnitudeWithDe,
      joinMoney: (major, { value, noun }) => `${major} e ${cardinal(value)} ${countedNoun(value, noun)}`,
      fraction,
      joinFraction: (integer, part) => `${integer} e ${part.replace(/^um meio$/, 'meio')}`,
      year: cardinal,
      isYear: (value, { before }) => value < 2101 && /(?:^|\s)(?:em|ano|anos|desde|até|de) $/i.test(before),
      phones: [
        '(?<![\\p{L}\\p{N}.,-])00[1-9]\\d{0,2}(?:[ .-]\\(?\\d{1,9}\\)?){2,5}(?!\\d)',
        '(?<![\\p{L}\\p{N}.,/-])(?<!\\d )(?!(?:1[5-9]|20)\\d{2}-(?:1[5-9]|20)\\d{2}(?!\\d))(?:\\(0?\\d{2}\\) ?|0?\\d{2} )?9?[ .]?\\d{4}[- .]\\d{4}(?![\\d-])',
        '(?<![\\p{L}\\p{N}.,/-])(?<!\\d )\\(?[1-9]\\d\\)? ?9 ?\\d{4}[- ]?\\d{4}(?![\\d-])',
        '(?<![\\p{L}\\p{N}.,/-])(?<!\\d )9\\d{2} \\d{3} \\d{3}(?![\\d-])',
        '(?<![\\p{L}\\p{N}.,/-])(?<!\\d )0[358]00[ -]\\d{3}[ -]\\d{4}(?![\\d-])',
        '(?<![\\p{L}\\p{N}.,/-])(?<!\\d )0[358]00[ -]\\d{2,3}[ -]\\d{2}[ -]?\\d{2}(?![\\d-])',
        '(?<=(?<!\\p{L})(?:[Tt]el\\.|[Tt]elefone|[Ll]igue|[Ll]igar|[Dd]isque|[Dd]isca|WhatsApp):? (?:para )?(?:o )?)\\d{4}(?:[ -]\\d{4})?(?![\\p{L}\\p{N}]|[.,-]\\d)',
      ],
      own: {
        early: earlyRules(cardinal, lexicon),
        dates: createDateRules(cardinal, choices),
        times: [
          ...createTimeRules(cardinal),
          ...createFractionRules(cardinal),
          ...parts({ cardinal, fraction, half: { m: 'meio', f: 'meia' }, and: 'e' }, lexicon.units),
        ],
        ordinals: [SHORT_ORDINAL, ...lateExpressionRules(EXPRESSIONS)],
        words: words(cardinal),
      },
    }),
  );
}

/** The Brazilian words with European spelling, and the euro. */
function europeanLexicon(): Lexicon {
  const units: Record<string, Noun> = {};
  // Portugal writes quilómetro, and Brazil writes quilômetro.
  for (const [key, [singular, plural, gender]] of Object.entries(PT.units))
    units[key] = [singular.replace(/ô/g, 'ó'), plural.replace(/ô/g, 'ó'), gender];
  const currencies = { ...PT.currencies, '€': EUROPEAN_EURO, EUR: EUROPEAN_EURO };
  return { ...PT, hash: 'cardinal', units, currencies };
}
