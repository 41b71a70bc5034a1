import {
  type Credentials,
  ProviderError,
  type ProviderErrorKind,
  type TranslationAnswer,
  type TranslationProvider,
  type TranslationRequest,
  translationModelOf,
} from '../../providers/translation/index.ts';
import { type ChunkContext, NodeFailure } from '../model.ts';
import { callProvider } from '../provider-calls/call-provider.ts';
import type { SpeechLane } from '../provider-calls/concurrency-limiter.ts';
import { ownKey } from '../provider-calls/own-key.ts';
import type { TranslatorConfig } from './rows.ts';

/** The provider, model and key that translate. */
export interface Translator {
  provider: TranslationProvider;
  model: string;
  credentials: Credentials;
  lane: SpeechLane;
}

/** A deadline for many lines, which may exceed the patience for one line. */
const DEADLINE_MS = 300_000;
/** Errors that would affect every other line as well. */
const OF_THE_ACCOUNT = new Set<ProviderErrorKind>(['auth', 'quota', 'gone']);

/** Undefined without a provider. */
export async function translatorOf(
  { app, run }: ChunkContext,
  { provider: id, model: wanted }: Pick<TranslatorConfig, 'provider' | 'model'>,
): Promise<Translator | undefined> {
  if (id === null) return undefined;
  const provider = app.translation.get(id);
  if (!provider) throw new NodeFailure('provider_not_configured', `The provider ${id} is not configured.`);
  const model = translationModelOf(provider, wanted)?.id;
  if (model === undefined) throw new NodeFailure('unknown_model', `${id} has no model "${wanted}".`);
  const credentials = await ownKey(app, { workspace_id: run.workspace_id, provider: id });
  if (credentials instanceof NodeFailure) throw credentials;
  const { starting_places } = provider;
  // Separate from the concurrency limit for speech: a key has separate limits for each service.
  const lane = app.lanes.lane({ provider: `translation/${id}`, credentials, starting_places });
  return { provider, model, credentials, lane };
}

export type TranslatorCall = Omit<TranslationRequest, 'model' | 'credentials'>;

/**
 * Calls the translation provider. Rejects with the errors that waiting cannot solve: a `ProviderError` about
 * the texts, or a `NodeFailure` about the account.
 */
export async function callTranslator(
  translator: Translator,
  ask: TranslatorCall,
  context: Pick<ChunkContext, 'app' | 'run' | 'signal'>,
): Promise<TranslationAnswer> {
  const { provider, model, credentials } = translator;
  const { app, run, signal } = context;
  try {
    const limits = { deadline_ms: DEADLINE_MS, least_ms: DEADLINE_MS };
    return await callProvider(translator, { app, run, signal, ...limits }, (until) =>
      provider.translate({ ...ask, model, credentials }, until),
    );
  } catch (error) {
    if (!(error instanceof ProviderError) || !OF_THE_ACCOUNT.has(error.kind)) throw error;
    throw new NodeFailure(`provider_${error.kind}`, `${provider.id}: ${error.message}`);
  }
}
