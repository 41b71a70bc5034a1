const UNITS: Record<string, string> = {
  ...{ ms: 'ms', s: 's', hz: 'Hz', kbps: 'kbit/s', percent: '%' },
  ...{ lufs: 'LUFS', lu: 'LU', dbfs: 'dBFS', dbtp: 'dBTP' },
};

/** `max_inner_silence_ms` as “Max inner silence (ms)”. */
export function labelOf(field: string): string {
  const words = field.split('_');
  const unit = words.length > 1 ? UNITS[words.at(-1) ?? ''] : undefined;
  const name = words
    .slice(0, unit === undefined ? undefined : -1)
    .join(' ')
    .replaceAll(/\b(?:api|id|url)(?=s?\b)/g, (word) => word.toUpperCase());
  const label = name.charAt(0).toUpperCase() + name.slice(1);
  return unit === undefined ? label : `${label} (${unit})`;
}

/** A sentence of the API for people: a field has its label, other code is quoted. */
export const readable = (sentence: string): string =>
  sentence.replaceAll(
    /`([^`]+)`/g,
    (_, code: string) => `“${/^[a-z]+(_[a-z]+)+$/.test(code) ? labelOf(code) : code}”`,
  );
