import type pg from 'pg';

/** Tables of libraries, which change with the versions of the libraries. */
const FOREIGN = ['kysely_migration', 'kysely_migration_lock'];

const HEADER = `-- The schema after all migrations, for reading; nothing runs this file.
-- Written by \`pnpm --filter @voiceloom/server schema\`; a test fails if it is stale.
`;

/** The application's tables, indexes, functions and triggers as SQL, the same text for the same schema. */
export async function describeSchema(pool: pg.Pool): Promise<string> {
  await assertKnownKinds(pool);
  const tables = await describeTables(pool);
  const functions = await texts(
    pool,
    `select pg_get_functiondef(oid) as text from pg_proc
     where pronamespace = 'public'::regnamespace order by proname, oid::regprocedure::text`,
  );
  const triggers = await texts(
    pool,
    `select pg_get_triggerdef(trigger.oid, true) as text from pg_trigger trigger
     join pg_class on pg_class.oid = tgrelid
     where relnamespace = 'public'::regnamespace and not tgisinternal order by relname, tgname`,
  );
  const statements = [...functions, ...triggers].map((text) => `${text.trimEnd()};\n`);
  return [HEADER, ...tables, ...statements].join('\n');
}

interface TableRow {
  name: string;
  is_unlogged: boolean;
  /** Storage parameters, such as `fillfactor=80`. */
  parameters: string[];
  columns: string[];
  constraints: string[];
  indexes: string[];
  /** What the statistics expect of a column. */
  settings: string[];
}

async function describeTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<TableRow>(
    `select relname as name, relpersistence = 'u' as is_unlogged, coalesce(reloptions, '{}') as parameters,
       array(
         select concat_ws(' ', quote_ident(attname), format_type(atttypid, atttypmod),
           'DEFAULT ' || pg_get_expr(adbin, adrelid, true), case when attnotnull then 'NOT NULL' end)
         from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
         where attrelid = pg_class.oid and attnum > 0 and not attisdropped order by attnum
       ) as columns,
       array(
         select concat_ws(' ', 'CONSTRAINT', quote_ident(conname), pg_get_constraintdef(oid, true))
         from pg_constraint where conrelid = pg_class.oid and contype <> 'n'
         order by array_position('{p,u,c,f}', contype::text), conname
       ) as constraints,
       array(
         select pg_get_indexdef(indexrelid) from pg_index join pg_class named on named.oid = indexrelid
         where indrelid = pg_class.oid and not exists (
           select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
         order by named.relname
       ) as indexes,
       array(
         select format('ALTER TABLE %I ALTER COLUMN %I SET %s', relname, attname, setting) from pg_attribute
         cross join lateral (
           select '(' || array_to_string(attoptions, ', ') || ')' as setting where attoptions is not null
           union all select 'STATISTICS ' || attstattarget where attstattarget >= 0
         ) settings
         where attrelid = pg_class.oid and attnum > 0 order by attnum, setting
       ) as settings
     from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)
     order by relname`,
    [FOREIGN],
  );
  return rows.map(tableText);
}

function tableText(table: TableRow): string {
  const { name, is_unlogged, parameters, columns, constraints, indexes, settings } = table;
  const kind = is_unlogged ? 'UNLOGGED TABLE' : 'TABLE';
  const parts = [...columns, ...constraints].map((part) => `  ${part}`);
  const end = parameters.length > 0 ? `) WITH (${parameters.join(', ')});` : ');';
  const lines = [
    `CREATE ${kind} ${name} (`,
    parts.join(',\n'),
    end,
    ...[...indexes, ...settings].map((statement) => `${statement};`),
  ];
  return `${lines.join('\n')}\n`;
}

async function texts(pool: pg.Pool, query: string): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(query);
  return rows.map(({ text }) => text);
}

/** Rejects kinds of objects that the text would leave out. */
async function assertKnownKinds(pool: pg.Pool): Promise<void> {
  const unknown = await texts(
    pool,
    `select relname as text from pg_class
     where relnamespace = 'public'::regnamespace and (relkind not in ('r', 'i') or relpersistence not in ('p', 'u'))
     union all
     select typname from pg_type
     where typnamespace = 'public'::regnamespace and typrelid = 0 and typelem = 0
     union all
     select relname || '.' || attname from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and (attidentity <> '' or attgenerated <> '')`,
  );
  if (unknown.length > 0) throw new Error(`The schema dump cannot describe: ${unknown.join(', ')}`);
}
