import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/index.ts';

const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;

export interface Slices {
  workspaceId: string;
  /** Points in time in ascending order. A slice is the time between two of them. */
  bounds: readonly number[];
}

type UsageColumn =
  | 'credits'
  | 'characters'
  | 'lines'
  | `own_key_${'credits' | 'characters'}`
  | `platform_${'credits' | 'characters'}`;

/** The sum of a column, under its name. */
const total = <Column extends UsageColumn>(column: Column) =>
  sql<number>`sum(${sql.ref(column)})::bigint`.as(column);

/** The index of the slice that contains an instant, from 0. */
const sliceIndex = (column: string, bounds: readonly number[]) =>
  sql<number>`width_bucket(${sql.ref(column)}, ${toTimes(bounds)}::timestamptz[]) - 1`;

/** The usage in each slice; slices without usage have no row. */
export function selectSlices(db: Db, { workspaceId, bounds }: Slices) {
  return db
    .selectFrom('usage_rollup')
    .select(sliceIndex('starts_at', bounds).as('slice'))
    .select([total('credits'), total('characters'), total('lines')])
    .select([total('own_key_credits'), total('own_key_characters')])
    .select([total('platform_credits'), total('platform_characters')])
    .where('workspace_id', '=', workspaceId)
    .where(within(bounds))
    .groupBy('slice');
}

/** The usage of each locale from the first bound to the last. */
export function selectLocales(db: Db, { workspaceId, bounds }: Slices) {
  return db
    .selectFrom('usage_rollup')
    .select(['locale_code', total('credits'), total('characters'), total('lines')])
    .where('workspace_id', '=', workspaceId)
    .where(within(bounds))
    .groupBy('locale_code');
}

/** Runs that were created in each slice, by their current status. */
export function selectRunCounts(db: Db, { workspaceId, bounds }: Slices) {
  return db
    .selectFrom('run')
    .select((eb) => ['status', eb.fn.countAll<number>().as('runs')])
    .select(sliceIndex('created_at', bounds).as('slice'))
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>=', new Date(bounds[0] ?? 0))
    .where('created_at', '<', new Date(bounds.at(-1) ?? 0))
    .groupBy(['slice', 'status']);
}

/** The start of the hour that contains a moment. */
const hourOf = (moment: number): number => Math.floor(moment / HOUR_MS) * HOUR_MS;

/**
 * The usage rows between the bounds. Each moment is in only one of them: rows of whole hours, or of quarter hours if
 * the hour contains a bound. This is exact, because in every time zone days start on a quarter hour.
 */
function within(bounds: readonly number[]): Expression<SqlBool> {
  const firstBound = bounds[0] ?? 0;
  const lastBound = bounds.at(-1) ?? 0;
  const boundsInsideHours = bounds.filter((bound) => bound % HOUR_MS !== 0);
  const splitHours = [...new Set(boundsInsideHours.map((bound) => hourOf(bound)))];
  const quarters = splitHours
    .flatMap((hour) => [0, 1, 2, 3].map((nth) => hour + nth * QUARTER_MS))
    .filter((quarter) => quarter >= firstBound && quarter < lastBound);
  // The hours that begin at or after the first bound and end at or before the last one.
  const hours = sql`minutes = 60 and starts_at >= ${new Date(hourOf(firstBound + HOUR_MS - 1))}
    and starts_at < ${new Date(hourOf(lastBound))}`;
  if (splitHours.length === 0) return sql<boolean>`(${hours})`;
  return sql<boolean>`(${hours} and starts_at <> all(${toTimes(splitHours)}::timestamptz[])
    or minutes = 15 and starts_at = any(${toTimes(quarters)}::timestamptz[]))`;
}

function toTimes(instants: readonly number[]): Date[] {
  return instants.map((instant) => new Date(instant));
}
