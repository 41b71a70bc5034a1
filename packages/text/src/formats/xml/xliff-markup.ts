import { cleanScript } from '../../locales/characters.ts';
import { addSpace } from '../../markup/joiner.ts';

/** An ID that a placeholder token can contain as it is. */
const TOKEN_ID = /^[A-Za-z0-9_.:-]{1,64}$/;

/** Whether a placeholder id is allowed in a token. */
export const isTokenId = (id: string): boolean => TOKEN_ID.test(id);

/** The token of an XLIFF placeholder in a line, and a pattern for all tokens. */
export const placeholderToken = (id: string): string => `{ph:${id}}`;
export const PLACEHOLDER_TOKENS = /\{ph:([A-Za-z0-9_.:-]{1,64})\}/g;

/**
 * A part of a source or target: text, or inline markup with its text. `gap`: the markup has no text, but keeps the words
 * around it apart.
 */
export type InlinePart = string | { xml: string; text?: string; gap?: true };

/** The content of a source or target in its original form. */
export interface InlineMarkup {
  /** Attributes of the element, each with a space before it; `xml:space` is in `preserve`. */
  attributes: string;
  parts: InlinePart[];
  /** Whether white space is preserved. */
  preserve: boolean;
}

export interface SegmentMarkup {
  /** Content between segments is `ignorable`: it need not have a target. */
  element: 'segment' | 'ignorable';
  attributes: string;
  source: InlineMarkup | null;
  /** The segmented copy of the source in XLIFF 1.2. */
  seg_source?: InlineMarkup;
  /** A draft is a target whose state says that it is not translated yet. It counts as missing. */
  target: (InlineMarkup & { order: number; is_draft?: true }) | null;
}

/** The markup of a unit, needed to write it again. A unit of XLIFF 1.2 is one segment. */
export interface UnitMarkup {
  version: 1 | 2;
  /** The `<originalData>` that inline markup of XLIFF 2 refers to. */
  original_data: string;
  segments: SegmentMarkup[];
}

/** The text of a line that comes from a source or target. */
export const inlineText = (inline: InlineMarkup): string => joinText([inline]);

/** Collapses white space to single spaces, even across markup. Line breaks stay. */
export function collapseSpace({ parts, preserve }: InlineMarkup): InlinePart[] {
  if (preserve) return parts;
  let endsInSpace = false;
  return parts.map((part) => {
    if (typeof part !== 'string') {
      if (part.text) endsInSpace = /[ \t\r\n]$/.test(part.text);
      return part;
    }
    const text = part.replace(/[ \t\r\n]+/g, ' ').slice(endsInSpace && /^[ \t\r\n]/.test(part) ? 1 : 0);
    if (part !== '') endsInSpace = /[ \t\r\n]$/.test(part);
    return text;
  });
}

/** The sources of a unit, in the order of the file. */
export function sourceParts({ segments }: Pick<UnitMarkup, 'segments'>): InlineMarkup[] {
  return segments.map(({ source }) => source).filter((source) => source !== null);
}

/** The targets of a unit in translation order. A segment without a target uses its source. */
export function targetParts({ segments }: Pick<UnitMarkup, 'segments'>): InlineMarkup[] {
  const parts = segments.map(({ element, source, target }, index) => {
    let hasTarget = target !== null;
    if (element === 'segment') hasTarget = isTranslation(target);
    return { inline: hasTarget ? target : source, order: target?.order || index + 1 };
  });
  parts.sort((one, other) => one.order - other.order);
  return parts.map(({ inline }) => inline).filter((inline) => inline !== null);
}

/** The text of several parts. Words around markup without a text stay apart if it has a gap. */
export function joinText(inlines: readonly InlineMarkup[]): string {
  const texts: string[] = [];
  /** The last character. */
  let last = '';
  let hasGap = false;
  for (const part of inlines.flatMap(collapseSpace)) {
    const text = typeof part === 'string' ? part : (part.text ?? '');
    if (text === '') {
      hasGap ||= typeof part !== 'string' && part.gap === true;
      continue;
    }
    const needsGap = hasGap && last !== '' && !/^\s/.test(last);
    texts.push(needsGap ? addSpace(last, text, 'auto') : text);
    last = text.slice(-1);
    hasGap = false;
  }
  return texts.join('');
}

/** Whether the line still has the text that was read. */
export function isTextOf(script: string, parts: readonly InlineMarkup[]): boolean {
  return cleanScript(joinText(parts)).toWellFormed() === script.toWellFormed();
}

/** Whether a source or target has no text. */
export function isBlank(inline: InlineMarkup | null): boolean {
  return inline === null || inlineText(inline).trim() === '';
}

/** Whether a target has a translation. */
export function isTranslation(target: SegmentMarkup['target']): boolean {
  return !isBlank(target) && target?.is_draft !== true;
}

/** The markup of a unit, or null if its text is enough to write it again. */
export function extractMarkup({ version, original_data, segments }: UnitMarkup): UnitMarkup | null {
  const inlines = segments.flatMap(({ source, target, seg_source }) => [source, target, seg_source]);
  const parts = inlines.flatMap((inline) => inline?.parts ?? []);
  // Text that looks like a placeholder token would be written as a placeholder.
  const hasCodes = parts.some((part) => typeof part !== 'string' || part.search(PLACEHOLDER_TOKENS) >= 0);
  return hasCodes || segments.length !== 1 ? { version, original_data, segments } : null;
}
