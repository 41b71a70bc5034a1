import type { Settings } from './adapter.ts';

/** A part of a text: words, a pause, or words with markup. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'break'; ms: number }
  | { kind: 'open' | 'close'; tag: string; attributes: Readonly<Record<string, string>> };

/** Supported tags. Any other `<` is an ordinary character. */
const TAGS = ['emphasis', 'phoneme', 'say-as', 'sub', 'lang', 'prosody', 'p', 's'];
const MARKUP = new RegExp(
  `<break\\b([^<>]*)/?>|\\[pause\\s+(\\d+(?:\\.\\d+)?)\\s*(ms|s)\\]|<(/?)(${TAGS.join('|')})((?:\\s[^<>]*)?)>`,
  'gi',
);
const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** The default and maximum length of a break. */
const USUAL_BREAK_MS = 500;
const LONGEST_BREAK_MS = 10_000;

export function parseMarkup(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(MARKUP)) {
    if (match.index > at) pieces.push({ kind: 'text', text: text.slice(at, match.index) });
    at = match.index + match[0].length;
    const [, breakAttributes, pause, unit = '', slash, tag, rest] = match;
    if (tag !== undefined) {
      const kind = slash ? 'close' : 'open';
      pieces.push({ kind, tag: tag.toLowerCase(), attributes: attributesOf(rest ?? '') });
    } else {
      const time = pause === undefined ? attributesOf(breakAttributes ?? '').time : pause + unit;
      pieces.push({ kind: 'break', ms: millisecondsOf(time) });
    }
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) });
  return pieces;
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(text.matchAll(ATTRIBUTE), ([, name = '', double, single]) => [
      name.toLowerCase(),
      double ?? single ?? '',
    ]),
  );
}

function millisecondsOf(time: string | undefined): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/i.exec(time?.trim() ?? '') ?? [];
  if (amount === undefined) return USUAL_BREAK_MS;
  const ms = Number(amount) * (unit?.toLowerCase() === 's' ? 1_000 : 1);
  return Math.min(LONGEST_BREAK_MS, Math.round(ms));
}

/** Writes a pause for a model that reads plain text; undefined if it has no notation. */
export type WritePause = (ms: number) => string;

/**
 * The text without tags: a `sub` becomes its alias, a pause the model's notation, everything else is dropped.
 */
export function plainText(text: string, use: Pick<Settings, 'drop'>, pause?: WritePause): string {
  let hidden = 0;
  const parts = parseMarkup(text).map((piece) => {
    if (piece.kind === 'text') return hidden > 0 ? '' : piece.text;
    if (piece.kind === 'break') {
      if (!pause) use.drop('markup.break');
      return pause?.(piece.ms) ?? ' ';
    }
    if (piece.tag === 'sub') {
      hidden = Math.max(0, hidden + (piece.kind === 'open' ? 1 : -1));
      return piece.kind === 'open' ? (piece.attributes.alias ?? '') : '';
    }
    if (piece.kind === 'open' && piece.tag !== 'p' && piece.tag !== 's') use.drop(`markup.${piece.tag}`);
    return '';
  });
  return parts
    .join('')
    .replace(/[ \t]{2,}/g, ' ')
    .trim();
}

/** Replaces the characters of tags. */
const VEIL = '\ue000';

/** Hides tags from the sentence splitter, so that it finds no sentence end inside them. */
export function maskTags(text: string): { veiled: string; unveil(piece: string): string } {
  const hidden: string[] = [];
  const veiled = text.replaceAll(new RegExp(`${MARKUP.source}|${VEIL}`, 'gi'), (tag) => {
    const characters = [...tag];
    hidden.push(...characters);
    return VEIL.repeat(characters.length);
  });
  let next = 0;
  return { veiled, unveil: (piece) => piece.replaceAll(VEIL, () => hidden[next++] ?? '') };
}

export function hasMarkup(text: string): boolean {
  return parseMarkup(text).some(({ kind }) => kind !== 'text');
}

/** The content of an SSML document with the tags that the model supports. All tags are closed. */
export function ssmlText(text: string, use: Pick<Settings, 'drop'>, honored: readonly string[]): string {
  const open: string[] = [];
  const parts = parseMarkup(text).map((piece) => {
    if (piece.kind === 'text') return escapeText(piece.text);
    if (piece.kind === 'break') return `<break time="${piece.ms}ms"/>`;
    if (!honored.includes(piece.tag)) {
      if (piece.kind === 'open') use.drop(`markup.${piece.tag}`);
      return '';
    }
    if (piece.kind === 'open') {
      open.push(piece.tag);
      return `<${piece.tag}${Object.entries(piece.attributes)
        .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
        .join('')}>`;
    }
    if (open.at(-1) !== piece.tag) return '';
    open.pop();
    return `</${piece.tag}>`;
  });
  return (
    parts.join('') +
    open
      .reverse()
      .map((tag) => `</${tag}>`)
      .join('')
  );
}

/** Escapes element content. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Escapes an attribute value. */
export function escapeXml(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll("'", '&apos;');
}
