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
  /** Whether the fallback may hand out a take that it made before. */
  reuse: boolean;
}

/** Makes the next take of a line; if the provider rejects a change, the line is spoken as it was cast. */
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

/** Calls the speaker, and the fallback if the speaker is unavailable or fails for a reason beside the line. */
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

/** Another provider should be called. */
function needsFallback({ error }: Outcome): boolean {
  return error !== undefined && (error.code.startsWith('provider_') || error.code === 'unsupported');
}

async function tried(context: ChunkContext, task: SynthesisTask, signal: AbortSignal): Promise<Outcome> {
  try {
    return await speakLine(context, task, signal);
  } catch (error) {
    // A rejected key, an exhausted account, a model that is gone.
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
