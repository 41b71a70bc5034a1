import type * as normalizer from '@voiceloom/normalizer';
import type { Segment } from './segment.ts';
import { mayHoldMarkup, parseSegments } from './segments.ts';

/** A part that is not text, for code that leaves markup unchanged. */
export interface MarkupSpan {
  start: number;
  end: number;
  kind: Exclude<Segment['kind'], 'text'>;
}

/**
 * Everything that is not text, in order. For a placeholder that chooses between texts, this is only its frame, because
 * the texts inside are spoken, translated and normalized like other text.
 */
export function markupSpans(text: string): MarkupSpan[] {
  return mayHoldMarkup(text) ? spansIn(text, { depth: 0, isCounted: false }) : [];
}

/** The markup of a text, as the normalizer asks for it. */
export const findMarkup = (text: string): normalizer.MarkupSpan[] =>
  markupSpans(text).map(({ start, end, kind }) => ({
    start,
    end,
    tag: kind !== 'placeholder' && kind !== 'entity',
  }));

const MAX_DEPTH = 4;

/** The markup of a text. `depth`: how many choices contain it. `isCounted`: whether the text is in a choice by number, where a number sign represents the number. */
function spansIn(text: string, { depth, isCounted }: { depth: number; isCounted: boolean }): MarkupSpan[] {
  return parseSegments(text).flatMap(({ kind, start, end, branches, choice }): MarkupSpan[] => {
    const spans: MarkupSpan[] = [];
    if (kind === 'text') {
      if (!isCounted) return spans;
      for (const { index } of text.slice(start, end).matchAll(/#/g))
        spans.push({ kind: 'placeholder', start: start + index, end: start + index + 1 });
      return spans;
    }
    if (!branches || depth >= MAX_DEPTH) return [{ kind, start, end }];
    let at = start;
    for (const branch of branches) {
      if (branch.start > at) spans.push({ kind, start: at, end: branch.start });
      const branchText = text.slice(branch.start, branch.end);
      const branchSpans = spansIn(branchText, { depth: depth + 1, isCounted: choice !== 'select' });
      for (const span of branchSpans)
        spans.push({ ...span, start: span.start + branch.start, end: span.end + branch.start });
      at = branch.end;
    }
    spans.push({ kind, start: at, end });
    return spans;
  });
}

/** A part of a line that is not text. An ICU placeholder is one part. */
export interface MarkupPart {
  kind: MarkupSpan['kind'];
  /** The text as written in the line. */
  text: string;
}

/** The markup of a line as it is written, in order. */
export function listMarkup(text: string): MarkupPart[] {
  if (!mayHoldMarkup(text)) return [];
  const parts: MarkupPart[] = [];
  for (const { kind, start, end } of parseSegments(text))
    if (kind !== 'text') parts.push({ kind, text: text.slice(start, end) });
  return parts;
}
