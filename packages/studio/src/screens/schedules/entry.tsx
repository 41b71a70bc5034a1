import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schedule, ScheduleOccurrence } from '@voiceloom/sdk';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { client, queries } from '../../api/client.ts';
import { useMembers, useRole, useWhoami } from '../../api/role.ts';
import { count } from '../../format/format.ts';
import { personName } from '../../format/person.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { toReadable } from '../../text/labels.ts';
import { schedulesKey } from './queries.ts';
import { describeTimes, whenIn } from './times.ts';

const words = text.schedules;
const MAX_OCCURRENCES = 20;

/** Whether a schedule waits for its next due time. */
export function ScheduleStatus({ schedule }: { schedule: Schedule }) {
  const { disabled_reason, failures_count } = schedule;
  if (disabled_reason === 'manual') return <span className="status none">{words.paused}</span>;
  if (disabled_reason === 'failures') return <span className="status fail">{words.disabled}</span>;
  if (failures_count > 0) return <span className="status warn">{words.failures(count(failures_count))}</span>;
  return null;
}

/** A schedule: when it is due, what happened last, and how to change it. */
export function ScheduleEntry({ schedule, onChange }: { schedule: Schedule; onChange: () => void }) {
  const { id, name, workflow_id, created_by, cron, time_zone, enabled, next_run_at, last_run } = schedule;
  const userId = useWhoami().data?.user_id;
  const role = useRole();
  const creator = useMembers()?.find(({ user_id }) => user_id === created_by);
  const act = useMutation({
    mutationFn: async (action: () => PromiseLike<unknown>) => void (await action()),
    onSuccess: () => queries.invalidateQueries({ queryKey: schedulesKey(workflow_id) }),
  });
  const canChange = role === 'admin' || (role === 'editor' && created_by === userId);
  const cap = schedule.input.max_credits;
  const notes = [cap === undefined ? words.noCap : words.capOf(text.credits(count(cap)))];
  if (schedule.skip_if_unchanged) notes.push(words.skips);
  if (creator) notes.push(words.rights(personName(creator)));
  return (
    <li className="card">
      <div className="head">
        <h2 dir="auto">
          {name} <ScheduleStatus schedule={schedule} />
        </h2>
        {canChange && (
          <div className="row">
            <RequestButton
              className="button small"
              aria-label={enabled ? words.pauseName(name) : words.enableName(name)}
              isPending={act.isPending}
              onPress={() => act.mutate(() => client.schedules.update(id, { enabled: !enabled }))}
            >
              {enabled ? words.pause : words.enable}
            </RequestButton>
            <Button className="button small" aria-label={words.changeName(name)} onPress={onChange}>
              {words.change}
            </Button>
            <ConfirmButton
              small
              label={text.setup.remove}
              name={text.setup.removeName(name)}
              warning={words.removeWarning}
              onConfirm={() => act.mutate(() => client.schedules.delete(id))}
            />
          </div>
        )}
      </div>
      {act.isError && <Failure error={act.error} />}
      <div>
        <p>
          {describeTimes(cron) ?? (
            <>
              {words.cron} <code className="mono">{cron}</code>
            </>
          )}
          , {time_zone}
        </p>
        <p>{next_run_at === null ? words.notDue : words.next(whenIn(next_run_at, time_zone))}</p>
        <p className="soft">{notes.join(' ')}</p>
      </div>
      {last_run && <Outcome schedule={schedule} occurrence={last_run} />}
      {last_run && <EarlierOutcomes schedule={schedule} last={last_run} />}
    </li>
  );
}

const LOOKS = { started: 'pass', skipped: 'none', failed: 'fail', missed: 'warn' } as const;

/** What happened at a due time, why, and the run that it started. */
function Outcome({ schedule, occurrence }: { schedule: Schedule; occurrence: ScheduleOccurrence }) {
  const { due_at, outcome, run_id, reason, message } = occurrence;
  const time = whenIn(due_at, schedule.time_zone);
  let cause = message;
  if (reason === 'unchanged' || reason === 'run_active') cause = words.reasons[reason];
  // Only developers know the paths in a definition.
  else if (message !== null) cause = toReadable(message.replaceAll(/^definition\.[\w.]+: /gm, ''));
  return (
    <p className="outcome">
      <span>{time}</span> <span className={`status ${LOOKS[outcome]}`}>{words.outcomes[outcome]}</span>{' '}
      {run_id !== null && (
        <Link
          to="/productions/$workflowId/runs/$runId"
          params={{ workflowId: schedule.workflow_id, runId: run_id }}
          aria-label={words.openRunOf(time)}
        >
          {words.openRun}
        </Link>
      )}
      {cause !== null && <span dir="auto">{cause}</span>}
    </p>
  );
}

/** The outcomes before the last one, loaded on demand. */
function EarlierOutcomes({ schedule, last }: { schedule: Schedule; last: ScheduleOccurrence }) {
  const [isOpen, setOpen] = useState(false);
  const occurrences = useQuery({
    queryKey: [...schedulesKey(schedule.workflow_id), schedule.id, last.due_at],
    queryFn: () => client.schedules.occurrences(schedule.id).toArray({ limit: MAX_OCCURRENCES + 1 }),
    enabled: isOpen,
  });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.earlier}</summary>
      {isOpen && (
        <Loaded query={occurrences}>
          {([, ...earlier]) => (
            <ul className="outcomes">
              {earlier.length === 0 && <li className="soft">{words.noEarlier}</li>}
              {earlier.map((occurrence) => (
                <li key={occurrence.due_at}>
                  <Outcome schedule={schedule} occurrence={occurrence} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
    </details>
  );
}
