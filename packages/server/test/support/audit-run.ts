import { sql } from 'kysely';
import type { App } from '../../src/app.ts';
import { auditUsage } from './usage.ts';

/**
 * The guarantees for every ended run, whatever happened before: each line ended once, the counters equal the
 * rows, the ledger equals the takes, and no credits are reserved and no work remains.
 */
export async function auditRun(app: App, runId: string): Promise<string[]> {
  const checks: Record<string, ReturnType<typeof sql<{ fault: boolean }>>> = {
    'a line never ended': sql`select 1 as fault from run r join run_line l on l.run_id = r.id
      where r.id = ${runId} and r.status = 'completed' and (l.status = 'active' or l.open_tokens <> 0) limit 1`,
    'line counters differ from the lines': sql`select 1 as fault from run r where r.id = ${runId} and r.status = 'completed' and
      (r.lines_delivered, r.lines_dropped, r.lines_failed, r.lines_skipped, r.lines_total) <>
      (select count(*) filter (where status = 'delivered')::int, count(*) filter (where status = 'dropped')::int,
              count(*) filter (where status = 'failed')::int, count(*) filter (where status = 'skipped')::int, count(*) filter (where status <> 'translated')::int
        from run_line where run_id = r.id)`,
    'steps differ from the attempts': sql`select 1 as fault from run r where r.id = ${runId} and
      r.finished_steps <> (select count(*) from attempt where run_id = r.id)`,
    'a finished run has open steps': sql`select 1 as fault from run r where r.id = ${runId} and r.status = 'completed' and r.finished_steps <> r.total_steps`,
    'credits of the run differ from its attempts': sql`select 1 as fault from run r where r.id = ${runId} and
      r.credits <> (select coalesce(sum(credits), 0) from attempt where run_id = r.id)`,
    'the ledger differs from the takes': sql`select 1 as fault from run r where r.id = ${runId} and
      (select coalesce(-sum(amount), 0) from credit_entry where run_id = r.id and kind = 'settle') <>
      (select coalesce(sum(credits), 0) from audio where run_id = r.id and kind = 'take')`,
    'something stays set aside': sql`select 1 as fault from run r where r.id = ${runId} and r.completed_at is not null and
      (r.hold <> 0 or (select coalesce(sum(hold), 0) from credit_entry where run_id = r.id) <> 0)`,
    'an account differs from its ledger': sql`select 1 as fault from run r join credit_account a on a.user_id = r.account_id
      where r.id = ${runId} and (a.balance, a.held::bigint) <>
      (select coalesce(sum(amount), 0), coalesce(sum(hold), 0) from credit_entry where account_id = a.user_id)`,
    'work is left': sql`select 1 as fault from run_chunk c join run r on r.id = c.run_id where r.id = ${runId}
      and r.completed_at is not null and c.status in ('planned', 'queued') limit 1`,
    'event numbers have gaps': sql`select 1 as fault from run r where r.id = ${runId} and
      (r.event_seq, r.event_seq::bigint) <> (select coalesce(max(seq), 0), count(*) from run_event where run_id = r.id)`,
    'take events differ from the takes': sql`select 1 as fault from run r where r.id = ${runId} and
      (select (count(*), coalesce(sum((data ->> 'credits')::int), 0)) from run_event where run_id = r.id and type = 'line.take') <>
      (select (count(*), coalesce(sum(credits), 0)) from attempt a join run_step s using (run_id, node_id, iteration)
       where run_id = r.id and s.node_type = 'operator_generator' and a.output_id is not null)`,
    'an event names a step of another run': sql`select 1 as fault from run_event e where e.run_id = ${runId} and e.type = 'node.state'
      and not exists (select 1 from run_step s where s.run_id = e.run_id and s.node_id::text = e.data ->> 'node_id'
        and s.iteration = (e.data ->> 'iteration')::int) limit 1`,
    'line events differ from the lines': sql`select 1 as fault from run r where r.id = ${runId} and r.status = 'completed' and
      (select count(*) from run_event where run_id = r.id and type in ('line.completed', 'line.failed')) <>
      (select count(*) from run_line where run_id = r.id and status <> 'translated')`,
    'a step is not closed': sql`select 1 as fault from run_step s join run r on r.id = s.run_id where r.id = ${runId}
      and r.completed_at is not null and (s.finished_at is null or s.open_chunks <> 0) limit 1`,
    'a locale differs from its lines': sql`select 1 as fault from run_locale g join run r on r.id = g.run_id where r.id = ${runId} and r.status = 'completed' and
      (g.lines, g.finished_lines, g.delivered_lines) <> (select count(*)::int, count(*)::int, count(*) filter (where l.status = 'delivered')::int
        from run_line l where l.run_id = r.id and l.locale_code = g.locale_code and l.status <> 'translated') limit 1`,
  };
  const faults: string[] = await auditUsage(app, runId);
  for (const [fault, query] of Object.entries(checks)) {
    if ((await query.execute(app.db)).rows.length > 0) faults.push(fault);
  }
  return faults;
}
