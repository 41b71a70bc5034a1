import { startOf } from '../locales/characters.ts';
import type { MarkupPolicy } from './policy.ts';
import { heardText, speechText } from './speech-text.ts';

/** The words around a text, for models that adapt the delivery to them. They are not spoken. */
export interface SpeechContext {
  previous?: string;
  next?: string;
}

/**
 * The longest context on either side. More does not change how a line sounds, and each change of the context needs a
 * new take.
 */
const LONGEST = 300;

/** The context of a line between two others. A line that is held or has no words provides no context. */
export function contextBetween(
  previous: { text: string; policy: MarkupPolicy } | undefined,
  next: { text: string; policy: MarkupPolicy } | undefined,
): SpeechContext | undefined {
  const before = previous && endOf(wordsOf(previous));
  const after = next && beginningOf(wordsOf(next));
  if (!before && !after) return undefined;
  return { ...(before && { previous: before }), ...(after && { next: after }) };
}

function wordsOf({ text, policy }: { text: string; policy: MarkupPolicy }): string {
  const { unfilled, has_words } = speechText(text, policy);
  if (!has_words || (policy.placeholders === 'skip' && unfilled.length > 0)) return '';
  return heardText(text, policy).replace(/\s+/g, ' ').trim();
}

/** This and `beginningOf` cut at a whole word, if words are separated by spaces. */
const endOf = (text: string): string =>
  text.length <= LONGEST
    ? text
    : text
        .slice(-LONGEST)
        .toWellFormed()
        .replace(/^(?:\ufffd|\S{0,30}\s)/, '');

const beginningOf = (text: string): string =>
  text.length <= LONGEST ? text : startOf(text, LONGEST).replace(/\s\S{0,30}$/, '');

/** The lines before and after a line, in its locale. `lines` are the lines of one source. */
export function rowNeighbors<Line extends { line_index: number; locale_code: string }>(
  lines: Iterable<Line>,
): (line: Line) => { previous: Line | undefined; next: Line | undefined } {
  const placeOf = ({ line_index, locale_code }: Line, step: number) => `${line_index + step}/${locale_code}`;
  const places = new Map(Array.from(lines, (line) => [placeOf(line, 0), line]));
  return (line) => ({ previous: places.get(placeOf(line, -1)), next: places.get(placeOf(line, 1)) });
}
