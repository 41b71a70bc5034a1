import { pickupReasons } from './pickup-csv.js';

/** Every line of the page, in the order of the run. */
export function readLines(root) {
  const lines = [];
  for (const chunk of root.querySelectorAll('script.lines')) {
    for (const line of JSON.parse(chunk.textContent)) lines.push(line);
    chunk.remove();
  }
  return lines;
}

/** Whether someone should look at a line: it was not delivered, a check did not pass, or no take was good enough. */
export function needsAttention(line) {
  return (
    line.status !== 'delivered' ||
    line.picks !== undefined ||
    line.outlier !== undefined ||
    line.checks.some(([, status]) => status === 'fail' || status === 'exhausted')
  );
}

const VERDICTS = ['fail', 'exhausted', 'unscored'];

function fitsStatus(line, status, decision) {
  if (status === '') return true;
  if (status === 'pickup') return pickupReasons(line, decision) !== null;
  if (status === 'attention') return needsAttention(line);
  if (status === 'outlier') return line.outlier !== undefined;
  if (VERDICTS.includes(status)) return line.checks.some(([, verdict]) => verdict === status);
  if (status === 'too_long') return line.over !== undefined;
  if (status === 'retried') return (line.retries ?? 0) > 0;
  return line.status === status;
}

function textOf(line) {
  line.text ??= [line.id, line.script, line.character, line.voice].filter(Boolean).join('\n').toLowerCase();
  return line.text;
}

/** Whether the decision on a line matches the filter. */
function fitsDecision(decision, wanted) {
  if (wanted === '') return true;
  if (wanted === 'noted') return decision?.note !== undefined;
  return wanted === 'outdated' ? decision?.isOutdated === true : (decision?.decision ?? 'open') === wanted;
}

/** The lines that match every filter and contain each word of the search. */
export function filterLines(
  lines,
  { search, locale, character, status, decision = '' },
  decisionOf = () => undefined,
) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return lines.filter(
    (line) =>
      (locale === '' || line.locale === locale) &&
      (character === '' || (line.character ?? '\u2013') === character) &&
      fitsStatus(line, status, decisionOf(line)) &&
      fitsDecision(decisionOf(line), decision) &&
      words.every((word) => textOf(line).includes(word)),
  );
}

/** The heading of the group that a line belongs to. */
export function groupOf(line, group, names) {
  if (group === 'locale') return names[line.locale] ?? line.locale;
  if (group === 'character') return line.character ?? 'No character';
  if (group === 'status') return line.status.charAt(0).toUpperCase() + line.status.slice(1);
  return line.id;
}

/** Groups the lines. Groups are in order of appearance, and the lines of a group in order of the script. */
export function sortByGroup(lines, group, names) {
  const groups = Map.groupBy(lines, (line) => groupOf(line, group, names));
  return [...groups].flatMap(([name, members]) =>
    members.sort((a, b) => a.index - b.index).map((line) => ({ line, name, size: members.length })),
  );
}
