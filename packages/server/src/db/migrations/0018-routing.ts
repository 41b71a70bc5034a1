import { type Kysely, sql } from 'kysely';

/**
 * The results of providers in each workspace, the provider that a run selected for each locale, and why a key
 * is no longer used.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table provider_health (
      workspace_id uuid not null references workspace (id),
      locale_code text not null,
      provider text not null,
      model text not null,
      day date not null,
      asked integer not null,
      failed integer not null,
      takes integer not null,
      refused integer not null,
      latency_ms bigint not null,
      primary key (workspace_id, locale_code, provider, model, day)
    ) with (fillfactor = 80);
    create index provider_health_by_day on provider_health (day);

    create table run_route (
      run_id uuid not null references run (id),
      node_id uuid not null,
      locale_code text not null,
      workspace_id uuid not null references workspace (id),
      provider text not null,
      model text not null,
      voice_id uuid not null,
      why jsonb not null,
      created_at timestamptz(3) not null,
      primary key (run_id, node_id, locale_code)
    );
    create index run_route_by_node on run_route (workspace_id, node_id, locale_code, created_at desc);

    alter table provider_key add column invalid_reason text;
  `.execute(db);
}
