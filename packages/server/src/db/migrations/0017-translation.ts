import { type Kysely, sql } from 'kysely';

/** Lines that were made from other lines of their run, and the cached translations of a workspace. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run_line
      -- The line of the same run that this one is a translation of.
      add column source_no integer,
      -- The chunk that created it, and with which it is dispatched.
      add column born_in uuid,
      add column translation jsonb,
      drop constraint run_line_status_check,
      add constraint run_line_status_check
        check (status in ('active', 'delivered', 'dropped', 'failed', 'translated'));
    create index run_line_translations on run_line (run_id, source_no) where source_no is not null;

    create table translation_memory (
      workspace_id uuid not null references workspace (id),
      -- A digest of the source, both locales and the settings of the translator.
      key bytea not null,
      source_locale text not null,
      target_locale text not null,
      source text not null,
      target text not null,
      provider text not null,
      model text,
      created_at timestamptz(3) not null,
      used_at timestamptz(3) not null,
      primary key (workspace_id, key)
    );
    create index translation_memory_age on translation_memory (used_at);
  `.execute(db);
}
