import type { Noun } from '../types.ts';
import type { Lexicon } from '../western/western.ts';
import { inBothCases, loose, metric, spelled } from './tables.ts';

export const MONTHS =
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' ');

const m = (one: string, many = one): Noun => [one, many];
const f = (one: string, many: string): Noun => [one, many, 'f'];
const n = (one: string, many = one): Noun => [one, many, 'n'];

const LENGTHS = { k: 'chilo', '': '', c: 'centi' };
const UNITS: Record<string, Noun> = {
  ...spelled({
    '%': n('per cento'),
    '‰': n('per mille'),
    '°C': m('grado Celsius', 'gradi Celsius'),
    '°F': m('grado Fahrenheit', 'gradi Fahrenheit'),
    '°': m('grado', 'gradi'),
    'km/h': m('chilometro orario', 'chilometri orari'),
    'm/s': m('metro al secondo', 'metri al secondo'),
    mq: m('metro quadrato', 'metri quadrati'),
    hg: m('etto', 'etti'),
    t: f('tonnellata', 'tonnellate'),
    'l L': m('litro', 'litri'),
    ml: m('millilitro', 'millilitri'),
    cl: m('centilitro', 'centilitri'),
    s: m('secondo', 'secondi'),
    ms: m('millisecondo', 'millisecondi'),
    min: m('minuto', 'minuti'),
    h: f('ora', 'ore'),
    kWh: m('chilowattora'),
    V: m('volt'),
    mA: m('milliampere'),
    dB: m('decibel'),
    'KB kB': m('kilobyte'),
    'Mbit/s': m('megabit al secondo'),
    hPa: m('ettopascal'),
    bar: m('bar'),
    kcal: f('chilocaloria', 'chilocalorie'),
    ha: m('ettaro', 'ettari'),
    px: m('pixel'),
    CV: m('cavallo', 'cavalli'),
  }),
  ...metric('m', { ...LENGTHS, m: 'milli', µ: 'micro', n: 'nano' }, (prefix) =>
    m(`${prefix}metro`, `${prefix}metri`),
  ),
  ...metric('m²', LENGTHS, (prefix) => m(`${prefix}metro quadrato`, `${prefix}metri quadrati`)),
  ...metric('m³', { '': '', c: 'centi' }, (prefix) => m(`${prefix}metro cubo`, `${prefix}metri cubi`)),
  ...metric('g', { k: 'chilo', '': '', m: 'milli', µ: 'micro' }, (prefix) =>
    m(`${prefix}grammo`, `${prefix}grammi`),
  ),
  ...metric('W', { '': '', k: 'chilo', M: 'mega' }, (prefix) => m(`${prefix}watt`)),
  ...metric('Hz', { '': '', k: 'chilo', M: 'mega', G: 'giga' }, (prefix) => m(`${prefix}hertz`)),
  ...metric('B', { M: 'mega', G: 'giga', T: 'tera' }, (prefix) => m(`${prefix}byte`)),
};

const CENT = m('centesimo', 'centesimi');

export const IT: Lexicon = {
  minus: 'meno',
  plus: 'più',
  equals: 'uguale a',
  times: 'per',
  fold: ['volta', 'volte', 'f'],
  point: 'virgola',
  dot: 'punto',
  at: 'chiocciola',
  slash: 'barra',
  hyphen: 'trattino',
  underscore: 'trattino basso',
  colon: 'due punti',
  to: 'a',
  number_sign: 'numero',
  ampersand: 'e',
  units: UNITS,
  currencies: spelled({
    '€ EUR euro': { major: m('euro'), minor: CENT },
    $: { major: m('dollaro', 'dollari'), minor: CENT },
    'US$ USD': { major: m('dollaro americano', 'dollari americani'), minor: CENT },
    '£ GBP': { major: f('sterlina', 'sterline'), minor: m('penny', 'pence') },
    CHF: { major: m('franco svizzero', 'franchi svizzeri'), minor: CENT },
    '¥ JPY': { major: m('yen') },
    'L.': { major: f('lira', 'lire') },
  }),
  magnitudes: spelled({
    'mln mln. M Mio milione milioni': m('milione', 'milioni'),
    'mld mld. Mrd miliardo miliardi': m('miliardo', 'miliardi'),
    mila: n('mila'),
  }),
  abbreviations: {
    ...inBothCases({
      'sig.': 'signor',
      'sig.ra': 'signora',
      'dott.': 'dottor',
      'dott.ssa': 'dottoressa',
      'prof.': 'professor',
      'prof.ssa': 'professoressa',
      'ing.': 'ingegner',
      'avv.': 'avvocato',
      'tel.': 'telefono',
      'n.': 'numero',
      'p.zza': 'piazza',
      'v.le': 'viale',
      'c.so': 'corso',
    }),
    ...spelled({
      'Sig.na': 'Signorina',
      'Sigg.': 'Signori',
      'Dr.': 'Dottor',
      'Geom.': 'Geometra',
      'On.': 'Onorevole',
      'ecc. etc.': 'eccetera',
      'es.': 'esempio',
      'pag.': 'pagina',
      'pagg.': 'pagine',
      'cap.': 'capitolo',
      'vol.': 'volume',
      'art.': 'articolo',
      'cell.': 'cellulare',
      'nr. n° nº': 'numero',
      'ca.': 'circa',
      'max.': 'massimo',
      'min.': 'minimo',
      'v.': 'vedi',
      'S.p.A.': 'società per azioni',
      'S.r.l.': 'società a responsabilità limitata',
      'p.v.': 'prossimo venturo',
      'u.s.': 'ultimo scorso',
    }),
    ...loose({
      'p. es.': 'per esempio',
      'a. C.': 'avanti Cristo',
      'd. C.': 'dopo Cristo',
    }),
  },
  tails: 'ecc. etc. a.C. d.C. S.p.A. S.r.l.',
  acronyms: 'USA UE PD TG DNA RNA HIV PDF HTML USB GPS TV DVD CD URL SMS QR FBI CIA PC IA BTP FS SSN',
};
