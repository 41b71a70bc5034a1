import { Link } from '@tanstack/react-router';
import type { Workflow } from '@voiceloom/sdk';
import { useRole } from '../../api/role.ts';
import { text } from '../../text/en.ts';
import { ScheduleStatus } from './entry.tsx';
import { useSchedules } from './queries.ts';
import { whenIn } from './times.ts';

const words = text.schedules;

/** The next due times of a production, beside its runs. */
export function SchedulesCard({ workflow }: { workflow: Workflow }) {
  const schedules = useSchedules(workflow.id);
  const role = useRole();
  const canAdd = role === 'admin' || role === 'editor';
  const list = schedules.data ?? [];
  if (list.length === 0 && !canAdd) return null;
  return (
    <section className="card" aria-labelledby="schedules">
      <h2 id="schedules">{words.title}</h2>
      {list.length === 0 && <p className="soft">{words.hint}</p>}
      {list.length > 0 && (
        <ul className="runs">
          {list.map((schedule) => (
            <li key={schedule.id}>
              <span dir="auto">{schedule.name}</span>
              <ScheduleStatus schedule={schedule} />
              {schedule.next_run_at !== null && (
                <span className="soft">{whenIn(schedule.next_run_at, schedule.time_zone)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      <Link className="button" to="/productions/$workflowId/schedules" params={{ workflowId: workflow.id }}>
        {list.length > 0 ? words.open : words.plan}
      </Link>
    </section>
  );
}
