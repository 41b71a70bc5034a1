import { type RawBuilder, sql } from 'kysely';

/** What a row would have had, for every column named. */
export function seededValues<Name extends string>(columns: readonly Name[]): Record<Name, RawBuilder<never>> {
  const entries = columns.map((column) => [column, sql<never>`${sql.ref(`excluded.${column}`)}`]);
  return Object.fromEntries(entries) as Record<Name, RawBuilder<never>>;
}

/** The sums of the stored counters and those of the row that was not inserted. */
export function addedValues<Name extends string>(
  table: string,
  counters: readonly Name[],
): Record<Name, RawBuilder<number>> {
  const entries = counters.map((name) => [
    name,
    sql<number>`${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  ]);
  return Object.fromEntries(entries) as Record<Name, RawBuilder<number>>;
}

/** Whether a stored row is not as it should be. */
export function differs(table: 'plan' | 'template' | 'voice', columns: readonly string[]) {
  const stored = sql.join(columns.map((column) => sql.ref(`${table}.${column}`)));
  const seeded = sql.join(columns.map((column) => sql.ref(`excluded.${column}`)));
  return sql<boolean>`(${stored}) is distinct from (${seeded})`;
}
