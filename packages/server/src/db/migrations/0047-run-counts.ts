import { type Kysely, sql } from 'kysely';

/**
 * Stores the number of runs of each status in their workflow, so that a list of workflows does not count all of their
 * runs. A trigger does this, because processes of the previous release also change runs during an upgrade.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- In the order of transactions that end a run. Pages wait only for the last statement.
    lock table run in share row exclusive mode;
    create temporary table counted on commit drop as
    select workflow_id, jsonb_object_agg(status, runs) as counts
    from (select workflow_id, status, count(*) as runs from run group by workflow_id, status) by_status
    group by workflow_id;

    create function count_run() returns trigger language plpgsql as $$
    begin
      update workflow set run_counts = run_counts
        || case when tg_op = 'INSERT' then '{}'
          else jsonb_build_object(old.status, coalesce((run_counts ->> old.status)::int, 0) - 1) end
        || case when tg_op = 'DELETE' then '{}'
          else jsonb_build_object(new.status, coalesce((run_counts ->> new.status)::int, 0) + 1) end
      where id = coalesce(new.workflow_id, old.workflow_id) and workspace_id = coalesce(new.workspace_id, old.workspace_id);
      return null;
    end $$;
    create trigger run_counted after insert or delete on run for each row execute function count_run();
    create trigger run_counted_again after update of status on run for each row
      when (old.status <> new.status) execute function count_run();

    alter table workflow add column run_counts jsonb not null default '{}';
    update workflow set run_counts = counts from counted where workflow.id = workflow_id;
  `.execute(db);
}
