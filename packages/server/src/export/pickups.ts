import { overLimit } from '@voiceloom/text';
import {
  type ExportEvidence,
  type ExportItem,
  type ExportLine,
  type ExportRow,
  type ExportRun,
  lineKey,
} from './export-line.ts';
import { type CsvCell, csvCell, type Rows, verdictText } from './manifest.ts';
import { addToSearch, createOutlierSearch, findOutliers, type Outlier } from './outliers.ts';

/** Why a line needs a new take, or someone to listen to it. */
export type PickupReason =
  | 'rejected'
  | 'needs_work'
  | 'failed'
  | 'dropped'
  | 'missing'
  | 'exhausted'
  | 'too_long'
  | 'outlier'
  | 'suspect';

export type Pickup = { reasons: PickupReason[]; details: string[] };

/** The columns of a csv script, and the findings about its lines. report/page/pickup-csv.js has a copy. */
const COLUMNS: Record<string, (row: ExportRow, pickup: Pickup) => CsvCell> = {
  line_id: ({ line }) => line.line_id,
  source_line_id: ({ line }) => line.source_line_id,
  locale: ({ line }) => line.locale_code,
  character_name: ({ line }) => line.character_name,
  max_duration_ms: ({ line }) => line.max_duration_ms ?? null,
  max_characters: ({ line }) => line.max_characters ?? null,
  notes: ({ line }) => line.notes ?? null,
  direction: ({ line }) => line.direction ?? null,
  source: ({ line }) => line.source ?? null,
  script: ({ line }) => line.script,
  status: ({ line }) => line.status,
  reasons: (_row, { reasons }) => reasons,
  details: (_row, { details }) => details,
  verdicts: ({ line }) => line.verdicts.map(verdictText),
  duration_ms: ({ line }) => line.duration_ms,
  file: ({ file }) => file,
};
const DECISION_VERBS = { rejected: 'Rejected', needs_work: 'Sent back' };
/** The details of lines without audio for which the run states no reason. */
const DEFAULT_DETAILS = {
  failed: 'The line failed.',
  dropped: 'A check rejected every take.',
  missing: 'The run ended before this line was finished.',
};
const NAMES = { rate: 'speaking rate', loudness: 'loudness', pitch: 'pitch' } as const;

/**
 * The lines of a run that need attention, as a csv script with the reasons. If it is uploaded, its lines keep
 * their IDs.
 */
export async function* writePickupsCsv(rows: Rows): AsyncGenerator<string> {
  yield `\ufeff${Object.keys(COLUMNS).join(',')}\r\n`;
  for await (const { row, pickup } of listPickups(rows)) {
    yield `${Object.values(COLUMNS)
      .map((read) => csvCell(read(row, pickup)))
      .join(',')}\r\n`;
  }
}

/** `{run, lines}`. Lines are written as they arrive. */
export async function* writePickupsJson(run: ExportRun, rows: Rows): AsyncGenerator<string> {
  yield `{\n"run": ${JSON.stringify(run)},\n"lines": [`;
  let separator = '';
  for await (const { row, pickup } of listPickups(rows)) {
    const facts = Object.entries(COLUMNS).map(([name, read]) => [name, read(row, pickup)]);
    const line = { ...Object.fromEntries(facts), verdicts: row.line.verdicts };
    yield `${separator}\n${JSON.stringify(line)}`;
    separator = ',';
  }
  yield '\n]\n}\n';
}

/** Two passes, because outliers are known only after all lines were read. */
async function* listPickups(rows: Rows): AsyncGenerator<{ row: ExportRow; pickup: Pickup }> {
  const search = createOutlierSearch();
  for await (const row of rows()) addToSearch(search, row);
  const outliers = Map.groupBy(findOutliers(search), ({ locale, line_id }) =>
    lineKey({ locale_code: locale, line_id }),
  );
  for await (const row of rows()) {
    const pickup = findPickup(row.line, outliers.get(lineKey(row.line)) ?? []);
    if (pickup.reasons.length > 0) yield { row, pickup };
  }
}

