import type { ProviderTrouble } from '../../db/rows.ts';
import type { ProviderNote } from '../routing-health.ts';
import { storedTakes } from '../takes.ts';
import { type Cue, reuse } from './cue.ts';
import { type ChunkContext, NodeFailure, type Outcome } from './node.ts';
import { isRefused, noteOfFailure } from './provider-notes.ts';
import { speakLine } from './speak.ts';

interface Attempt {
  signal: AbortSignal;
  /** Whether the spare may hand out a take that it made before. */
  reuse: boolean;
}

/** Asks the speaker, and the spare where the speaker is away, or fails for good and not because of the line. */
export async function speakOrFallBack(context: ChunkContext, cue: Cue, attempt: Attempt): Promise<Outcome> {
  const { spare } = cue;
  if (!spare) return speakLine(context, cue, attempt.signal);
  let troubles: ProviderTrouble[] = [];
  let notes: ProviderNote[] = [];
  if (!cue.speaker.lane?.isOpen() && !isRefused(cue.speaker)) {
    const outcome = await tried(context, cue, attempt.signal);
    if (!isForSpare(outcome)) return outcome;
    troubles = outcome.error?.troubles ?? [];
    notes = outcome.notes ?? [];
  }
  const kept = await takeOfSpare(context, spare, attempt);
  return kept
    ? { ...reuse(spare, kept), notes }
    : speakLine(context, { ...spare, troubles, notes }, attempt.signal);
}

/** Somebody else should be asked. */
function isForSpare({ error }: Outcome): boolean {
  return error !== undefined && (error.code.startsWith('provider_') || error.code === 'unsupported');
}

async function tried(context: ChunkContext, cue: Cue, signal: AbortSignal): Promise<Outcome> {
  try {
    return await speakLine(context, cue, signal);
  } catch (error) {
    // A key that is refused, an account that is used up, a model that is gone.
    if (!(error instanceof NodeFailure)) throw error;
    const { code, message } = error;
    const answers = { [code.replace('provider_', '')]: 1 };
    return {
      port: 'error',
      error: { code, message, troubles: [{ provider: cue.speaker.provider.id, answers }] },
      notes: [noteOfFailure(cue)],
    };
  }
}

async function takeOfSpare(
  context: ChunkContext,
  { key }: Cue,
  attempt: Attempt,
): Promise<string | undefined> {
  if (!attempt.reuse || context.iteration > 0 || context.run.retry_of) return undefined;
  const stored = await storedTakes(context.app.db, context.run.workspace_id, [key]);
  return stored.get(key.toString('hex'))?.id;
}
