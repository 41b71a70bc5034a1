import { AudioError, decimalsToDistinguish } from '@voiceloom/audio';
import { ProviderError } from '../../../providers/scoring/index.ts';
import { type AudioRow, NodeFailure } from '../../model.ts';
import type { ChunkContext } from '../../node-types.ts';
import { callProvider } from '../../provider-calls/call-provider.ts';
import { type Access, openAccess } from '../../provider-calls/provider-keys.ts';
import { awaitStorage, readAudio } from '../../runs/stored-audio.ts';
import { createValidator, type Judgment, withoutScore } from './verdicts.ts';

const PROVIDER = 'scoring_endpoint';
const NO_KEY = 'The workspace has no scoring endpoint. Add one under provider keys.';

/** The endpoint that scores takes. */
interface Endpoint extends Access {
  provider: { id: string };
  host: string;
  /** Why the chunk's other lines need not call the endpoint, such as a rejected key. */
  unavailable_reason?: string;
}

/** A take without a score always passes: an unavailable endpoint disables the check, but fails no lines. */
export const validatorNaturalness = createValidator(
  'validator_naturalness',
  async (context, { threshold }) => {
    const { app, run } = context;
    const provider = { id: PROVIDER, initial_slots: app.scoring.initial_slots };
    const access = await openAccess(app, run.workspace_id, provider);
    if (access instanceof NodeFailure) {
      const reason = access.code === 'provider_key_missing' ? NO_KEY : access.message;
      return () => withoutScore(reason);
    }
    const endpoint: Endpoint = { provider, ...access, host: new URL(access.credentials.url ?? '').host };
    return ({ input }) => judge(context, endpoint, input, threshold);
  },
);

/** Scores a take. Errors of the endpoint and the audio are the reason for a missing score. */
async function judge(
  context: ChunkContext,
  endpoint: Endpoint,
  input: AudioRow,
  threshold: number,
): Promise<Judgment> {
  if (endpoint.unavailable_reason !== undefined) return withoutScore(endpoint.unavailable_reason);
  // After one line has waited without success, the other lines must not wait as well.
  if (endpoint.limiter.isGivenUp())
    return withoutScore('The scoring endpoint has not responded for a while.');
  const { app, run, signal, first } = context;
  try {
    // Reads the audio only when a slot is free, to limit memory. Waits for the storage without the slot.
    const { mos, model } = await awaitStorage(context, () =>
      callProvider(endpoint, { app, run, signal, first }, async (callSignal) => {
        const audio = await app.audio.speech(await readAudio(context, input), callSignal);
        return app.scoring.score({ audio, credentials: endpoint.credentials, signal: callSignal });
      }),
    );
    // A mean opinion score is from 1 to 5. Scores and thresholds are from 0 to 100, so one point of it is 25 of theirs.
    const min = 1 + threshold / 25;
    const score = Math.round((mos - 1) * 250) / 10;
    const passes = score >= threshold;
    let reason: string | null = null;
    if (!passes) {
      const digits = decimalsToDistinguish(mos, min, 2);
      reason = `A mean opinion score of ${mos.toFixed(digits)} is below ${min.toFixed(digits)}.`;
    }
    const range = { min: Math.round(min * 100) / 100, max: 5, unit: 'MOS', start_ms: null, end_ms: null };
    const { host } = endpoint;
    return {
      score,
      status: passes ? 'pass' : 'fail',
      reason,
      evidence: {
        mos,
        model,
        endpoint: host,
        scored_on: model === null ? host : `${model} at ${host}`,
        findings: [{ metric: 'mean_opinion_score', value: mos, ...range, passed: passes }],
      },
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProviderError) {
      const reason = `The scoring endpoint returned no score. ${error.message}`;
      if (error.kind === 'auth') endpoint.unavailable_reason = reason;
      return withoutScore(reason);
    }
    if (error instanceof AudioError && error.code !== 'closed')
      return withoutScore(`The take could not be prepared for scoring: ${error.message}`);
    throw error;
  }
}
