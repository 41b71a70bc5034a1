import { fromService, keyOfLine, stateOf } from './review.js';

/** The decisions that a file can contain. Others do not change the line. */
const DECISIONS = ['approved', 'rejected', 'needs_work'];

/** The decisions in the format that the service imports. A line that only has a note needs work. */
export function decisionsFile(lines, review) {
  const entries = lines.flatMap((line) => {
    const decided = review.of(line);
    const decision = stateOf(decided);
    if (!DECISIONS.includes(decision)) return [];
    const said = decided.note ? { note: decided.note } : {};
    // An unchanged decision of the service keeps its reason and its whole note.
    const content = review.isOwn(line) ? { decision, ...said } : line.decided;
    return [{ line_id: line.id, locale_code: line.locale, ...content }];
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
  const decided = entries.filter((entry) => DECISIONS.includes(entry?.decision));
  const known = decided.flatMap((entry) => {
    const line = linesByKey.get(keyOfLine({ locale: entry.locale_code, id: entry.line_id }));
    return line ? [{ line, ...fromService(entry) }] : [];
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
