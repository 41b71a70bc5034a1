import { countText } from '@voiceloom/text';
import { describeWait } from '../../../engine/index.ts';
import { ageText } from './age-text.ts';
import { activeTexts, isActiveNow, SILENT_MS, waitingTexts } from './explain-jobs.ts';
import { explainProviderErrors } from './explain-provider-errors.ts';
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
  const hasActiveJob = facts.jobs.some((job) => isActiveNow(job, now));
  const currentFacts = { ...facts };
  if (hasActiveJob) Object.assign(currentFacts, { has_workers: true, worker_silence_s: 0 });
  let progress = 'has made no progress yet';
  if (run.progress_at) progress = `last made progress ${since(run.progress_at)} ago`;
  const sentences = [
    `The run is ${run.state}. It was created ${since(run.created_at)} ago, and ${progress}. ${linesText(run)}`,
    ...explainPauses(facts, now),
    ...explainWork(currentFacts, now),
    ...explainProviderErrors(currentFacts, now),
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
function explainPauses(facts: RunFacts, now: Date): string[] {
  const { run, jobs } = facts;
  if (run.workflow_deleted_at) return ['Its workflow is deleted: the run is canceled within a minute.'];
  const sentences: string[] = [];
  const addSuspension = (cause: string, commands: string) =>
    sentences.push(`${cause}. The run continues when a member resumes it after ${commands}.`);
  if (run.workspace_suspended_at && run.owner_suspended_at)
    addSuspension('The workspace and its owner are suspended', '"restore workspace" and "restore user"');
  else if (run.workspace_suspended_at) addSuspension('The workspace is suspended', '"restore workspace"');
  else if (run.owner_suspended_at)
    addSuspension('The workspace is suspended because its owner is suspended', '"restore user"');
  if (run.status === 'paused') {
    if (sentences.length === 0) sentences.push(explainWait(facts) ?? explainPause(run));
    return sentences;
  }
  if (!run.pause_requested_at) return sentences;
  const age = ageText(now.getTime() - run.pause_requested_at.getTime());
  let effect = 'No worker works on the run: it takes effect when a worker takes its chunks.';
  if (jobs.some((job) => isActiveNow(job, now)))
    effect = 'It takes effect when workers have finished the lines that they work on.';
  sentences.push(`A pause was requested ${age} ago. ${effect}`);
  return sentences;
}

/** A person, a cap or a budget paused the run. */
function explainPause({ pause_message }: RunFacts['run']): string {
  const sentence = 'It is paused, and continues when a member resumes it.';
  return pause_message === null ? sentence : `${sentence} The reason: ${pause_message}`;
}

/** Explains a wait for a platform key. Undefined if a person paused the run. */
function explainWait({ run, wait_reason }: RunFacts): string | undefined {
  const { wait_provider: provider, resume_at } = run;
  if (provider === null || resume_at === null) return undefined;
  if (provider === 'local') return describeWait(provider, resume_at, run.wait_model);
  const time = resume_at.toISOString().slice(0, 16).replace('T', ' ');
  let cause = 'its owner has used up the characters of the day that the plan allows';
  if (wait_reason === undefined) cause = 'there is no platform key for it. Store one with "providers set"';
  if (wait_reason === 'auth')
    cause = 'it rejected the platform key. Replace it with "providers set", or test it with "providers test"';
  if (wait_reason === 'quota')
    cause = 'the account of the platform key is used up. Pay the provider, then run "providers test"';
  return `It waits for ${provider}: ${cause}. It tries again at ${time} UTC, or within a minute after the key changes.`;
}

/** Explains the state of the chunks, of their jobs and of the workers. */
function explainWork(facts: RunFacts, now: Date): string[] {
  const { run, planned, queued, jobs, has_workers, storage } = facts;
  if (run.status === 'paused') return [];
  const sentences: string[] = [];
  if (storage !== 'ok') sentences.push(STORAGE[storage]);
  const activeJobs = jobs.filter(({ is_active }) => is_active);
  const waitingJobs = jobs.filter(({ is_active }) => !is_active);
  const silence_ms = (facts.worker_silence_s ?? 0) * 1_000;
  const isServed = has_workers && silence_ms <= SILENT_MS;
  if (!has_workers) sentences.push(NO_WORKERS);
  else if (!isServed)
    sentences.push(`No worker has reported for ${ageText(silence_ms)}. If this continues, start one.`);
  sentences.push(...activeTexts(activeJobs, { isServed, now }));
  sentences.push(...waitingTexts(waitingJobs, { isServed, isPausing: run.pause_requested_at !== null, now }));
  const lostCount = queued - jobs.length;
  if (lostCount > 0) sentences.push(`The jobs of ${countText(lostCount, 'chunk')} are lost. ${REPAIR}`);
  if (queued === 0 && run.open_chunks > 0)
    sentences.push(
      `Nothing is queued, and ${countText(planned, 'chunk')} of ${run.open_chunks} wait for that. ${REPAIR}`,
    );
  return sentences;
}
