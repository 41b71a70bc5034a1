import { type Kysely, sql } from 'kysely';

/** The recent faults of providers in a run, for an operator who looks for the cause of a stuck run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table run_provider_fault (
      run_id uuid not null references run (id),
      provider text not null,
      kind text not null,
      count integer not null,
      first_at timestamptz(3) not null,
      last_at timestamptz(3) not null,
      primary key (run_id, provider, kind)
    );
    create index run_provider_fault_age on run_provider_fault (last_at);
  `.execute(db);
}
