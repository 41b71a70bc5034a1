import type { SourceReading } from '@voiceloom/sdk';

/** The fields of a line that a column can have, besides its texts. */
export const FIELDS = [
  'line_id',
  'character_name',
  'locale',
  'notes',
  'direction',
  'max_duration_ms',
  'max_characters',
] as const;

/** A person's choice for a column. */
export interface ColumnUse {
  column: string;
  use: '' | 'text' | (typeof FIELDS)[number];
  /** The language of its texts; empty if each line names it, or if it is detected. */
  locale: string;
}

/**
 * How the columns were read. Columns that have no name here, such as controls, are left out. A file with a text for each
 * key has no columns.
 */
export function columnUses(
  reading: Pick<SourceReading['reading'], 'columns_used' | 'columns_unused'>,
): ColumnUse[] {
  const { columns_used, columns_unused } = reading;
  if (columns_unused.length === 0 && columns_used.every(({ used_as }) => used_as !== 'script')) return [];
  const uses: ColumnUse[] = [];
  for (const { column, used_as, locale_code = '' } of columns_used) {
    const field = FIELDS.find((name) => name === used_as);
    if (used_as === 'script') uses.push({ column, use: 'text', locale: locale_code });
    else if (field !== undefined) uses.push({ column, use: field, locale: '' });
  }
  for (const column of columns_unused) uses.push({ column, use: '', locale: '' });
  return uses;
}

/** Whether two columns have the same use. */
export const isDuplicateUse = (uses: readonly ColumnUse[], columnUse: ColumnUse): boolean =>
  columnUse.use !== '' &&
  uses.some(
    (otherUse) =>
      otherUse !== columnUse &&
      otherUse.use === columnUse.use &&
      otherUse.locale.trim().toLowerCase() === columnUse.locale.trim().toLowerCase(),
  );

/**
 * The setting `columns` of a script. Fields without a column are null, so that they are not detected again.
 */
export function columnsConfig(uses: readonly ColumnUse[]): Record<string, unknown> {
  const config: Record<string, unknown> = {};
  for (const field of FIELDS) config[field] = uses.find(({ use }) => use === field)?.column ?? null;
  const texts: Record<string, string> = {};
  for (const { use, locale, column } of uses) {
    if (use !== 'text') continue;
    if (locale.trim() === '') config.script ??= column;
    else texts[locale.trim()] = column;
  }
  if (Object.keys(texts).length > 0) config.texts = texts;
  return config;
}

/** The same for the query of a script, where an empty name means null. */
export function columnsQuery(config: Record<string, unknown>): Record<string, string | string[]> {
  const { texts, ...fields } = config;
  const query: Record<string, string | string[]> = {};
  for (const [field, column] of Object.entries(fields)) query[`columns.${field}`] = String(column ?? '');
  const byLocale = Object.entries((texts ?? {}) as Record<string, unknown>);
  if (byLocale.length > 0) query['columns.texts'] = byLocale.map(([locale, column]) => `${locale}:${column}`);
  return query;
}
