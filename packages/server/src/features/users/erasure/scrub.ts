import { sql } from 'kysely';
import { allowErasing } from '../../../db/erasing.ts';
import type { Db } from '../../../db/index.ts';
import type { DataTable, Subject } from './catalog.ts';
import { isRoot } from './rows.ts';
import { type FoundRow, scanRows } from './scan.ts';
import { createPlaces, notePlaces, type Place, type Traces, tracedColumns } from './traces.ts';

/** What others see in place of an erased person. */
export const ERASED_NAME = 'Erased user';
const NO_ID = '00000000-0000-0000-0000-000000000000';

export interface Erasing {
  subject: Subject;
  /** The ID that takes the place of the person's. Null if only workspaces are erased. */
  pseudonym: string | null;
  traces: Traces;
  tables: readonly DataTable[];
}

export interface ScrubPass {
  /** Rows with traces that were changed or deleted. Those of the service, such as rate limits, do not count. */
  changed: number;
  /** Traces that no rule could remove. */
  left: Place[];
  /** The name alone, which another person can have. */
  mentions: Place[];
}

/**
 * Goes through the whole database once and removes the traces in rows that stay: those of other workspaces, in which
 * the person worked. A pass that finds none is the proof.
 */
export async function scrub(db: Db, erasing: Erasing): Promise<ScrubPass> {
  const byName = new Map(erasing.tables.map((table) => [table.name, table]));
  const left = createPlaces();
  let changed = 0;
  for await (const rows of scanRows(db, erasing.traces))
    for (const row of rows) {
      const table = row.schema === 'public' ? byName.get(row.table) : undefined;
      const isOfService = table === undefined || table.kind === 'service';
      const values = JSON.parse(row.text);
      if (table && isRoot(table, values, erasing.subject)) continue;
      if (table?.name === 'app_user') {
        // The pseudonym names the person until the end. Another account can have the same address.
        if (values.id !== erasing.pseudonym) left.add('app_user', true);
        continue;
      }
      const columns = tracedColumns(values, erasing.traces);
      const isDone = columns.length > 0 && (await clear(db, { row, table, values, columns, erasing }));
      if (!isDone) notePlaces(left, row, erasing.traces);
      else if (!isOfService) changed += 1;
    }
  const places = left.list();
  return {
    changed,
    left: places.filter((place) => !place.is_mention),
    mentions: places.filter((place) => place.is_mention),
  };
}

type Values = Record<string, unknown>;

interface Cleared {
  row: FoundRow;
  table: DataTable | undefined;
  values: Values;
  columns: string[];
  erasing: Erasing;
}

/** Returns whether the row has no exact trace any more. */
async function clear(db: Db, { row, table, values, columns, erasing }: Cleared): Promise<boolean> {
  const isOwn = columns.some((column) => isAbout(table, column));
  if (isOwn) return change(db, row, sql`delete from ${sql.id(row.schema, row.table)} scrubbed`);
  if (!table) return false;
  const cleared = clearValues(values, table, erasing);
  const changed = Object.keys(cleared).filter(
    (column) => JSON.stringify(cleared[column]) !== JSON.stringify(values[column]),
  );
  if (changed.length === 0 || tracedColumns(cleared, erasing.traces).length > 0) return false;
  const changes = JSON.stringify(Object.fromEntries(changed.map((column) => [column, cleared[column]])));
  const list = sql.join(changed.map((column) => sql.ref(column)));
  const type = sql.id(row.schema, row.table);
  const set = sql`update ${type} scrubbed set (${list}) = (select ${list}
    from jsonb_populate_record(null::${type}, ${changes}::jsonb))`;
  return change(db, row, set);
}

/** Rows of the service are short-lived: jobs, rate limits, stored responses. Others are deleted if they are about the person. */
function isAbout(table: DataTable | undefined, column: string): boolean {
  if (!table) return true;
  if (table.kind === 'service') return true;
  if (table.kind === 'ledger') return false;
  // An invitation, or a row that came into a workspace after its rows were deleted.
  return column === 'email' || column === table.path?.column || table.own_columns.includes(column);
}

/** Only if the row is still as it was read: what someone else wrote meanwhile waits for the next pass. */
function change(db: Db, { ctid, text }: FoundRow, statement: ReturnType<typeof sql>): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await allowErasing(tx);
    await sql`${statement} where ctid = ${ctid}::tid and to_jsonb(scrubbed)::text = ${text}`.execute(tx);
    return true;
  });
}

function clearValues(values: Values, table: DataTable, erasing: Erasing): Values {
  const cleared = clearPart(values, erasing) as Values;
  // Where the person was when acting.
  if (isPerson(values.user_id, erasing) && 'ip' in values) cleared.ip = null;
  for (const { name, type, is_nullable } of table.columns)
    if (type === 'uuid' && cleared[name] === NO_ID && is_nullable) cleared[name] = null;
  return cleared;
}

/** A name stands beside the ID that it belongs to: `id` and `name`, `resource_id` and `resource_name`. */
const ID_KEY = /^(.*_)?id$/;
const NAME_KEYS = ['name', 'email', 'label'];

function clearPart(part: unknown, erasing: Erasing): unknown {
  if (typeof part === 'string') return clearText(part, erasing);
  if (Array.isArray(part)) return part.map((item) => clearPart(item, erasing));
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [key, clearPart(value, erasing)] as const);
  const cleared: Values = Object.fromEntries(entries);
  for (const [key, value] of Object.entries(part)) {
    const prefix = isPerson(value, erasing) ? ID_KEY.exec(key) : null;
    for (const name of prefix ? NAME_KEYS.map((end) => `${prefix[1] ?? ''}${end}`) : [])
      if (typeof cleared[name] === 'string') cleared[name] = ERASED_NAME;
  }
  return cleared;
}

const isPerson = (id: unknown, { subject }: Erasing) => id !== null && id === subject.user_id;

function clearText(text: string, { traces, subject, pseudonym }: Erasing): string {
  return text.replace(traces.exact, (found) => {
    if (found.toLowerCase() === subject.user_id) return pseudonym ?? NO_ID;
    return subject.workspace_ids.includes(found.toLowerCase()) ? NO_ID : ERASED_NAME;
  });
}
