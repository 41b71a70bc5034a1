import { readBrace } from './braces.ts';
import { decodeEntity } from './entities.ts';
import { matchAt, type Reader } from './segment.ts';
import { valueType } from './words.ts';

/** An entity, even if its `&` was escaped several times. */
const ENTITY = /&(?:amp;)*(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,31});/y;
/** `%s`, `%1$s`, `%02d`, `%.1f`, `%(name)s`, `%{name}`, and `%name%` of Articulate Storyline. */
const FORMAT =
  /%(?:\d{1,2}\$)?[-+0#]?\d{0,3}(?:\.\d{1,2})?(?:hh?|ll?|[zjqL])?([sdifuxXceEgG@])(?![\p{Script=Latin}0-9])|%\(([A-Za-z_]\w{0,60})\)[-+0#]?\d{0,3}[sdifuxXr]|%\{([A-Za-z_]\w{0,60})\}|%([A-Za-z_][\w.]{0,60})%(?!\w)/uy;
/** Codes of RPG Maker: `\C[2]` is a color, `\N[1]` is a name. */
const NUMBERED = /\\{1,3}([A-Za-z]{1,4})\[([^[\]]{0,40})\]/y;
/** `\\u2019` */
const UNICODE = /\\{1,3}u([0-9a-fA-F]{4})/y;
/** An escaped quotation mark: `\"`. */
const QUOTE = /\\{1,3}(["'])/y;
/** Escape sequences for line breaks, spaces and waits. */
const BREAK = /\\{1,3}[nNrthHf]|\\[.|!^<>{}~]/y;
/** The rest of a Windows path. */
const PATH = /\\[^\s<>"|]*/y;
/** `$NAME$` in the messages of a browser extension. */
const EXTENSION = /\$([A-Za-z_][\w@]{0,60})\$(?!\w)/y;
/** Another message in i18next: `$t(key)`. */
const NESTED = /\$t\(([^()]{1,100})\)/y;

/** An entity whose character is known. */
export const readEntity: Reader = ({ text }, at) => {
  const [whole = '', name = ''] = matchAt(ENTITY, text, at) ?? [];
  const character = decodeEntity(name);
  if (character === undefined) return undefined;
  return { kind: 'entity', end: at + whole.length, name, text: character };
};

/** A placeholder of `printf` or of another format with a percent sign. */
export const readPercent: Reader = ({ text }, at) => {
  // `%%`
  if (text[at + 1] === '%') return { kind: 'entity', end: at + 2, name: '%', text: '%' };
  // The sign of a percentage: `100%`.
  if (/[\d%]/.test(text[at - 1] ?? '')) return undefined;
  const match = matchAt(FORMAT, text, at);
  if (!match) return undefined;
  const [whole, type, ...names] = match;
  const name = names.find((one) => one !== undefined) ?? whole;
  let value = valueType(name);
  // `%d` and `%f` are numbers, `%s` and `%c` are not.
  if (type !== undefined) value = /[difuxXeEgG]/.test(type) ? 'number' : 'word';
  return { kind: 'placeholder', end: at + whole.length, name, value };
};

/** An escape sequence, a code of RPG Maker, or a Windows path, whose rest is text. */
export const readBackslash: Reader = ({ text }, at) => {
  const before = text.slice(Math.max(0, at - 3), at);
  // `C:` before the backslash of `C:\Games`.
  const isWindowsPath = /(?:^|[^\p{L}\p{N}])[A-Za-z]:$/u.test(before);
  if (isWindowsPath) return { kind: 'text', end: at + (matchAt(PATH, text, at)?.[0].length ?? 1), name: '' };
  const numbered = matchAt(NUMBERED, text, at);
  if (numbered) {
    const [whole, code = '', number = ''] = numbered;
    const end = at + whole.length;
    // Names, variables and texts have a value: `\N[1]`, `\V[1]`. The others are formatting, and `\I[3]` is a picture.
    if (/^(?:N|P|V|S)$/i.test(code))
      return { kind: 'placeholder', end, name: whole, value: /V/i.test(code) ? 'number' : 'word' };
    return { kind: 'tag', end, name: `${code}[${number}]`, gap: /^I$/i.test(code) ? 'auto' : 'none' };
  }
  const unicode = matchAt(UNICODE, text, at);
  if (unicode) {
    const character = String.fromCharCode(Number.parseInt(unicode[1] ?? '20', 16));
    return { kind: 'entity', end: at + unicode[0].length, name: 'u', text: character };
  }
  const quote = matchAt(QUOTE, text, at);
  if (quote) return { kind: 'entity', end: at + quote[0].length, name: 'quote', text: quote[1] ?? '' };
  const other = matchAt(BREAK, text, at);
  if (!other) return undefined;
  // `\n` and `\t` separate words.
  const gap = /[a-zA-Z]$/.test(other[0]) ? 'space' : 'none';
  return { kind: 'tag', end: at + other[0].length, name: other[0], gap };
};

/** Two apostrophes next to a letter, which ICU and ARB write for one. `6''` stays, because it means inches. */
export const readApostrophes: Reader = ({ text }, at) => {
  if (text[at + 1] !== "'" || text[at + 2] === "'" || text[at - 1] === "'") return undefined;
  const before = text.slice(Math.max(0, at - 2), at);
  if (/\p{N}$/u.test(before)) return undefined;
  if (!/[\p{L}\p{M}]$/u.test(before) && !/^\p{L}/u.test(text.slice(at + 2, at + 4))) return undefined;
  return { kind: 'entity', end: at + 2, name: 'apostrophe', text: "'" };
};

/** `${x}`, `$NAME$`, and `$t(key)` of i18next. */
export const readDollar: Reader = (scan, at) => {
  const nested = matchAt(NESTED, scan.text, at);
  if (nested) return { kind: 'placeholder', end: at + nested[0].length, name: nested[1] ?? '' };
  const extension = matchAt(EXTENSION, scan.text, at);
  if (extension) {
    const [whole, name = ''] = extension;
    const value = valueType(name.toLowerCase());
    return { kind: 'placeholder', end: at + whole.length, name, value };
  }
  if (scan.text[at + 1] !== '{') return undefined;
  const braces = readBrace(scan, at + 1);
  return braces && { ...braces, kind: 'placeholder' };
};
