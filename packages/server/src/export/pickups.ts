import { overLimit } from '@voiceloom/text';
import {
  type ExportDecision,
  type ExportItem,
  type ExportLine,
  type ExportRow,
  type ExportRun,
  lineKey,
} from './export-line.ts';
import { csvCell, type Rows, verdictText } from './manifest.ts';
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

type Cell = string | number | readonly string[] | null;

/** The columns of a csv script, and the findings about its lines. report/page/pickup-csv.js has a copy. */
const COLUMNS: Record<string, (row: ExportRow, pickup: Pickup) => Cell> = {
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
  let count = 0;
  for await (const { row, pickup } of listPickups(rows)) {
    const facts = Object.entries(COLUMNS).map(([name, read]) => [name, read(row, pickup)]);
    const line = { ...Object.fromEntries(facts), verdicts: row.line.verdicts };
    yield `${count++ === 0 ? '' : ','}\n${JSON.stringify(line)}`;
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
    const pickup = pickupOf(row.line, outliers.get(lineKey(row.line)) ?? []);
    if (pickup.reasons.length > 0) yield { row, pickup };
  }
}

export function pickupOf(line: ExportItem | ExportLine, outliers: readonly Outlier[]): Pickup {
  const { decision } = line;
  // A person has already approved or waived the line.
  if (decision?.decision === 'approved' || decision?.decision === 'waived')
    return { reasons: [], details: [] };
  const exhausted = line.verdicts.filter((verdict) => isExhausted(line, verdict));
  const suspicions = line.status === 'delivered' ? suspicionsOf(line) : [];
  const tooLong = line.status === 'delivered' ? overLimit(line) : null;
  const found: [PickupReason, string[]][] = [
    ...(decision ? [[decision.decision, [decisionText(decision)]] satisfies [PickupReason, string[]]] : []),
    ['failed', line.status === 'failed' ? [line.reason ?? 'The line failed.'] : []],
    ['dropped', line.status === 'dropped' ? [line.reason ?? 'A check rejected every take.'] : []],
    [
      'missing',
      line.status === 'missing' ? [line.reason ?? 'The run ended before this line was finished.'] : [],
    ],
    ['exhausted', line.status === 'delivered' ? exhausted.map(verdictText) : []],
    ['too_long', tooLong === null ? [] : [tooLong]],
    ['outlier', outliers.map(outlierText)],
    ['suspect', suspicions],
  ];
  const given = found.filter(([, details]) => details.length > 0);
  return { reasons: given.map(([reason]) => reason), details: given.flatMap(([, details]) => details) };
}

/** `Rejected by Ada: too fast; stress “harbor”`. */
function decisionText({ decision, reason, note, decided_by }: ExportDecision): string {
  const what = decision === 'rejected' ? 'Rejected' : 'Sent back';
  const said = [reason, note].filter(Boolean).join('; ');
  return `${what} by ${decided_by ?? 'somebody'}${said && `: ${said}`}`;
}

/** Whether even the best of several takes was rejected. A rejected take without a retry is only suspicious. */
function isExhausted({ retry_count }: ExportLine, { status }: ExportLine['verdicts'][number]): boolean {
  return status === 'exhausted' || (status === 'fail' && retry_count > 0);
}

/** Why someone should listen to a delivered line: a failed check, a measure beyond its limit, a missed level. */
function suspicionsOf(line: ExportLine): string[] {
  const { reason, verdicts } = line;
  const rejected = verdicts.filter((verdict) => verdict.status === 'fail' && !isExhausted(line, verdict));
  const past = verdicts.flatMap(({ kind, status, evidence = [] }) =>
    status === 'pass' || status === 'unscored'
      ? evidence.filter((item) => isPastLimit(item, status)).map((item) => evidenceText(kind, item))
      : [],
  );
  return [...(reason === null ? [] : [reason]), ...rejected.map(verdictText), ...past];
}

type Evidence = NonNullable<ExportLine['verdicts'][number]['evidence']>[number];

/** The threshold of the check allows some of these differences, so alone they are not a reason to listen. */
const ALLOWED_WORDS = ['missing_words', 'wrong_words', 'extra_words'];

function isPastLimit({ metric, value, min, max, passed }: Evidence, status: 'pass' | 'unscored'): boolean {
  if (passed || (status === 'pass' && ALLOWED_WORDS.includes(metric))) return false;
  if (min === null && max === null) return true;
  return (min !== null && value < min) || (max !== null && value > max);
}

function evidenceText(kind: string, { metric, value, min, max, unit }: Evidence): string {
  const limits = [min === null ? '' : `at least ${min}`, max === null ? '' : `at most ${max}`];
  const figure = `${Number(value.toFixed(2))}${unit === null ? '' : ` ${unit}`}`;
  return `${kind}: ${metric} ${figure} (${limits.filter(Boolean).join(', ') || 'suspect'})`;
}

export function outlierText({ measure, value, mean, z }: Outlier): string {
  return `${NAMES[measure]} ${value.toFixed(1)} beside a mean of ${mean.toFixed(1)} (${z.toFixed(1)} deviations)`;
}
