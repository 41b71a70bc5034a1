import { setTimeout as delay } from 'node:timers/promises';
import {
  type Credentials,
  ProviderError,
  type ProviderErrorKind,
  type TranslationAnswer,
  type TranslationProvider,
  type TranslationRequest,
  translationModelOf,
} from '../../providers/translation/index.ts';
import { type ChunkContext, NodeFailure } from '../nodes/node.ts';
import { keyOf } from '../nodes/speaker.ts';
import type { SpeechLane } from '../speech-lanes.ts';
import type { TranslatorConfig } from './rows.ts';

/** Who is asked to translate, with what. */
export interface Translator {
  provider: TranslationProvider;
  model: string;
  credentials: Credentials;
  lane: SpeechLane;
}

const MAX_TRIES = 4;
/** Being told to come back when there is room says nothing against the lines. */
const MAX_TURNS = 40;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;
/** So that a provider that is back is not left waiting. */
const LONGEST_BACK_OFF_MS = 5_000;
const DEADLINE_MS = 300_000;

/** Undefined where nobody is named. */
export async function translatorOf(
  context: ChunkContext,
  { provider: id, model: wanted }: Pick<TranslatorConfig, 'provider' | 'model'>,
): Promise<Translator | undefined> {
  if (id === null) return undefined;
  const provider = context.app.translation.get(id);
  if (!provider) throw new NodeFailure('provider_not_configured', `The provider ${id} is not configured.`);
  const model = translationModelOf(provider, wanted)?.id;
  if (model === undefined) throw new NodeFailure('unknown_model', `${id} has no model "${wanted}".`);
  const credentials = await keyOf(context, id);
  if (credentials instanceof NodeFailure) throw credentials;
  const { starting_places } = provider;
  // Apart from the lane of its voices: the same key has limits of its own for each service.
  const lane = context.app.lanes.lane({ provider: `translation/${id}`, credentials, starting_places });
  return { provider, model, credentials, lane };
}

export type Ask = Omit<TranslationRequest, 'model' | 'credentials'>;

/**
 * Asks for translations and waits out a provider that is busy or away. Rejects with what waiting cannot help: a `ProviderError`
 * where it is about the texts, a `NodeFailure` where it is about the account.
 */
export async function askTranslator(
  translator: Translator,
  ask: Ask,
  signal: AbortSignal,
): Promise<TranslationAnswer> {
  for (let [tries, turns] = [1, 1]; ; ) {
    const asked = await askOnce(translator, ask, signal);
    if (!(asked instanceof ProviderError)) return asked;
    const { kind, message, retry_after_ms } = asked;
    if (kind === 'auth' || kind === 'quota' || kind === 'gone')
      throw new NodeFailure(`provider_${kind}`, `${translator.provider.id}: ${message}`);
    if (kind === 'invalid_input' || kind === 'unsupported') throw asked;
    const isCrowded = kind === 'concurrency';
    const isTurn = isCrowded || (tries >= MAX_TRIES && translator.lane.isWaitedFor(kind));
    if (isTurn ? turns++ >= MAX_TURNS : tries++ >= MAX_TRIES) throw asked;
    const backOff = isCrowded ? FIRST_WAIT_MS : FIRST_WAIT_MS * 2 ** (tries + turns - 3);
    const wait = Math.min(LONGEST_WAIT_MS, retry_after_ms ?? Math.min(LONGEST_BACK_OFF_MS, backOff));
    // Requests that were refused together do not come back together.
    await delay(wait * (1 + Math.random() / 4), undefined, { signal });
  }
}

/** One request, in a place of the credential's lane. */
async function askOnce(
  { provider, model, credentials, lane }: Translator,
  ask: Ask,
  signal: AbortSignal,
): Promise<TranslationAnswer | ProviderError> {
  const release = await lane.take(signal);
  let outcome: ProviderErrorKind | 'done' | 'aborted' = 'aborted';
  try {
    const deadline = AbortSignal.timeout(DEADLINE_MS);
    const answer = await provider.translate(
      { ...ask, model, credentials },
      AbortSignal.any([signal, deadline]),
    );
    outcome = 'done';
    return answer;
  } catch (error) {
    signal.throwIfAborted();
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    const fault = isLate ? new ProviderError('transient', 'It did not answer in time.') : error;
    if (!(fault instanceof ProviderError)) throw fault;
    outcome = fault.kind;
    return fault;
  } finally {
    release(outcome);
  }
}
