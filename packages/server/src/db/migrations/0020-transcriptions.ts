import { type Kysely, sql } from 'kysely';

/**
 * Transcriptions in progress and transcripts of recordings, so that no audio is charged twice. Workspaces that
 * are already deleted lose their secrets, as later ones do when they are deleted. Deliveries keep the names
 * that they started with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transcription (
      workspace_id uuid not null references workspace (id),
      -- The audio, the provider, and the settings of the request.
      key bytea not null,
      -- The process that transcribes, until the lease expires; null after there is a result.
      holder uuid,
      held_until timestamptz(3),
      result jsonb,
      created_at timestamptz(3) not null,
      primary key (workspace_id, key),
      constraint transcription_held check ((result is null) = (holder is not null)),
      constraint transcription_until check ((holder is null) = (held_until is null))
    );
    create index transcription_age on transcription (created_at);

    -- The names in file names at the start of the delivery.
    alter table run_delivery add column names jsonb;

    delete from provider_key using workspace
      where workspace.id = provider_key.workspace_id and workspace.deleted_at is not null;
    delete from webhook_endpoint using workspace
      where workspace.id = webhook_endpoint.workspace_id and workspace.deleted_at is not null;
    delete from delivery_target using workspace
      where workspace.id = delivery_target.workspace_id and workspace.deleted_at is not null;
  `.execute(db);
}
