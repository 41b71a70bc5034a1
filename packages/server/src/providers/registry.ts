/** A provider, as far as its models are concerned. */
interface WithModels<Model> {
  models: readonly Model[];
  /** A model that is not listed, for customers' own servers. */
  otherModel?(id: string): Model;
}

/** The model with this ID, or the default one; undefined if the provider does not have it. */
export function modelOf<Model extends { id: string; is_default: boolean }>(
  { models, otherModel }: WithModels<Model>,
  id: string | null,
): Model | undefined {
  const known = models.find((model) => (id === null ? model.is_default : model.id === id));
  return known ?? (id === null ? undefined : otherModel?.(id));
}

/** Ends what providers keep open, such as idle connections and engine processes. */
export async function closeProviders(providers: ReadonlyMap<string, { close(): Promise<void> }>) {
  await Promise.all(Array.from(providers.values(), (provider) => provider.close()));
}
