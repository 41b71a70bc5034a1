// A copy of the columns in export/pickups.ts, so that both lists can be read as the same script.
const PICKUP_COLUMNS = {
  line_id: (line) => line.id,
  source_line_id: (line) => line.source,
  locale: (line) => line.locale,
  character_name: (line) => line.character,
  max_duration_ms: (line) => line.longest,
  max_characters: (line) => line.max_characters,
  notes: (line) => line.notes,
  direction: (line) => line.direction,
  source: (line) => line.original,
  script: (line) => line.script,
  status: (line) => line.status,
  reasons: (_line, { reasons }) => reasons.join('; '),
  details: (_line, { details }) => details.join('; '),
  verdicts: (line) => line.checks.map(verdictOf).join('; '),
  duration_ms: (line) => line.duration,
  file: (line) => line.file,
};
const PICKUP_FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;

/** Why a line is a pick-up: the decision, what the service found unless the line is settled, and the reviewer's note. */
export function pickupReasons(line, decision) {
  const { decision: made, note } = decision ?? {};
  const isSettled = made === 'approved' || made === 'waived';
  const found = isSettled ? [] : [...(line.picks ?? []), ...(line.outlier ? ['outlier'] : [])];
  const reasons = made === 'rejected' || made === 'needs_work' ? [made, ...found] : found;
  if (reasons.length === 0) return null;
  const said = note ? [note] : [];
  const details = found.length === 0 ? [] : [...(line.why ?? []), ...(line.outlier ?? [])];
  return { reasons, details: [...said, ...details] };
}

const PICKUP_WORDS = {
  needs_work: 'needs work',
  exhausted: 'no take passed',
  too_long: 'over its limit',
  outlier: 'unlike its voice',
  suspect: 'listen to it',
};

/** Why a line is on the pick-up list, as text. Empty if it is not on the list. */
export function pickupText(line, decision) {
  const pickup = pickupReasons(line, decision);
  if (pickup === null) return '';
  const reasons = pickup.reasons.map((reason) => PICKUP_WORDS[reason] ?? reason).join(', ');
  const details = pickup.details.join('; ');
  return `On the pick-up list: ${reasons}${details && ` (${details})`}`;
}

/** The csv of all pick-ups. */
export function pickupCsv(lines, decisionOf) {
  const rows = lines.flatMap((line) => {
    const pickup = pickupReasons(line, decisionOf(line));
    return pickup ? [Object.values(PICKUP_COLUMNS).map((read) => read(line, pickup) ?? '')] : [];
  });
  const all = [Object.keys(PICKUP_COLUMNS), ...rows];
  return `\ufeff${all.map((cells) => `${cells.map(pickupCell).join(',')}\r\n`).join('')}`;
}

function verdictOf([name, status, score, threshold, reason]) {
  const figure = score === null ? '' : ` ${score}${threshold === null ? '' : `/${threshold}`}`;
  return `${name}: ${status}${figure}${reason ? ` (${reason})` : ''}`;
}

function pickupCell(value) {
  if (typeof value === 'number') return String(value);
  const text = PICKUP_FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Offers a text as a download. */
export function saveText(name, text, type) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
