import { findModel, type Provider } from '../../providers/registry.ts';
import type { EngineApp } from '../engine-app.ts';
import { ModelElsewhere, ProviderWait } from '../model.ts';

/** How often to look whether a model that a run waits for is installed. */
const MODEL_WAIT_MS = 60_000;

interface ModelRef {
  provider: Provider<{ id: string; is_default: boolean; digest?: string }>;
  /** Null: the default model. */
  model: string | null;
}

/** Why a line has to wait for its model: no worker has it, or only another one. Undefined if this worker has it. */
export function findModelWait(
  { clock }: Pick<EngineApp, 'clock'>,
  { provider, model }: ModelRef,
): ProviderWait | undefined {
  const now = clock();
  const id = model ?? findModel(provider, null)?.id;
  if (provider.unavailable?.(id ?? null) !== undefined)
    return new ProviderWait(provider.id, new Date(now.getTime() + MODEL_WAIT_MS), id ?? null);
  if (id !== undefined && provider.isHere?.(id) === false) return new ModelElsewhere(provider.id, now, id);
  return undefined;
}

/** The same after an error: the model may have been removed or replaced since it was looked up. */
export async function findModelWaitAfterError(
  app: Pick<EngineApp, 'clock'>,
  { provider, model }: { provider: ModelRef['provider']; model: { id: string; digest?: string } },
): Promise<ProviderWait | undefined> {
  if (!provider.unavailable) return undefined;
  await provider.refresh?.();
  const wait = findModelWait(app, { provider, model: model.id });
  if (wait) return wait;
  // What was asked for names the old version, so that the line is cast again.
  if (findModel(provider, model.id)?.digest !== model.digest)
    return new ProviderWait(provider.id, app.clock());
  return undefined;
}
