import { type Kysely, sql } from 'kysely';

/** People and workspaces that an operator has suspended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table app_user add column suspended_at timestamptz(3);
    alter table workspace add column suspended_at timestamptz(3);
  `.execute(db);
}
