import type { LocalModelNames } from '../../db/rows.ts';
import { findModel, type Provider } from '../../providers/registry.ts';
import type { EngineApp } from '../engine-app.ts';
import type { PlanNode } from '../plan.ts';

/** The local models of the service as a run stores them at its start. */
export function listLocalModels({
  speech,
  transcription,
}: Pick<EngineApp, 'speech' | 'transcription'>): LocalModelNames {
  return {
    speech: (speech.get('local')?.models ?? []).map(({ id }) => id),
    recognition: (transcription.get('local')?.models ?? []).map(({ id }) => id),
  };
}

/**
 * The application as a run sees it: its local models are those of its start, in the same order, also if one of them is
 * missing now. So neither a new model nor a missing one changes a voice. Null: the run was started by an earlier release.
 */
export function withModelsOfRun(app: EngineApp, names: LocalModelNames | null): EngineApp {
  const speaker = app.speech.get('local');
  const recognizer = app.transcription.get('local');
  if (!names || !speaker || !recognizer) return app;
  const speech = new Map(app.speech);
  // A run that needs a voice had one at its start. Without a recognizer, its checks have no score until its end.
  if (names.speech.length > 0) speech.set('local', withModels(speaker, names.speech));
  const transcription = new Map(app.transcription).set('local', withModels(recognizer, names.recognition));
  return { ...app, speech, transcription };
}

/** The provider with these models only, missing ones included. It inherits everything else. */
function withModels<Model extends { id: string; is_default: boolean }, Kind extends Provider<Model>>(
  provider: Kind & Provider<Model>,
  names: readonly string[],
): Kind {
  let installedModels: readonly Model[] | undefined;
  let models: Model[] = [];
  const readModels = (): Model[] => {
    if (installedModels === provider.models) return models;
    installedModels = provider.models;
    models = [];
    for (const name of names) {
      const model = findModel<Model>(provider, name);
      if (model) models.push({ ...model, is_default: models.length === 0 });
    }
    return models;
  };
  return Object.create(provider, {
    models: { get: readModels, enumerable: true },
    otherModel: { value: (id: string) => findModel<Model>(provider, id), enumerable: true },
    unavailable: {
      value: (id: string | null) => provider.unavailable?.(id ?? names[0] ?? null),
      enumerable: true,
    },
  });
}

/** The local model that a worker needs for the lines of a node, as far as its settings tell. */
export function findModelOfNode({ type, config }: PlanNode, names: LocalModelNames | null): string | null {
  const { provider, model, routing } = config as {
    provider?: string | null;
    model?: string | null;
    routing?: { mode?: string };
  };
  if (provider !== 'local' || routing?.mode === 'auto') return null;
  const defaultModels = type === 'operator_generator' ? names?.speech : names?.recognition;
  return model ?? defaultModels?.[0] ?? null;
}
