/** HTML 4's names of U+00A0 to U+00FF, in order. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

const NAMED = new Map<string, string>([
  ...LATIN_1.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    hellip: '…',
    mdash: '—',
    ndash: '–',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    lsaquo: '‹',
    rsaquo: '›',
    euro: '€',
    trade: '™',
    bull: '•',
    OElig: 'Œ',
    oelig: 'œ',
    Scaron: 'Š',
    scaron: 'š',
    Yuml: 'Ÿ',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    zwj: '\u200d',
    zwnj: '\u200c',
    lrm: '\u200e',
    rlm: '\u200f',
    minus: '−',
    prime: '′',
    Prime: '″',
    hyphen: '‐',
    dash: '‐',
    period: '.',
    comma: ',',
    excl: '!',
    num: '#',
    percnt: '%',
    dollar: '$',
    lpar: '(',
    rpar: ')',
    ast: '*',
    plus: '+',
    colon: ':',
    semi: ';',
    quest: '?',
    commat: '@',
    lsqb: '[',
    rsqb: ']',
    lbrack: '[',
    rbrack: ']',
    lcub: '{',
    rcub: '}',
    lbrace: '{',
    rbrace: '}',
    bsol: '\\',
    sol: '/',
    equals: '=',
    lowbar: '_',
    NewLine: '\n',
  }),
]);

/**
 * The character of an entity without `&` and `;`, such as `amp`, `#8217` or `#x2019`. Undefined for an unknown name, empty
 * for an invalid number, and a space for control characters.
 */
export function decodeEntity(entity: string): string | undefined {
  if (!entity.startsWith('#')) return NAMED.get(entity);
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  const isCodePoint = code <= 0x10ffff && !isSurrogate;
  if (!isCodePoint) return '';
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
  return isControl ? ' ' : String.fromCodePoint(code);
}
