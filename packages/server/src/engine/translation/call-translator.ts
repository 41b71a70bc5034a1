import {
  ProviderError,
  type ProviderErrorKind,
  type TranslationAnswer,
  type TranslationProvider,
  type TranslationRequest,
  translationModelOf,
} from '../../providers/translation/index.ts';
import { type ChunkContext, NodeFailure } from '../model.ts';
import { callProvider } from '../provider-calls/call-provider.ts';
import { type Access, openAccess } from '../provider-calls/provider-keys.ts';
import type { TranslatorConfig } from './rows.ts';

/** The provider, model and key that translate. */
export interface Translator extends Access {
  provider: TranslationProvider;
  model: string;
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
  const access = await openAccess(app, run.workspace_id, provider, `translation/${id}`);
  if (access instanceof NodeFailure) throw access;
  return { provider, model, ...access };
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
