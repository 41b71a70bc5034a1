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

type Reading = Pick<SourceReading['reading'], 'columns_used' | 'columns_unused'>;

const isField = (use: string): use is (typeof FIELDS)[number] => FIELDS.some((field) => field === use);

/**
 * How the columns were read. Columns that have no name here, such as controls, are left out. A file with a text for each
 * key has no columns.
 */
export function columnUses({ columns_used, columns_unused }: Reading): ColumnUse[] {
  if (columns_unused.length === 0 && columns_used.every(({ used_as }) => used_as !== 'script')) return [];
  const used = columns_used.flatMap(({ column, used_as, locale_code = '' }): ColumnUse[] => {
    if (used_as === 'script') return [{ column, use: 'text', locale: locale_code }];
    return isField(used_as) ? [{ column, use: used_as, locale: '' }] : [];
  });
  return [...used, ...columns_unused.map((column): ColumnUse => ({ column, use: '', locale: '' }))];
}

/** Whether two columns have the same use. */
export const isTwice = (uses: readonly ColumnUse[], one: ColumnUse): boolean =>
  one.use !== '' &&
  uses.some(
    (other) =>
      other !== one &&
      other.use === one.use &&
      other.locale.trim().toLowerCase() === one.locale.trim().toLowerCase(),
  );

/**
 * The setting `columns` of a script. Fields without a column are null, so that they are not detected again.
 */
export function columnsConfig(uses: readonly ColumnUse[]): Record<string, unknown> {
  const texts = uses.filter(({ use }) => use === 'text');
  const script = texts.find(({ locale }) => locale.trim() === '')?.column;
  const byLocale = texts.flatMap(({ locale, column }) =>
    locale.trim() === '' ? [] : [[locale.trim(), column]],
  );
  return {
    ...Object.fromEntries(
      FIELDS.map((field) => [field, uses.find(({ use }) => use === field)?.column ?? null]),
    ),
    ...(script !== undefined && { script }),
    ...(byLocale.length > 0 && { texts: Object.fromEntries(byLocale) }),
  };
}

/** The same for the query of a script, where an empty name means null. */
export function columnsQuery({
  texts,
  ...fields
}: Record<string, unknown>): Record<string, string | string[]> {
  const named = Object.entries(fields).map(([field, column]) => [`columns.${field}`, String(column ?? '')]);
  const byLocale = Object.entries((texts ?? {}) as Record<string, unknown>);
  return {
    ...Object.fromEntries(named),
    ...(byLocale.length > 0 && {
      'columns.texts': byLocale.map(([locale, column]) => `${locale}:${column}`),
    }),
  };
}
