import { DECISIONS, keyOfLine, ownDecision } from './review.js';

/**
 * The decisions made in the page, in the format that the service imports. The service returns a line that has another
 * version by now as a conflict. An approval names the take of the report.
 */
export function decisionsFile(lines, review) {
  const entries = lines.flatMap((line) => {
    const own = review.own(line);
    if (!own) return [];
    const { decision, note, version: expected_version, audio_id } = own;
    const take = decision === 'approved' && audio_id ? { audio_id } : {};
    const place = { line_id: line.id, locale_code: line.locale };
    return [{ ...place, decision, ...(note && { note }), expected_version, ...take }];
  });
  return `${JSON.stringify({ entries }, null, 2)}\n`;
}

/**
 * What a file contains: decisions that were made in a report (`known`), the state of lines in the review (`served`, from
 * a list of lines from the service), and the number of entries that are not about this report. Null for any other file.
 */
export function readDecisionsFile(text, linesByKey) {
  const entries = entriesOf(text)?.filter((entry) => typeof entry === 'object' && entry !== null);
  if (!entries) return null;
  const found = { known: [], served: [], unknown: 0 };
  for (const entry of entries) {
    const isServed = Number.isInteger(entry.version);
    if (!isServed && !DECISIONS.includes(entry.decision)) continue;
    const line = linesByKey.get(keyOfLine({ locale: entry.locale_code, id: entry.line_id }));
    if (!line || (isServed && !isAboutTake(entry, line))) found.unknown += 1;
    else if (isServed) found.served.push({ line, decided: servedDecision(entry, line) });
    else found.known.push({ line, ...decisionOf(entry) });
  }
  return found;
}

function decisionOf({ decision, note, reason, expected_version, audio_id }) {
  const said = [note, reason].find((one) => typeof one === 'string' && one !== '');
  return ownDecision({ decision, note: said, version: expected_version, audio_id });
}

/** After a retry, the line in the review can have a take that is not in this report. An older list is out of date. */
function isAboutTake({ version, has_new_take }, { decided }) {
  const known = decided?.version ?? 0;
  return version === known || (version > known && has_new_take !== true);
}

function servedDecision({ decision, version, chosen_audio_id }, { decided }) {
  const isOther = decision === 'approved' && decided?.audio_id && chosen_audio_id !== decided.audio_id;
  return { ...decided, decision: isOther ? 'other_take' : decision, version };
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
