import { type Kysely, sql } from 'kysely';

/** Templates and favorites. A template without a workspace is a starter of the service. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table template (
      id uuid primary key,
      workspace_id uuid references workspace (id),
      created_by uuid not null references app_user (id),
      name text not null,
      description text,
      category text,
      definition jsonb not null,
      is_starter boolean not null default false,
      is_public boolean not null default false,
      uses_count integer not null default 0,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      deleted_at timestamptz(3),
      constraint template_starter check (is_starter = (workspace_id is null) and (is_public or not is_starter))
    );
    create index template_gallery_recent on template (created_at desc, id) where is_public and deleted_at is null;
    create index template_gallery_popular on template (uses_count desc, id) where is_public and deleted_at is null;
    create index template_gallery_name on template (lower(name), id) where is_public and deleted_at is null;
    create index template_mine_recent on template (workspace_id, created_by, created_at desc, id) where deleted_at is null;
    create index template_mine_popular on template (workspace_id, created_by, uses_count desc, id) where deleted_at is null;
    create index template_mine_name on template (workspace_id, created_by, lower(name), id) where deleted_at is null;

    create table template_favorite (
      user_id uuid not null references app_user (id),
      template_id uuid not null references template (id),
      created_at timestamptz(3) not null,
      primary key (user_id, template_id)
    );
  `.execute(db);
}
