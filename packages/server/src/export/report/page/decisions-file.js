import { keyOfLine } from './review.js';

/** The verdict for each decision of the service. Other decisions do not change the line. */
const MEANINGS = new Map([
  ['approved', 'approved'],
  ['rejected', 'rejected'],
  ['needs_work', undefined],
]);

/** The decisions in the format that the service imports. A line that only has a note needs work. */
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
 * The decisions in such a file or in a list of lines from the service, and the number of decisions about lines that
 * are not in the report. Null for any other file.
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
