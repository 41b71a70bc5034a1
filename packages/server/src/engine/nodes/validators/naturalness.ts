import { AudioError, digitsApart } from '@voiceloom/audio';
import { type NaturalnessScore, ProviderError } from '../../../providers/scoring/index.ts';
import type { Credentials } from '../../../providers/speech/index.ts';
import type { AudioRow } from '../../model.ts';
import { type ChunkContext, failedLine, type LineNode, NodeFailure } from '../../model.ts';
import { configOf } from '../../plan.ts';
import { callProvider } from '../../provider-calls/call-provider.ts';
import type { SpeechLane } from '../../provider-calls/concurrency-limiter.ts';
import { ownKey } from '../../provider-calls/own-key.ts';
import { readAudio } from '../stored-audio.ts';
import { type Judgment, leaveValidator, openJudge } from './verdicts.ts';

const PROVIDER = 'scoring_endpoint';
const NO_KEY = 'The workspace has no scoring endpoint. Add one under provider keys.';

/** Where takes are scored. */
interface Endpoint {
  provider: { id: string };
  credentials: Credentials;
  host: string;
  lane: SpeechLane;
  /** Why the chunk's other lines need not call the endpoint, such as a rejected key. */
  refused?: string;
}

/** A take without a score always passes: an unavailable endpoint disables the check, not the line. */
export const validatorNaturalness: LineNode = {
  concurrency: (node) => configOf(node, 'validator_naturalness').concurrency,
  async open(context) {
    const limits = configOf(context.node, 'validator_naturalness');
    const judge = await openJudge(context, limits);
    const endpoint = await endpointOf(context);
    return async (work, signal) => {
      if (!work.input) return failedLine('no_audio', 'The line reached a check without audio.');
      const judgment =
        typeof endpoint === 'string'
          ? unscored(endpoint)
          : await judgmentOf(context, { input: work.input, endpoint, signal, limits });
      return leaveValidator(judge, work, { kind: 'naturalness', ...judgment });
    };
  },
};

/** The workspace's endpoint, or why it cannot be called. */
async function endpointOf({ app, run }: ChunkContext): Promise<Endpoint | string> {
  const credentials = await ownKey(app, { workspace_id: run.workspace_id, provider: PROVIDER });
  if (credentials instanceof NodeFailure)
    return credentials.code === 'provider_key_missing' ? NO_KEY : credentials.message;
  const { starting_places } = app.scoring;
  const lane = app.lanes.lane({ provider: PROVIDER, credentials, starting_places });
  return { provider: { id: PROVIDER }, credentials, lane, host: new URL(credentials.url ?? '').host };
}

interface ScoreRequest {
  input: AudioRow;
  endpoint: Endpoint;
  signal: AbortSignal;
  limits: { threshold: number };
}

async function judgmentOf(context: ChunkContext, scoring: ScoreRequest): Promise<Judgment> {
  const { input, endpoint, signal, limits } = scoring;
  if (endpoint.refused !== undefined) return unscored(endpoint.refused);
  // After one line has waited in vain, the others must not each wait as well.
  if (endpoint.lane.isGivenUp()) return unscored('The scoring endpoint has not responded for a while.');
  const { app, run } = context;
  try {
    // Reads the audio only when a slot is free, to limit memory.
    const score = await callProvider(endpoint, { app, run, signal }, async (until) => {
      const audio = await app.audio.speech(await readAudio(context, input), until);
      return app.scoring.score({ audio, credentials: endpoint.credentials, signal: until });
    });
    return judged(score, { host: endpoint.host, threshold: limits.threshold });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProviderError) {
      const reason = `The scoring endpoint returned no score. ${error.message}`;
      if (error.kind === 'auth') endpoint.refused = reason;
      return unscored(reason);
    }
    if (error instanceof AudioError && error.code !== 'closed')
      return unscored(`The take could not be prepared for scoring: ${error.message}`);
    throw error;
  }
}

function judged(
  { mos, model }: NaturalnessScore,
  { host, threshold }: { host: string; threshold: number },
): Judgment {
  const score = Math.round((mos - 1) * 250) / 10;
  const least = Math.round((1 + threshold / 25) * 100) / 100;
  const passed = score >= threshold;
  const limit = 1 + threshold / 25;
  const digits = digitsApart(mos, limit, 2);
  const rated = `A mean opinion score of ${mos.toFixed(digits)}`;
  const about = { value: mos, least, most: 5, unit: 'MOS', start_ms: null, end_ms: null };
  return {
    score,
    status: passed ? 'pass' : 'fail',
    reason: passed ? null : `${rated} is below ${limit.toFixed(digits)}.`,
    evidence: {
      mos,
      model,
      endpoint: host,
      scored_on: model === null ? host : `${model} at ${host}`,
      findings: [{ measure: 'mean_opinion_score', ...about, passed }],
    },
  };
}

function unscored(reason: string): Judgment {
  return { score: null, status: 'unscored', reason, evidence: { findings: [] } };
}
