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

/** For many lines at once, so that it does not go by the patience of one. */
const DEADLINE_MS = 300_000;
/** No other line would be translated either. */
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
  // Apart from the lane of its voices: the same key has limits of its own for each service.
  const lane = app.lanes.lane({ provider: `translation/${id}`, credentials, starting_places });
  return { provider, model, credentials, lane };
}

export type TranslatorCall = Omit<TranslationRequest, 'model' | 'credentials'>;

/**
 * Asks for translations. Rejects with what waiting cannot help: a `ProviderError` where it is about the texts, a `NodeFailure`
 * where it is about the account.
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
