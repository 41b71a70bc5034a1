// The columns of the list that the service makes, so that both read as a script in the same way.
const PICKUP_COLUMNS = [
  'line_id',
  'source_line_id',
  'locale',
  'character_name',
  'max_duration_ms',
  'notes',
  'direction',
  'source',
  'script',
  'status',
  'reasons',
  'details',
  'verdicts',
  'duration_ms',
  'file',
];
const PICKUP_FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;

/** Why a line is to be done again: what the service found, unless it was approved, and what a person said. */
export function pickupReasons(line, decision) {
  const { verdict, note } = decision ?? {};
  const found = verdict === 'approved' ? [] : [...(line.picks ?? []), ...(line.outlier ? ['outlier'] : [])];
  const reasons = verdict === 'rejected' ? ['rejected', ...found] : found;
  if (reasons.length === 0) return null;
  const said = note ? [note] : [];
  const details = found.length === 0 ? [] : [...(line.why ?? []), ...(line.outlier ?? [])];
  return { reasons, details: [...said, ...details] };
}

/** The csv of all lines that are to be done again. */
export function pickupCsv(lines, decisionOf) {
  const rows = lines.flatMap((line) => {
    const pickup = pickupReasons(line, decisionOf(line));
    return pickup ? [pickupRow(line, pickup)] : [];
  });
  return `\ufeff${[PICKUP_COLUMNS, ...rows].map((cells) => `${cells.map(pickupCell).join(',')}\r\n`).join('')}`;
}

function pickupRow(line, { reasons, details }) {
  const verdicts = line.checks.map(([name, status, score, threshold, reason]) => {
    const figure = score === null ? '' : ` ${score}${threshold === null ? '' : `/${threshold}`}`;
    return `${name}: ${status}${figure}${reason ? ` (${reason})` : ''}`;
  });
  return [
    line.id,
    line.source ?? '',
    line.locale,
    line.character ?? '',
    line.longest ?? '',
    line.notes ?? '',
    line.direction ?? '',
    line.original ?? '',
    line.script,
    line.status,
    reasons.join('; '),
    details.join('; '),
    verdicts.join('; '),
    line.duration ?? '',
    line.file ?? '',
  ];
}

function pickupCell(value) {
  if (typeof value === 'number') return String(value);
  const text = PICKUP_FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Hands the browser a file of its own making. */
export function saveText(name, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
