const UNITS: Record<string, string> = {
  ...{ ms: 'ms', s: 's', hz: 'Hz', kbps: 'kbit/s', percent: '%' },
  ...{ lufs: 'LUFS', lu: 'LU', dbfs: 'dBFS', dbtp: 'dBTP' },
};

/** `max_inner_silence_ms` as “Max inner silence (ms)”. */
export function toLabel(field: string): string {
  const [firstWord = '', ...otherWords] = field.split('_');
  const unit = UNITS[otherWords.at(-1) ?? ''];
  if (unit !== undefined) otherWords.pop();
  const name = [firstWord, ...otherWords]
    .join(' ')
    .replaceAll(/\b(?:api|id|url)(?=s?\b)/g, (word) => word.toUpperCase());
  const label = name.charAt(0).toUpperCase() + name.slice(1);
  if (unit === undefined) return label;
  return `${label} (${unit})`;
}
