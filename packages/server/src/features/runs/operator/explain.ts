import { countText } from '@voiceloom/text';
import { isPassing, type RunFaultKind, SLOW_MS } from '../../../engine/index.ts';
import type { OpenJob } from '../../../jobs/index.ts';
import type { RunFacts } from './facts.ts';

/** A worker reports every two seconds. After this time without a report, its job returns to the queue. */
const SILENT_MS = 10_000;

const REPAIR = 'A worker repairs that within a minute; "runs requeue" does it now.';

const STORAGE = {
  away: 'The storage does not respond to this machine. Workers keep finished audio until they can store it.',
  full: 'The storage is full. Workers keep finished audio until there is room.',
  unknown:
    'This machine cannot open the storage. Either the storage is unavailable, or the settings differ from those of the workers.',
};

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Uses the largest unit that fits at least twice, so that rounding changes the value by less than half. */
function ageText(ms: number): string {
  const [unit, size] = UNITS.find(([, length]) => ms >= 2 * length) ?? ['second', 1_000];
  return countText(Math.max(0, Math.floor(ms / size)), unit);
}

/** Explains in sentences what a run is waiting for. The most likely cause comes first. */
export function explainRun(facts: RunFacts, now: Date): string[] {
  const { run } = facts;
  const since = (time: Date) => ageText(now.getTime() - time.getTime());
  if (run.completed_at) {
    const reason = run.error ? ` ${run.error.message}` : '';
    return [`The run ended ${since(run.completed_at)} ago as ${run.status}.${reason}`];
  }
  const sentences = [
    `The run is ${run.state}, was started ${since(run.created_at)} ago, and ${run.progress_at ? `last made progress ${since(run.progress_at)} ago` : 'has made no progress yet'}. ${run.lines_finished} of ${countText(run.lines_total, 'line')} have ended.`,
    ...control(facts, since),
    ...work(facts, now),
    ...faultTexts(facts, since),
  ];
  if (facts.available_credits <= 0)
    sentences.push(
      `The owner of the workspace has no credits left, except ${run.hold} that this run has reserved: lines that cost more fail.`,
    );
  return sentences;
}

/** Shown to an operator if no worker polls the queues. */
export const NO_WORKERS = 'No worker has run in the last 30 seconds: start one.';

const REASONS: Record<RunFaultKind, string> = {
  auth: 'it rejected the key',
  quota: 'the account at the provider has no credit left',
  concurrency: 'it allows fewer requests at the same time',
  busy: 'it is overloaded, or limits the rate of requests',
  invalid_input: 'it rejected the request for a line',
  unsupported: 'it does not support what the run requests',
  transient: 'it did not respond, or its response was an error',
  gone: 'it no longer has the model',
  slow: `a call has had no response for ${ageText(SLOW_MS)}`,
};

function faultTexts({ faults, provider_patience_ms }: RunFacts, since: (time: Date) => string): string[] {
  return faults.map(({ provider, kind, count, first_at, last_at }) => {
    const text = `Errors and slow calls of ${provider} in this run: ${count} in the last ${since(first_at)}, the latest ${since(last_at)} ago (${REASONS[kind]}).`;
    const mayPass = kind === 'slow' || isPassing(kind);
    if (!mayPass || provider_patience_ms === 0) return text;
    return `${text} Lines without a fallback wait up to ${ageText(provider_patience_ms)} for the provider, long lines longer. Then they fail.`;
  });
}

/** Explains suspensions, pauses and deletions. */
function control({ run }: RunFacts, since: (time: Date) => string): string[] {
  if (run.workflow_deleted_at) return ['Its workflow is deleted: the run is canceled within a minute.'];
  if (run.is_suspended)
    return [
      'The workspace or its owner is suspended. The run continues when a member resumes it after "restore".',
    ];
  if (run.status === 'paused') return ['It is paused, and continues when a member resumes it.'];
  if (!run.pause_requested_at) return [];
  return [
    `A pause was requested ${since(run.pause_requested_at)} ago. It takes effect when workers have finished the lines that they work on.`,
  ];
}

/** Explains the state of the chunks, of their jobs and of the workers. */
function work({ run, planned, queued, jobs, has_workers, storage }: RunFacts, now: Date): string[] {
  if (run.status === 'paused') return [];
  const sentences: string[] = [];
  if (storage !== 'ok') sentences.push(STORAGE[storage]);
  const active = jobs.filter(({ is_active }) => is_active);
  const waiting = jobs.filter(({ is_active }) => !is_active);
  if (!has_workers) sentences.push(NO_WORKERS);
  if (active.length > 0) sentences.push(activeText(active, { has_workers, now }));
  sentences.push(...waitingTexts(waiting, now));
  const lost = queued - jobs.length;
  if (lost > 0) sentences.push(`The jobs of ${countText(lost, 'chunk')} are lost. ${REPAIR}`);
  if (queued === 0 && run.open_chunks > 0)
    sentences.push(
      `Nothing is queued, and ${countText(planned, 'chunk')} of ${run.open_chunks} wait for that. ${REPAIR}`,
    );
  return sentences;
}

function activeText(active: OpenJob[], { has_workers, now }: { has_workers: boolean; now: Date }): string {
  const oldest = Math.min(...active.map(({ starts_at }) => starts_at.getTime()));
  const silent = active.filter(
    ({ heartbeat_at }) => heartbeat_at && now.getTime() - heartbeat_at.getTime() > SILENT_MS,
  ).length;
  const next = has_workers
    ? 'another worker takes over within seconds'
    : 'a worker takes over soon after it starts';
  const text = `Workers work on ${countText(active.length, 'chunk')}, on the oldest for ${ageText(now.getTime() - oldest)}.`;
  if (silent === 0) return text;
  return `${text} The workers of ${countText(silent, 'chunk')} no longer report: ${next}.`;
}

function waitingTexts(waiting: OpenJob[], now: Date): string[] {
  const due = waiting.filter(({ starts_at }) => starts_at <= now);
  const later = waiting.filter(({ starts_at }) => starts_at > now);
  const failed = waiting.filter(({ tries }) => tries > 0).length;
  const sentences: string[] = [];
  if (due.length > 0) {
    const oldest = Math.min(...due.map(({ starts_at }) => starts_at.getTime()));
    sentences.push(
      `Waiting for a worker: ${countText(due.length, 'chunk')}, the oldest for ${ageText(now.getTime() - oldest)}. Workers serve the workspaces in turn.`,
    );
  }
  if (later.length > 0) {
    const next = Math.min(...later.map(({ starts_at }) => starts_at.getTime()));
    sentences.push(
      `Waiting for another attempt: ${countText(later.length, 'chunk')}, the first in ${ageText(next - now.getTime())}. "runs requeue" starts it now.`,
    );
  }
  if (failed > 0)
    sentences.push(
      `Stopped before: ${countText(failed, 'chunk')}, by an error or a worker that died. See the log lines with this run_id.`,
    );
  return sentences;
}
