import { markupSpans } from '../markup/views.ts';

/** A part of a text that a translation must contain unchanged. */
export interface FixedPiece {
  start: number;
  end: number;
  text: string;
  kind: 'placeholder' | 'markup';
}

/** Tags, directions and placeholders, in order. Entities are letters, which a translation may write differently. */
export function fixedPieces(text: string): FixedPiece[] {
  const spans = markupSpans(text).filter(({ kind }) => kind !== 'entity');
  return spans.map(({ start, end, kind }) => ({
    start,
    end,
    text: text.slice(start, end),
    kind: kind === 'placeholder' ? kind : 'markup',
  }));
}

/** The text without its fixed pieces: the part to translate. */
export function wordsOnly(text: string): string {
  let at = 0;
  const parts: string[] = [];
  for (const { start, end } of fixedPieces(text)) {
    parts.push(text.slice(at, start));
    at = end;
  }
  return [...parts, text.slice(at)].join(' ');
}

/** The form of a tag that must be unchanged in the translation. The text of `alias` may be translated. */
export const tagShape = (tag: string): string => tag.replace(/\balias\s*=\s*("[^"]*"|'[^']*')/i, 'alias');

/** Whether every opening tag is closed, in the correct order. */
export function isBalanced(tags: readonly string[]): boolean {
  const open: string[] = [];
  for (const tag of tags) {
    // `</b>`, `<b>`, `<br/>`
    const [, slash, name, end] = /^<(\/?)([a-zA-Z][\w:.-]*)(?![\w:.-])[^>]*?(\/?)>$/.exec(tag) ?? [];
    if (name === undefined || end === '/') continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}
