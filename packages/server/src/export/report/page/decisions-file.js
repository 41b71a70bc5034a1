import { keyOfLine } from './review.js';

/** What a decision of the service means here. Others leave the line as it is. */
const MEANINGS = new Map([
  ['approved', 'approved'],
  ['rejected', 'rejected'],
  ['needs_work', undefined],
]);

/** The decisions as the service takes them. A line that only has a note needs work. */
export function decisionsFile(lines, decisionOf) {
  const entries = lines.flatMap((line) => {
    const { verdict, note } = decisionOf(line) ?? {};
    if (!verdict && !note) return [];
    const said = note ? { note } : {};
    return [{ line_id: line.id, locale_code: line.locale, decision: verdict ?? 'needs_work', ...said }];
  });
  return `${JSON.stringify({ entries }, null, 2)}\n`;
}

/**
 * The decisions of such a file, or of lines as the service lists them, and how many of them are about lines that the
 * report does not have. Null if it is another file.
 */
export function readDecisionsFile(text, linesByKey) {
  const entries = entriesOf(text);
  if (entries === null) return null;
  const decided = entries.filter((entry) => MEANINGS.has(entry?.decision));
  const known = decided.flatMap(({ line_id: id, locale_code: locale, decision, note, reason }) => {
    const line = linesByKey.get(keyOfLine({ locale, id }));
    const verdict = MEANINGS.get(decision);
    const said = [note, reason].find((one) => typeof one === 'string' && one !== '');
    return line ? [{ line, verdict, note: said ?? (verdict ? '' : 'Needs work.') }] : [];
  });
  return { known, unknown: decided.length - known.length };
}

function entriesOf(text) {
  try {
    const read = JSON.parse(text);
    const found = Array.isArray(read) ? read : (read.entries ?? read.items ?? read.data?.items);
    return Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}
