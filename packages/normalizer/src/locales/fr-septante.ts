/** The words after `soixante` and `quatre-vingt`, and those after `septante` and `nonante`. */
const UNITS: Readonly<Record<string, string>> = {
  dix: '',
  onze: ' et un',
  douze: '-deux',
  treize: '-trois',
  quatorze: '-quatre',
  quinze: '-cinq',
  seize: '-six',
  'dix-sept': '-sept',
  'dix-huit': '-huit',
  'dix-neuf': '-neuf',
};

const ORDINALS: Readonly<Record<string, string>> = {
  onz: ' et unième',
  douz: '-deuxième',
  treiz: '-troisième',
  quatorz: '-quatrième',
  quinz: '-cinquième',
  seiz: '-sixième',
  'dix-sept': '-septième',
  'dix-huit': '-huitième',
  'dix-neuv': '-neuvième',
};

const NUMBER =
  /(?<!\p{L})(?<tens>soixante|quatre-vingt)(?:-| et )(?:(?<ordinal>dix-sept|dix-huit|dix-neuv|dix|onz|douz|treiz|quatorz|quinz|seiz)ième|(?<unit>dix-sept|dix-huit|dix-neuf|dix|onze|douze|treize|quatorze|quinze|seize)(?!\p{L}))/gu;

/**
 * Seventies and nineties as in Belgium and Switzerland: `septante et un`, `nonante-cinq` (Grevisse). The words of 71 and
 * 91 have the gender of the noun after them.
 */
export function toSeptante(words: string, isFeminineBefore: (after: string) => boolean): string {
  return words.replace(NUMBER, (written: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as { tens: string; ordinal?: string; unit?: string };
    const offset = rest.at(-3) as number;
    const tens = groups.tens === 'soixante' ? 'septante' : 'nonante';
    if (groups.ordinal === 'dix') return tens.replace(/e$/, 'ième');
    if (groups.ordinal !== undefined) return tens + (ORDINALS[groups.ordinal] ?? '');
    const unit = UNITS[groups.unit ?? ''] ?? '';
    const isOne = groups.unit === 'onze' && isFeminineBefore(words.slice(offset + written.length));
    return `${tens}${unit}${isOne ? 'e' : ''}`;
  });
}
