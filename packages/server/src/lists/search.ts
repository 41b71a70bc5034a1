import { type Expression, type SqlBool, sql } from 'kysely';

/** The condition that one of the columns contains the text, ignoring case. No condition if there is no text. */
export function searchFilter(search: string | undefined, columns: readonly string[]): Expression<SqlBool>[] {
  const text = search?.trim() ?? '';
  if (text === '') return [];
  const matches = columns.map((column) => sql`strpos(lower(${sql.ref(column)}), lower(${text})) > 0`);
  return [sql<SqlBool>`(${sql.join(matches, sql` or `)})`];
}