/** Why a line should be recorded again. Without reasons, it is no pick-up. */
export function findPickup(line: ExportItem | ExportLine, outliers: readonly Outlier[]): Pickup {
  const pickup: Pickup = { reasons: [], details: [] };
  const add = (reason: PickupReason, details: readonly string[]): void => {
    if (details.length === 0) return;
    pickup.reasons.push(reason);
    pickup.details.push(...details);
  };
  const { decision, status, reason } = line;
  // A person has already approved or waived the line.
  if (decision?.decision === 'approved' || decision?.decision === 'waived') return pickup;
  if (decision) {
    // `Rejected by Ada: too fast; stress “harbor”`
    const verb = DECISION_VERBS[decision.decision];
    const why = [decision.reason, decision.note].filter(Boolean).join('; ');
    add(decision.decision, [`${verb} by ${decision.decided_by ?? 'somebody'}${why && `: ${why}`}`]);
  }
  if (status === 'failed' || status === 'dropped' || status === 'missing')
    add(status, [reason ?? DEFAULT_DETAILS[status]]);
  if (status === 'delivered') {
    const exhausted = line.verdicts.filter((verdict) => isExhausted(line, verdict));
    add('exhausted', exhausted.map(verdictText));
    const excess = overLimit(line);
    if (excess !== null) add('too_long', [excess]);
  }
  add('outlier', outliers.map(describeOutlier));
  if (status === 'delivered') add('suspect', listSuspicions(line));
  return pickup;
}

/** Whether even the best of several takes was rejected. A rejected take without a retry is only suspicious. */
function isExhausted({ retry_count }: ExportLine, { status }: ExportLine['verdicts'][number]): boolean {
  return status === 'exhausted' || (status === 'fail' && retry_count > 0);
}

/** Why someone should listen to a delivered line: a failed check, a measure beyond its limit, a missed level. */
function listSuspicions(line: ExportLine): string[] {
  const suspicions: string[] = [];
  if (line.reason !== null) suspicions.push(line.reason);
  for (const verdict of line.verdicts)
    if (verdict.status === 'fail' && !isExhausted(line, verdict)) suspicions.push(verdictText(verdict));
  for (const { kind, status, evidence = [] } of line.verdicts) {
    if (status !== 'pass' && status !== 'unscored') continue;
    for (const item of evidence) {
      if (!isPastLimit(item, status)) continue;
      const limits: string[] = [];
      if (item.min !== null) limits.push(`at least ${item.min}`);
      if (item.max !== null) limits.push(`at most ${item.max}`);
      const figure = [item.metric, Number(item.value.toFixed(2)), item.unit].filter((part) => part !== null);
      suspicions.push(`${kind}: ${figure.join(' ')} (${limits.join(', ') || 'suspect'})`);
    }
  }
  return suspicions;
}

/** The threshold of the check allows some of these differences, so alone they are not a reason to listen. */
const ALLOWED_WORDS = ['missing_words', 'wrong_words', 'extra_words'];

/** Whether a measured value explains why the line is to be recorded again. */
function isPastLimit(evidence: ExportEvidence, status: 'pass' | 'unscored'): boolean {
  const { metric, value, min, max } = evidence;
  const isAllowed = status === 'pass' && ALLOWED_WORDS.includes(metric);
  if (evidence.passed || isAllowed) return false;
  if (min === null && max === null) return true;
  const isTooLow = min !== null && value < min;
  const isTooHigh = max !== null && value > max;
  return isTooLow || isTooHigh;
}

export function describeOutlier({ measure, value, mean, z }: Outlier): string {
  return `${NAMES[measure]} ${value.toFixed(1)} beside a mean of ${mean.toFixed(1)} (${z.toFixed(1)} deviations)`;
}
