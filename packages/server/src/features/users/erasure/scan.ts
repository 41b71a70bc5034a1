import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import type { Traces } from './traces.ts';

/** About 2 MB: each statement stays far below the timeout of statements, however large the table is. */
const BLOCKS = 256;

/** A row that may have a trace. */
export interface FoundRow {
  schema: string;
  table: string;
  ctid: string;
  /** The row as JSON, exactly as the database writes it. */
  text: string;
}

interface Scanned {
  schema: string;
  table: string;
  blocks: number;
}

/** Reads every table of the database, with those of the job queue, and yields the rows with a trace, a page at a time. */
export async function* scanRows(db: Db, traces: Traces): AsyncGenerator<FoundRow[]> {
  for (const { schema, table, blocks } of await listScanned(db))
    for (let start = 0; start < blocks; start += BLOCKS) {
      const { rows } = await sql<Pick<FoundRow, 'ctid' | 'text'>>`
        select ctid::text as ctid, to_jsonb(scanned)::text as text from ${sql.id(schema, table)} scanned
        where ctid >= ${`(${start},0)`}::tid and ctid < ${`(${start + BLOCKS},0)`}::tid
          and scanned::text ~* ${traces.pattern}`.execute(db);
      if (rows.length > 0) yield rows.map((row) => ({ schema, table, ...row }));
    }
}

async function listScanned(db: Db): Promise<Scanned[]> {
  const { rows } = await sql<Scanned>`
    select nspname as schema, relname as table,
      ceil(pg_relation_size(pg_class.oid)::numeric / current_setting('block_size')::int)::int as blocks
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname <> 'information_schema' and nspname !~ '^pg_' and relname not like 'kysely%'
      and has_table_privilege(pg_class.oid, 'select')
    order by nspname, relname`.execute(db);
  return rows;
}
