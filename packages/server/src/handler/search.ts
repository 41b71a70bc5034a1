import { type Expression, type SqlBool, sql } from 'kysely';

/** The rows in which one of the columns contains the text, whatever the case; no condition without a text. */
export function searchFilter(search: string | undefined, columns: readonly string[]): Expression<SqlBool>[] {
  const text = search?.trim() ?? '';
  if (text === '') return [];
  const found = columns.map((column) => sql`strpos(lower(${sql.ref(column)}), lower(${text})) > 0`);
  return [sql<SqlBool>`(${sql.join(found, sql` or `)})`];
}
