import { escapeText } from '../speech/markup.ts';
import type { Piece } from './translator.ts';

/** A text, and the pieces of it that must come back unchanged. */
export interface MarkedText {
  text: string;
  pieces: readonly Piece[];
}

/*
 * Machine translation does not change elements of a markup language, and moves them together with their words. So
 * pieces that must be preserved become elements: pairs of tags become `<g id="1">…</g>`, others `<x id="1"/>`.
 */

/** Replaces the pieces of a text by numbered elements. */
export function writeElements({ text, pieces }: MarkedText): string {
  const pairs = findPairs(pieces);
  let position = 0;
  let xml = '';
  for (const [index, { start, end }] of pieces.entries()) {
    xml += escapeText(text.slice(position, start));
    const openingIndex = pairs.get(index);
    if (openingIndex === undefined) xml += `<x id="${index}"/>`;
    else xml += openingIndex === index ? `<g id="${index}">` : '</g>';
    position = end;
  }
  return xml + escapeText(text.slice(position));
}

/** For each piece of a tag pair, the index of the piece that opens it. */
function findPairs(pieces: readonly Piece[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const openTags: { name: string; index: number }[] = [];
  for (const [index, { text }] of pieces.entries()) {
    const [, slash, name, end] = /^<(\/?)([a-zA-Z][\w:.-]*)(?![\w:.-])[^>]*?(\/?)>$/.exec(text) ?? [];
    if (name === undefined || end === '/') continue;
    if (slash === '') {
      openTags.push({ name, index });
      continue;
    }
    const lastTag = openTags.at(-1);
    if (lastTag?.name !== name) continue;
    openTags.pop();
    pairs.set(lastTag.index, lastTag.index);
    pairs.set(index, lastTag.index);
  }
  return pairs;
}

const ELEMENT = /<g id="(\d+)">|<\/g>|<x id="(\d+)"\s*(?:\/>|><\/x>)/g;

/** Replaces elements by their pieces. It does not check whether all pieces came back; the checks of translations do. */
export function readElements(xml: string, pieces: readonly Piece[]): string {
  const closingIndexes = new Map<number, number>();
  for (const [index, openingIndex] of findPairs(pieces))
    if (openingIndex !== index) closingIndexes.set(openingIndex, index);
  const openGroups: number[] = [];
  let position = 0;
  let text = '';
  for (const match of xml.matchAll(ELEMENT)) {
    text += decodeEntities(xml.slice(position, match.index));
    position = match.index + match[0].length;
    const [, group, single] = match;
    let index = Number(group ?? single);
    if (group !== undefined) openGroups.push(index);
    else if (single === undefined) index = closingIndexes.get(openGroups.pop() ?? -1) ?? -1;
    text += pieces[index]?.text ?? '';
  }
  return text + decodeEntities(xml.slice(position));
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
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
