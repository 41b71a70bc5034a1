import type { Noun } from '../types.ts';
import type { Lexicon } from '../western/western.ts';
import { inBothCases, loose, metric, spelled } from './tables.ts';

export const MONTHS =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');

const m = (one: string, many = `${one}s`): Noun => [one, many];
const f = (one: string, many = `${one}s`): Noun => [one, many, 'f'];
const n = (one: string, many = one): Noun => [one, many, 'n'];

const LENGTHS = { k: 'quilô', '': '', c: 'centí' };
const UNITS: Record<string, Noun> = {
  ...spelled({
    '%': n('por cento'),
    '‰': n('por mil'),
    '°C ºC': m('grau Celsius', 'graus Celsius'),
    '°F': m('grau Fahrenheit', 'graus Fahrenheit'),
    '°': m('grau'),
    'km/h': m('quilômetro por hora', 'quilômetros por hora'),
    'm/s': m('metro por segundo', 'metros por segundo'),
    t: f('tonelada'),
    'l L': m('litro'),
    'ml mL': m('mililitro'),
    cl: m('centilitro'),
    s: m('segundo'),
    ms: m('milissegundo'),
    min: m('minuto'),
    kWh: m('quilowatt-hora', 'quilowatts-hora'),
    V: m('volt'),
    mA: m('miliampere'),
    dB: m('decibel', 'decibéis'),
    'KB kB': m('kilobyte'),
    'Mbit/s': m('megabit por segundo', 'megabits por segundo'),
    hPa: m('hectopascal', 'hectopascais'),
    bar: m('bar', 'bares'),
    kcal: f('quilocaloria'),
    ha: m('hectare'),
    px: m('pixel', 'pixels'),
    cv: m('cavalo-vapor', 'cavalos-vapor'),
  }),
  ...metric('m', { ...LENGTHS, m: 'milí', µ: 'micrô', n: 'nanô' }, (prefix) => m(`${prefix}metro`)),
  ...metric('m²', LENGTHS, (prefix) => m(`${prefix}metro quadrado`, `${prefix}metros quadrados`)),
  ...metric('m³', { '': '', c: 'centí' }, (prefix) => m(`${prefix}metro cúbico`, `${prefix}metros cúbicos`)),
  ...metric('g', { k: 'quilo', '': '', m: 'mili', µ: 'micro' }, (prefix) => m(`${prefix}grama`)),
  ...metric('W', { '': '', k: 'quilo', M: 'mega' }, (prefix) => m(`${prefix}watt`)),
  ...metric('Hz', { '': '', k: 'quilo', M: 'mega', G: 'giga' }, (prefix) => n(`${prefix}hertz`)),
  ...metric('B', { M: 'mega', G: 'giga', T: 'tera' }, (prefix) => m(`${prefix}byte`)),
};

const CENTAVO = m('centavo');
const CENTIMO = m('cêntimo');
export const EUROPEAN_EURO = { major: m('euro'), minor: CENTIMO };

export const PT: Lexicon = {
  minus: 'menos',
  plus: 'mais',
  equals: 'igual a',
  times: 'por',
  fold: ['vez', 'vezes', 'f'],
  point: 'vírgula',
  dot: 'ponto',
  at: 'arroba',
  slash: 'barra',
  hyphen: 'hífen',
  underscore: 'sublinhado',
  colon: 'dois pontos',
  to: 'a',
  number_sign: 'número',
  ampersand: 'e',
  units: UNITS,
  currencies: spelled({
    'R$ BRL reais': { major: m('real', 'reais'), minor: CENTAVO },
    $: { major: m('dólar', 'dólares'), minor: CENTAVO },
    'US$ USD': { major: m('dólar americano', 'dólares americanos'), minor: CENTAVO },
    '€ EUR euros euro': { major: m('euro'), minor: CENTAVO },
    '£ GBP': { major: f('libra'), minor: m('pêni', 'pence') },
    '¥ JPY': { major: m('iene') },
    CHF: { major: m('franco suíço', 'francos suíços'), minor: CENTIMO },
  }),
  magnitudes: spelled({
    'mi M milhão milhões': m('milhão', 'milhões'),
    'bi bilhão bilhões': m('bilhão', 'bilhões'),
    'tri trilhão trilhões': m('trilhão', 'trilhões'),
    mil: n('mil'),
  }),
  abbreviations: {
    ...inBothCases({
      nº: 'número',
      'tel.': 'telefone',
      'obs.': 'observação',
    }),
    ...spelled({
      'Sr.': 'Senhor',
      'Sra.': 'Senhora',
      'Srta.': 'Senhorita',
      'Srs.': 'Senhores',
      'Dr.': 'Doutor',
      'Dra.': 'Doutora',
      'Prof.': 'Professor',
      'Profa. Prof.ª': 'Professora',
      'D.': 'Dom',
      'Eng.': 'Engenheiro',
      'Av.': 'Avenida',
      'Pça.': 'Praça',
      'Sto.': 'Santo',
      'Sta.': 'Santa',
      'n.º n° núm.': 'número',
      'pág. p.': 'página',
      'págs.': 'páginas',
      'cap.': 'capítulo',
      'vol.': 'volume',
      'art.': 'artigo',
      'etc.': 'et cetera',
      'aprox.': 'aproximadamente',
      'máx.': 'máximo',
      'mín.': 'mínimo',
      'Ltda.': 'limitada',
      'S.A. S/A': 'sociedade anônima',
      'apto. ap.': 'apartamento',
      vc: 'você',
    }),
    ...loose({
      'p. ex.': 'por exemplo',
      'a. C.': 'antes de Cristo',
      'd. C.': 'depois de Cristo',
    }),
  },
  tails: 'etc. a.C. d.C. Ltda. S.A.',
  acronyms:
    'EUA UE CPF CNPJ RG CEP STF TV DVD CD PDF HTML USB GPS URL SMS QR FBI CIA PC DNA RNA HIV ONG IBGE FGTS INSS IPTU IPVA',
};
