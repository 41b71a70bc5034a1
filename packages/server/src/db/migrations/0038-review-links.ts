import { type Kysely, sql } from 'kysely';

/** Links that let people without an account take part in a review, and the guests who entered with one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table review_link (
      id uuid primary key,
      review_id uuid not null references review (id),
      label text not null,
      -- The lines that its guests see; null: all.
      locales text[],
      characters text[],
      permission text not null check (permission in ('listen', 'comment', 'decide')),
      token_hash bytea not null unique,
      -- The salt and the derived key.
      passcode_hash bytea,
      -- Failed passcode attempts since a time.
      tries integer not null default 0,
      tries_since timestamptz(3),
      created_by jsonb not null,
      expires_at timestamptz(3) not null,
      revoked_at timestamptz(3),
      created_at timestamptz(3) not null
    );
    create index review_link_list on review_link (review_id, created_at desc, id);

    create table review_guest (
      id uuid primary key,
      link_id uuid not null references review_link (id),
      name text not null,
      token_hash bytea not null unique,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null
    );
    create index review_guest_link on review_guest (link_id);
    create index review_guest_expiry on review_guest (expires_at);
  `.execute(db);
}
