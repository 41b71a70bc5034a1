import { escapeText } from '../speech/markup.ts';
import type { Piece, TranslationText } from './translator.ts';

/*
 * Machine translation does not change elements of a markup language, and moves them together with their words. So
 * pieces that must be preserved become elements: pairs of tags become `<g id="1">…</g>`, others `<x id="1"/>`.
 */

/** Replaces the pieces of a text by numbered elements. */
export function withElements({ text, pieces }: Pick<TranslationText, 'text' | 'pieces'>): string {
  const pairs = pairsOf(pieces);
  let at = 0;
  let marked = '';
  for (const [index, { start, end }] of pieces.entries()) {
    marked += escapeText(text.slice(at, start));
    const opens = pairs.get(index);
    if (opens === undefined) marked += `<x id="${index}"/>`;
    else marked += opens === index ? `<g id="${index}">` : '</g>';
    at = end;
  }
  return marked + escapeText(text.slice(at));
}

/** For each piece of a tag pair, the index of the piece that opens it. */
function pairsOf(pieces: readonly Piece[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: { name: string; index: number }[] = [];
  for (const [index, { text }] of pieces.entries()) {
    const [, slash, name, end] = /^<(\/?)([a-zA-Z][\w:.-]*)(?![\w:.-])[^>]*?(\/?)>$/.exec(text) ?? [];
    if (name === undefined || end === '/') continue;
    if (slash === '') {
      open.push({ name, index });
      continue;
    }
    const last = open.at(-1);
    if (last?.name !== name) continue;
    open.pop();
    pairs.set(last.index, last.index);
    pairs.set(index, last.index);
  }
  return pairs;
}

const ELEMENT = /<g id="(\d+)">|<\/g>|<x id="(\d+)"\s*(?:\/>|><\/x>)/g;

/** Replaces elements by their pieces. It does not check whether all pieces came back; the checks of translations do. */
export function withoutElements(marked: string, pieces: readonly Piece[]): string {
  const closing = new Map<number, number>();
  for (const [index, opens] of pairsOf(pieces)) if (opens !== index) closing.set(opens, index);
  const open: number[] = [];
  let at = 0;
  let text = '';
  for (const match of marked.matchAll(ELEMENT)) {
    text += unescaped(marked.slice(at, match.index));
    at = match.index + match[0].length;
    const [, group, single] = match;
    if (group !== undefined) open.push(Number(group));
    const index =
      group === undefined && single === undefined
        ? (closing.get(open.pop() ?? -1) ?? -1)
        : Number(group ?? single);
    text += pieces[index]?.text ?? '';
  }
  return text + unescaped(marked.slice(at));
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** Replaces entities with their characters. Unknown entities do not change. */
export function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
