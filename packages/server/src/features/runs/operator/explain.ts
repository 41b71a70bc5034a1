import { countText } from '@voiceloom/text';
import { ageText } from './age-text.ts';
import { faultTexts } from './explain-faults.ts';
import { activeTexts, isHeldNow, SILENT_MS, waitingTexts } from './explain-jobs.ts';
import type { RunFacts } from './facts.ts';
import type { AnyRun } from './find.ts';

const REPAIR = 'A worker repairs that within a minute; "runs requeue" does it now.';

const STORAGE = {
  unavailable:
    'The storage does not respond to this machine. Workers keep finished audio until they can store it.',
  full: 'The storage is full. Workers keep finished audio until there is room.',
  unknown:
    'This machine cannot open the storage. Either the storage is unavailable, or the settings differ from those of the workers.',
};

/** Explains in sentences what a run is waiting for. The most likely cause comes first. */
export function explainRun(facts: RunFacts, now: Date): string[] {
  const { run } = facts;
  const since = (time: Date) => ageText(now.getTime() - time.getTime());
  if (run.completed_at) {
    const reason = run.error ? ` ${run.error.message}` : '';
    const status = run.status === 'cancelled' ? 'canceled' : run.status;
    return [`The run ended ${since(run.completed_at)} ago as ${status}.${reason}`];
  }
  // A worker that has just started holds jobs before it reports.
  const isHeld = facts.jobs.some((job) => isHeldNow(job, now));
  const currentFacts = isHeld ? { ...facts, has_workers: true, worker_silence_s: 0 } : facts;
  const sentences = [
    `The run is ${run.state}. It was created ${since(run.created_at)} ago, and ${run.progress_at ? `last made progress ${since(run.progress_at)} ago` : 'has made no progress yet'}. ${linesText(run)}`,
    ...control(facts, now),
    ...work(currentFacts, now),
    ...faultTexts(currentFacts, now),
  ];
  if (facts.available_credits <= 0)
    sentences.push(
      `The owner of the workspace has no credits left, except ${run.hold} that this run has reserved: lines that cost more fail.`,
    );
  return sentences;
}

/** How many lines of a run have ended. */
export const linesText = ({ lines_finished, lines_total }: AnyRun): string =>
  `${lines_finished} of ${countText(lines_total, 'line')} have ended.`;

/** Shown to an operator if no worker polls the queues. */
export const NO_WORKERS = 'No worker has run in the last 30 seconds: start one.';

/** Explains suspensions, pauses and deletions. */
function control({ run, jobs }: RunFacts, now: Date): string[] {
  if (run.workflow_deleted_at) return ['Its workflow is deleted: the run is canceled within a minute.'];
  const suspended = suspensionTexts(run);
  if (run.status === 'paused')
    return suspended.length > 0 ? suspended : ['It is paused, and continues when a member resumes it.'];
  if (!run.pause_requested_at) return suspended;
  const effect = jobs.some((job) => isHeldNow(job, now))
    ? 'It takes effect when workers have finished the lines that they work on.'
    : 'No worker works on the run: it takes effect when a worker takes its chunks.';
  const age = ageText(now.getTime() - run.pause_requested_at.getTime());
  return [...suspended, `A pause was requested ${age} ago. ${effect}`];
}

function suspensionTexts({ workspace_suspended_at: own, owner_suspended_at: owner }: AnyRun): string[] {
  if (own && owner)
    return [
      suspensionText('The workspace and its owner are suspended', '"restore workspace" and "restore user"'),
    ];
  if (own) return [suspensionText('The workspace is suspended', '"restore workspace"')];
  if (owner)
    return [suspensionText('The workspace is suspended because its owner is suspended', '"restore user"')];
  return [];
}

const suspensionText = (cause: string, commands: string) =>
  `${cause}. The run continues when a member resumes it after ${commands}.`;

/** Explains the state of the chunks, of their jobs and of the workers. */
function work(facts: RunFacts, now: Date): string[] {
  const { run, planned, queued, jobs, has_workers, storage } = facts;
  if (run.status === 'paused') return [];
  const sentences: string[] = [];
  if (storage !== 'ok') sentences.push(STORAGE[storage]);
  const active = jobs.filter(({ is_active }) => is_active);
  const waiting = jobs.filter(({ is_active }) => !is_active);
  const silence_ms = (facts.worker_silence_s ?? 0) * 1_000;
  const isServed = has_workers && silence_ms <= SILENT_MS;
  if (!has_workers) sentences.push(NO_WORKERS);
  else if (!isServed)
    sentences.push(`No worker has reported for ${ageText(silence_ms)}. If this continues, start one.`);
  sentences.push(...activeTexts(active, { isServed, now }));
  sentences.push(...waitingTexts(waiting, { isServed, isPausing: run.pause_requested_at !== null, now }));
  const lost = queued - jobs.length;
  if (lost > 0) sentences.push(`The jobs of ${countText(lost, 'chunk')} are lost. ${REPAIR}`);
  if (queued === 0 && run.open_chunks > 0)
    sentences.push(
      `Nothing is queued, and ${countText(planned, 'chunk')} of ${run.open_chunks} wait for that. ${REPAIR}`,
    );
  return sentences;
}
