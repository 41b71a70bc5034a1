import { type Kysely, sql } from 'kysely';

/** Approved takes, which later runs of their workflow reuse while the text of the line is unchanged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table take_lock (
      workspace_id uuid not null references workspace (id),
      workflow_id uuid not null references workflow (id),
      -- The generator that made the take.
      node_id uuid not null,
      line_id text not null,
      locale_code text not null,
      -- SHA-256 of the script of the line.
      text_hash bytea not null,
      take_id text not null,
      review_id uuid not null references review (id),
      actor jsonb not null,
      locked_at timestamptz(3) not null,
      -- When the first run reused the take.
      used_at timestamptz(3),
      primary key (workflow_id, node_id, line_id, locale_code),
      -- Without its audio, a lock has nothing to reuse.
      foreign key (workspace_id, take_id) references audio (workspace_id, id) on delete cascade
    );
    create index take_lock_take on take_lock (workspace_id, take_id);
  `.execute(db);
}
