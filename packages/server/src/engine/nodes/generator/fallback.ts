import type { ProviderTrouble } from '../../../db/rows.ts';
import { storedTakes } from '../../casting/takes.ts';
import { type ChunkContext, NodeFailure, type Outcome } from '../../model.ts';
import { isRefused } from '../../provider-calls/rejected-keys.ts';
import type { ProviderNote } from '../../routing/provider-health.ts';
import { noteOfFailure } from './provider-notes.ts';
import { speakLine } from './speak.ts';
import { reuse, type SynthesisTask } from './synthesis-task.ts';

interface Attempt {
  signal: AbortSignal;
  /** Whether a stored take of the fallback may be used. */
  reuse: boolean;
}

/** Makes the next take of a line. If the provider rejects a change, the line is spoken without it. */
export async function speakOrFallBack(
  context: ChunkContext,
  task: SynthesisTask,
  attempt: Attempt,
): Promise<Outcome> {
  const outcome = await speakWithFallback(context, task, attempt);
  const { error, notes = [] } = outcome;
  if (!task.as_cast || error?.code !== 'invalid_input') return outcome;
  const { troubles = [] } = error;
  return speakWithFallback(context, { ...task.as_cast, troubles, notes }, attempt);
}

/**
 * Calls the speaker, and its fallback if the speaker is unavailable or fails for a reason other than the
 * line.
 */
async function speakWithFallback(
  context: ChunkContext,
  task: SynthesisTask,
  attempt: Attempt,
): Promise<Outcome> {
  const { fallback } = task;
  if (!fallback) return speakLine(context, task, attempt.signal);
  let { troubles = [], notes = [] }: { troubles?: ProviderTrouble[]; notes?: ProviderNote[] } = task;
  if (!task.speaker.lane?.isOpen() && !isRefused(task.speaker)) {
    const outcome = await tried(context, task, attempt.signal);
    if (!needsFallback(outcome)) return outcome;
    troubles = outcome.error?.troubles ?? [];
    notes = outcome.notes ?? [];
  }
  const kept = await takeOfFallback(context, fallback, attempt);
  return kept
    ? { ...reuse(fallback, kept), notes }
    : speakWithFallback(context, { ...fallback, troubles, notes }, attempt);
}

/** Whether to call the fallback. */
function needsFallback({ error }: Outcome): boolean {
  return error !== undefined && (error.code.startsWith('provider_') || error.code === 'unsupported');
}

async function tried(context: ChunkContext, task: SynthesisTask, signal: AbortSignal): Promise<Outcome> {
  try {
    return await speakLine(context, task, signal);
  } catch (error) {
    // A rejected key, an exhausted account, or a model that no longer exists.
    if (!(error instanceof NodeFailure)) throw error;
    const { code, message } = error;
    const answers = { [code.replace('provider_', '')]: 1 };
    return {
      port: 'error',
      error: {
        code,
        message,
        troubles: [...(task.troubles ?? []), { provider: task.speaker.provider.id, answers }],
      },
      notes: [...(task.notes ?? []), noteOfFailure(task)],
    };
  }
}

async function takeOfFallback(
  context: ChunkContext,
  { key, work }: SynthesisTask,
  attempt: Attempt,
): Promise<string | undefined> {
  if (!attempt.reuse || context.iteration > 0 || context.run.retry_of) return undefined;
  const { max_duration_ms } = work.line;
  const [stored] = await storedTakes(context.app.db, context.run.workspace_id, [{ key, max_duration_ms }]);
  return stored?.id;
}
