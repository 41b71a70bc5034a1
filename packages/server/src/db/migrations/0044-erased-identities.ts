import { type Kysely, sql } from 'kysely';

/**
 * Keeps earlier addresses of a person, so that an erasure finds them too, and the name until the erasure is complete. An
 * erased account keeps a hash of its
 * identity, so that a token from before the erasure does not create a new account. The index of the activity log serves
 * the list of what operators did.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table app_user
      add column former_emails text[] not null default '{}',
      add column name_before_erasure text,
      add column erased_identity bytea,
      add column erased_at timestamptz(3);
    create index app_user_erased_identity on app_user (erased_identity) where erased_identity is not null;
    create index activity_of_operators on activity (created_at desc, id desc) where action = 'operator_acted';
    update app_user set former_emails = array(
      select distinct email from workspace_invite
      where accepted_by = app_user.id and lower(email) is distinct from lower(app_user.email)
    ) where exists (select from workspace_invite where accepted_by = app_user.id);
  `.execute(db);
}
