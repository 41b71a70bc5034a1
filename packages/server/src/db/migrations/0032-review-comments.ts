import { type Kysely, sql } from 'kysely';

/** Comments on lines of a review, and the assignments of lines to people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table review_comment (
      id uuid primary key,
      review_id uuid not null references review (id),
      no integer not null,
      -- The comment that this one replies to.
      parent_id uuid references review_comment (id),
      audio_id text,
      start_ms integer,
      end_ms integer,
      -- Empty once the comment is deleted.
      body text not null,
      actor jsonb not null,
      is_resolved boolean not null default false,
      is_deleted boolean not null default false,
      version integer not null default 0,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    create index review_comment_item on review_comment (review_id, no, created_at, id);

    create table review_assignment (
      id uuid primary key,
      review_id uuid not null references review (id),
      assignee jsonb not null,
      due_at timestamptz(3),
      created_at timestamptz(3) not null
    );
    create index review_assignment_list on review_assignment (review_id, created_at, id);

    alter table review_item
      add column assignment_id uuid,
      add column comments_count integer not null default 0,
      add column unresolved_count integer not null default 0;
    create index review_item_assignment on review_item (review_id, assignment_id, no);
  `.execute(db);
}
