import type { Run, RunEvent, RunHandle } from '@voiceloom/sdk';
import type { Command } from 'commander';
import { readStartBody, type StartOptions, withStartOptions } from '../api/start-options.ts';
import type { Context, World } from '../context.ts';
import { runProgress } from '../dialog/progress.ts';
import { detailLines } from '../errors/error-text.ts';
import { linesToCheck } from '../lines-to-check.ts';
import { countText } from '../terminal/count-text.ts';
import { duration } from '../terminal/table.ts';
import { handle } from './command.ts';

type RunOptions = StartOptions & { watch?: boolean };

/** A run in one line, with the reason if it failed. */
export function runText(run: Run): string {
  const { lines, audio_ms, retries } = run.usage_summary;
  const counts = [countText(retries, 'retry', 'retries'), countText(run.credits, 'credit')];
  const figures = [countText(lines, 'line'), `${duration(audio_ms)} of new audio`, ...counts].join(', ');
  const head = `Run ${run.run_number} (${run.id}): ${run.status}, ${figures}.`;
  const { error_details: error, pause_message } = run;
  if (pause_message) return [head, pause_message].join('\n');
  if (!error) return head;
  const details = detailLines(error.message, error.details);
  return [head, `${error.message} (${error.code})`, ...details].join('\n');
}

/** Prints a run, and the delivered lines to check. */
export async function showRun(context: Context, run: Run): Promise<void> {
  const toCheck = context.flags.json ? undefined : await linesToCheck(context, run);
  context.show(run, () => (toCheck ? `${runText(run)}\n${toCheck}` : runText(run)));
}

/** Follows a run, prints it and returns the exit code. */
export async function watchToEnd(context: Context, handle: RunHandle): Promise<number> {
  const run = await watch(context, handle);
  await showRun(context, run);
  if (run.status === 'completed') return 0;
  return 1;
}

/** How long a run may stay pending before a warning explains why. */
const PENDING_MS = 15_000;

/**
 * Follows a run with live progress until it has ended. After an interruption, reports that the run continues.
 */
export async function watch(context: Context, run: RunHandle, pendingMs = PENDING_MS): Promise<RunHandle> {
  const { stderr, signal } = context.world;
  const progress = context.flags.json ? undefined : runProgress(stderr);
  const pending = setTimeout(() => void warnOfPending(context, run), pendingMs);
  const onEvent = (event: RunEvent) => {
    if (event.type !== 'run.status' || event.data.status !== 'pending') clearTimeout(pending);
    progress?.onEvent(event);
  };
  try {
    return await run.wait({ signal, onEvent });
  } catch (error) {
    progress?.stop();
    if (signal.aborted)
      context.note(
        `The run continues. Watch it again with: voiceloom runs watch ${run.workflow_id} ${run.id}`,
      );
    throw error;
  } finally {
    clearTimeout(pending);
    progress?.stop();
  }
}

/** A run that stays pending looks stuck, so the warning names what it waits for. */
async function warnOfPending({ warn, world: { signal } }: Context, run: RunHandle): Promise<void> {
  // Errors are ignored here, because waiting for the run reports them.
  const now = await run.refresh({ signal, maxRetries: 0 }).catch(() => undefined);
  if (now?.status !== 'pending') return;
  warn('No worker has started the run yet. It starts when a worker is free.');
}

/** run <workflow>; `runs start` is the same. */
export function addRunCommand(place: Command, world: World, { name = 'run', hidden = false } = {}): void {
  const command = place
    .command(`${name} <workflow-id>`, { hidden })
    .description('Start a run. With --watch, the exit code is 1 if the run does not complete.')
    .option('-w, --watch', 'show the progress until the run ends');
  withStartOptions(command);
  handle<RunOptions, [string]>(command, world, async (context, { args: [workflowId], options }) => {
    const client = await context.client();
    const body = await readStartBody(options);
    const run = await client.runs.start(workflowId, body, { signal: world.signal });
    if (options.watch) return watchToEnd(context, run);
    context.show(run, () => run.id);
    return 0;
  });
}
