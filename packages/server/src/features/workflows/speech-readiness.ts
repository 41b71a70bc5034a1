import type { StartProblem, WorkflowDefinition } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { findKeyedProviders, listInvalidKeys, modelOf, usableCandidates } from '../../engine/index.ts';
import { generatorConfigs, generatorModels, providerMentions } from './named-resources.ts';

/** Providers that a run could not speak with: those that are not here, and those that the workspace has no key for. */
export async function providerProblems(
  { db, speech }: Pick<App, 'db' | 'speech'>,
  workspaceId: string,
  definition: WorkflowDefinition,
): Promise<StartProblem[]> {
  const mentions = providerMentions(definition);
  const wantsKey = mentions.some(({ id }) => speech.get(id)?.listVoices);
  const keyed = wantsKey ? await findKeyedProviders(db, workspaceId) : new Set<string>();
  const refused = wantsKey ? await listInvalidKeys(db, workspaceId) : new Map<string, string>();
  return mentions.flatMap(({ path, id }): StartProblem[] => {
    const provider = speech.get(id);
    if (!provider)
      return [{ path, code: 'unconfigured_provider', message: `The provider ${id} is not configured.` }];
    if (!provider.listVoices || keyed.has(id)) return [];
    const reason = refused.get(id);
    if (reason !== undefined) {
      const message = `The key for ${id} was refused; enter another one under provider keys. ${reason}`;
      return [{ path, code: 'provider_key_invalid', message }];
    }
    const message = `The workspace has no key for ${id}; enter one under provider keys.`;
    return [{ path, code: 'provider_key_missing', message }];
  });
}

/** Generators that choose who speaks, and have nobody to choose from. */
export async function routingProblems(
  app: Pick<App, 'db' | 'speech' | 'clock'>,
  workspaceId: string,
  definition: WorkflowDefinition,
): Promise<StartProblem[]> {
  const problems: StartProblem[] = [];
  for (const { path, config } of generatorConfigs(definition)) {
    if (config.routing.mode !== 'auto') continue;
    if ((await usableCandidates(app, workspaceId, config)).length > 0) continue;
    const message =
      'None of the candidates can speak here: each needs a key, and a model that is not retired.';
    problems.push({ path: `${path}.routing.candidates`, code: 'no_candidate', message });
  }
  return problems;
}

/** Models that their providers do not have. */
export function modelProblems(
  { speech }: Pick<App, 'speech'>,
  definition: WorkflowDefinition,
): StartProblem[] {
  return generatorModels(definition).flatMap(({ path, provider: id, model }) => {
    const provider = speech.get(id);
    if (!provider || modelOf(provider, model)) return [];
    return [{ path, code: 'unknown_model', message: `${id} has no model "${model}".` }];
  });
}

/** Models that their providers have announced the end of, with what to take instead. */
export function retiringModels(
  { speech }: Pick<App, 'speech'>,
  definition: WorkflowDefinition,
  now: Date,
): StartProblem[] {
  return generatorModels(definition).flatMap(({ path, provider, model }) => {
    const owner = speech.get(provider);
    const { display_name, retires_at, successor } = (owner && modelOf(owner, model)) ?? {};
    if (retires_at === undefined) return [];
    const gone = retires_at < now.toISOString().slice(0, 10);
    const end = gone ? `was retired on ${retires_at}` : `will be retired on ${retires_at}`;
    const message = `${display_name} ${end}.${successor ? ` Take ${successor} instead.` : ''}`;
    return [{ path, code: gone ? 'model_retired' : 'model_retires', message }];
  });
}
