import type { Credentials } from './http-provider.ts';
import { ProviderError } from './provider-error.ts';

interface ModelList<Model> {
  models: readonly Model[];
  /** Creates a model that is not listed, for customers' own servers. */
  otherModel?(id: string): Model;
}

/** What all kinds of providers have in common. */
export interface Provider<Model> extends ModelList<Model> {
  id: string;
  /**
   * Why a model, or for null any model, cannot be used now, with the command that changes it. Undefined if it can be, or if
   * the provider's models are not installed on the machines of the service.
   */
  unavailable?(model: string | null): string | undefined;
  /** Whether this process has the files of a model. Another one may have them. */
  isHere?(model: string): boolean;
  /** Looks for models that were installed, replaced or removed. */
  refresh?(): Promise<void>;
  close(): Promise<void>;
}

/** The model with this ID, or the default model. Undefined if the provider does not have it. */
export function findModel<Model extends { id: string; is_default: boolean }>(
  { models, otherModel }: ModelList<Model>,
  id: string | null,
): Model | undefined {
  if (id === null) return models.find((model) => model.is_default);
  return models.find((model) => model.id === id) ?? otherModel?.(id);
}

/** The model and the credentials of a request. Throws `ProviderError` if either is missing. */
export function requireAccess<Model extends { id: string; is_default: boolean }>(
  provider: ModelList<Model>,
  { model, credentials }: { model: string | null; credentials?: Credentials | undefined },
): { model_details: Model; credentials: Credentials } {
  const model_details = findModel(provider, model);
  if (model_details === undefined) throw new ProviderError('unsupported', `There is no model "${model}".`);
  if (credentials === undefined)
    throw new ProviderError('auth', 'The workspace has no key for this provider.');
  return { model_details, credentials };
}

/** Closes what providers keep open, such as idle connections and engine processes. */
export async function closeProviders(providers: ReadonlyMap<string, { close(): Promise<void> }>) {
  await Promise.all(Array.from(providers.values(), (provider) => provider.close()));
}
