import { truncate } from '../locales/characters.ts';
import type { MarkupPolicy } from './policy.ts';
import { speechText, transcriptText } from './speech-text.ts';

/** The words around a text, for models that adapt the delivery to them. They are not spoken. */
export interface SpeechContext {
  previous?: string;
  next?: string;
}

/**
 * The longest context on either side. More does not change how a line sounds, and each change of the context needs a
 * new take.
 */
const MAX_CONTEXT = 300;

/** The context of a line between two others. A line that is held or has no words provides no context. */
export function contextBetween(
  previous: { text: string; policy: MarkupPolicy } | undefined,
  next: { text: string; policy: MarkupPolicy } | undefined,
): SpeechContext | undefined {
  const context: SpeechContext = {};
  let before = previous ? contextWords(previous) : '';
  let after = next ? contextWords(next) : '';
  // Cut at a whole word, if words are separated by spaces.
  if (before.length > MAX_CONTEXT)
    before = before
      .slice(-MAX_CONTEXT)
      .toWellFormed()
      .replace(/^(?:\ufffd|\S{0,30}\s)/, '');
  // Without the word that was cut.
  if (after.length > MAX_CONTEXT) after = truncate(after, MAX_CONTEXT).replace(/\s\S{0,30}$/, '');
  if (before) context.previous = before;
  if (after) context.next = after;
  return before || after ? context : undefined;
}

/** The words of a line; empty if it has none, or is skipped because a placeholder has no value. */
function contextWords({ text, policy }: { text: string; policy: MarkupPolicy }): string {
  const { unfilled, has_words } = speechText(text, policy);
  if (!has_words || (policy.placeholders === 'skip' && unfilled.length > 0)) return '';
  return transcriptText(text, policy).replace(/\s+/g, ' ').trim();
}

/** The lines before and after a line, in its locale. `lines` are the lines of one source. */
export function rowNeighbors<Line extends { line_index: number; locale_code: string }>(
  lines: Iterable<Line>,
): (line: Line) => { previous: Line | undefined; next: Line | undefined } {
  const toKey = ({ line_index, locale_code }: Line, step: number) => `${line_index + step}/${locale_code}`;
  const byKey = new Map(Array.from(lines, (line) => [toKey(line, 0), line]));
  return (line) => ({ previous: byKey.get(toKey(line, -1)), next: byKey.get(toKey(line, 1)) });
}
