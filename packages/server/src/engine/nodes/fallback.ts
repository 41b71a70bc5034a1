import { storedTakes } from '../takes.ts';
import { type Cue, reuse } from './cue.ts';
import { type ChunkContext, NodeFailure, type Outcome } from './node.ts';
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
  if (!cue.speaker.lane?.isOpen()) {
    const outcome = await tried(context, cue, attempt.signal);
    if (outcome) return outcome;
  }
  const kept = await takeOfSpare(context, spare, attempt);
  return kept ? reuse(spare, kept) : speakLine(context, spare, attempt.signal);
}

/** Undefined: somebody else should be asked. */
async function tried(context: ChunkContext, cue: Cue, signal: AbortSignal): Promise<Outcome | undefined> {
  try {
    const outcome = await speakLine(context, cue, signal);
    const { code = '' } = outcome.error ?? {};
    return code.startsWith('provider_') || code === 'unsupported' ? undefined : outcome;
  } catch (error) {
    // A key that is refused, an account that is used up, a model that is gone.
    if (error instanceof NodeFailure) return undefined;
    throw error;
  }
}

async function takeOfSpare(
  context: ChunkContext,
  { key }: Cue,
  attempt: Attempt,
): Promise<string | undefined> {
  if (!attempt.reuse || context.iteration > 0 || context.run.retry_of) return undefined;
  const stored = await storedTakes(context.app.db, context.run.workspace_id, [key]);
  return stored.get(key.toString('hex'));
}
