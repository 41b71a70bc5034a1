const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });
const REPLACEMENTS: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => REPLACEMENTS[character] ?? '');
}

/** The English name of a language; the code itself if it is not valid. */
export function localeName(code: string): string {
  try {
    return LANGUAGES.of(code) ?? code;
  } catch {
    return code;
  }
}

/** `4:07`, `1:02:09`. */
export function formatDuration(value_ms: number): string {
  const seconds = Math.round(value_ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, '0');
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}

/** With grouped thousands and a typographic minus: `−1,234.5`. */
export function formatNumber(value: number, digits = 0): string {
  const text = value.toLocaleString('en', { maximumFractionDigits: digits });
  return text.replace('-', '\u2212');
}

/** Always one decimal, so that levels are easy to compare. */
export function formatLoudness(lufs: number): string {
  return lufs.toFixed(1).replace('-', '\u2212');
}

export function formatDate(iso: string | null): string {
  const time = Date.parse(iso ?? '');
  if (Number.isNaN(time)) return 'not finished';
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat('en-GB', options).format(time)} UTC`;
}

/** `error_rate` and `validator_error_rate` as `Error rate`. */
export function checkName(kind: string): string {
  const words = kind.replace(/^validator_/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
