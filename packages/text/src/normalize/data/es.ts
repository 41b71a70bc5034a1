import type { Noun } from '../types.ts';
import type { Lexicon } from '../western/western.ts';
import { inBothCases, loose, metric, spelled } from './tables.ts';

export const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');

const m = (one: string, many = `${one}s`): Noun => [one, many];
const f = (one: string, many = `${one}s`): Noun => [one, many, 'f'];
/** Takes the full form of the number: `veintiuno por ciento`. */
const n = (one: string, many = one): Noun => [one, many, 'n'];

const LENGTHS = { k: 'kiló', '': '', c: 'centí' };
const UNITS: Record<string, Noun> = {
  ...spelled({
    '%': n('por ciento'),
    '‰': n('por mil'),
    '°C ºC': m('grado Celsius', 'grados Celsius'),
    '°F': m('grado Fahrenheit', 'grados Fahrenheit'),
    '°': m('grado'),
    'km/h': m('kilómetro por hora', 'kilómetros por hora'),
    'm/s': m('metro por segundo', 'metros por segundo'),
    t: f('tonelada'),
    'l L': m('litro'),
    'ml mL': m('mililitro'),
    cl: m('centilitro'),
    s: m('segundo'),
    ms: m('milisegundo'),
    min: m('minuto'),
    kWh: m('kilovatio hora', 'kilovatios hora'),
    V: m('voltio'),
    mA: m('miliamperio'),
    dB: m('decibelio'),
    'KB kB': m('kilobyte'),
    'Mbit/s': m('megabit por segundo', 'megabits por segundo'),
    hPa: m('hectopascal', 'hectopascales'),
    bar: m('bar', 'bares'),
    kcal: f('kilocaloría'),
    ha: f('hectárea'),
    px: m('píxel', 'píxeles'),
    CV: m('caballo de vapor', 'caballos de vapor'),
  }),
  ...metric('m', { ...LENGTHS, m: 'milí', µ: 'micró', n: 'nanó' }, (prefix) => m(`${prefix}metro`)),
  ...metric('m²', LENGTHS, (prefix) => m(`${prefix}metro cuadrado`, `${prefix}metros cuadrados`)),
  ...metric('m³', { '': '', c: 'centí' }, (prefix) => m(`${prefix}metro cúbico`, `${prefix}metros cúbicos`)),
  ...metric('g', { k: 'kilo', '': '', m: 'mili', µ: 'micro' }, (prefix) => m(`${prefix}gramo`)),
  ...metric('W', { '': '', k: 'kilo', M: 'mega' }, (prefix) => m(`${prefix}vatio`)),
  ...metric('Hz', { '': '', k: 'kilo', M: 'mega', G: 'giga' }, (prefix) => m(`${prefix}hercio`)),
  ...metric('B', { M: 'mega', G: 'giga', T: 'tera' }, (prefix) => m(`${prefix}byte`)),
};

const CENTIMO = m('céntimo');
const CENTAVO = m('centavo');
export const PESO = { major: m('peso'), minor: CENTAVO };

export const ES: Lexicon = {
  minus: 'menos',
  plus: 'más',
  equals: 'igual a',
  times: 'por',
  fold: ['vez', 'veces', 'f'],
  point: 'coma',
  dot: 'punto',
  at: 'arroba',
  slash: 'barra',
  hyphen: 'guion',
  underscore: 'guion bajo',
  colon: 'dos puntos',
  to: 'a',
  number_sign: 'número',
  ampersand: 'y',
  units: UNITS,
  currencies: spelled({
    '€ EUR euros euro': { major: m('euro'), minor: CENTIMO },
    $: { major: m('dólar', 'dólares'), minor: CENTAVO },
    'US$ USD': { major: m('dólar estadounidense', 'dólares estadounidenses'), minor: CENTAVO },
    '£ GBP': { major: f('libra'), minor: m('penique') },
    MXN: { major: m('peso mexicano', 'pesos mexicanos'), minor: CENTAVO },
    CHF: { major: m('franco suizo', 'francos suizos'), minor: CENTIMO },
    '¥ JPY': { major: m('yen', 'yenes') },
    R$: { major: m('real', 'reales'), minor: CENTAVO },
  }),
  magnitudes: {
    ...spelled({
      'M mill. millón millones': m('millón', 'millones'),
      billones: m('billón', 'billones'),
      'mil k K': n('mil'),
    }),
    'mil millones': n('mil millones'),
  },
  abbreviations: {
    ...spelled({
      'Sr.': 'Señor',
      'Sra.': 'Señora',
      'Srta.': 'Señorita',
      'Sres.': 'Señores',
      'Dr.': 'Doctor',
      'Dra.': 'Doctora',
      'D.ª Dña.': 'Doña',
      'Prof.': 'Profesor',
      'Profa.': 'Profesora',
      'Ud. Vd.': 'usted',
      'Uds. Vds.': 'ustedes',
      'Lic.': 'Licenciado',
      'Ing.': 'Ingeniero',
      'Sto.': 'Santo',
      'Sta.': 'Santa',
      'Avda. Av.': 'Avenida',
      'C/': 'Calle',
      nº: 'número',
      'pág.': 'página',
      'págs.': 'páginas',
      'cap.': 'capítulo',
      'vol.': 'volumen',
      'art.': 'artículo',
      'tfno.': 'teléfono',
      'etc.': 'etcétera',
      'aprox.': 'aproximadamente',
      'máx.': 'máximo',
      'mín.': 'mínimo',
      EEUU: 'Estados Unidos',
      'c/u': 'cada uno',
      'atte.': 'atentamente',
    }),
    ...inBothCases({
      'n.º': 'número',
      'núm.': 'número',
      'tel.': 'teléfono',
    }),
    ...loose({
      'p. ej.': 'por ejemplo',
      'a. C.': 'antes de Cristo',
      'd. C.': 'después de Cristo',
      'EE. UU.': 'Estados Unidos',
      'S. A.': 'sociedad anónima',
    }),
  },
  tails: 'etc. S.A.',
  acronyms:
    'UE PP DNI IVA ONG TVE BBC RNE PDF HTML USB GPS TV DVD CD ADN ARN VIH IA URL SMS QR FBI CIA PC SL SA ITV DGT IMSS FM AM',
};
