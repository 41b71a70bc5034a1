import { when } from './when.ts';

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

/** A sentence of the API for people: a field has its label, other code is quoted, and times are in their zone. */
export const toReadable = (sentence: string): string =>
  sentence
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, when)
    .replaceAll(/`([a-z]+(?:_[a-z]+)+)`/g, (_, field: string) => `“${toLabel(field)}”`)
    .replaceAll(/`([^`]+)`/g, '“$1”');
