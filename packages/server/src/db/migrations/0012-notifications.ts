import { type Kysely, sql } from 'kysely';

/** Emails about runs, weekly summaries, and an index of the activity log by age. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Ended runs without a notification. A row is written when the run ends, and deleted when the email is queued.
    create table run_notice (
      run_id uuid primary key references run (id),
      created_at timestamptz(3) not null
    );
    create index run_notice_age on run_notice (created_at);

    -- Users whose summary of the week from this Monday was processed, with or without an email.
    create table weekly_summary (
      user_id uuid not null references app_user (id),
      week date not null,
      created_at timestamptz(3) not null,
      primary key (user_id, week)
    );
    create index weekly_summary_week on weekly_summary (week);

    create index notification_preference_weekly on notification_preference (user_id)
      where weekly_usage_summary_email;

    create index run_ended on run (workspace_id, completed_at) where completed_at is not null;

    create index activity_age on activity (created_at);
  `.execute(db);
}
