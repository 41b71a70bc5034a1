import type { StartProblem, WorkflowDefinition } from '@voiceloom/contract';
import { describeMissingProvider } from '../../providers/speech/index.ts';
import { modelOf } from '../casting/takes.ts';
import type { EngineApp } from '../engine-app.ts';
import { listInvalidKeys } from '../provider-calls/provider-keys.ts';
import { usableCandidates } from '../routing/select-provider.ts';
import { modelMentions, nodesOfType, providerMentions } from './mentions.ts';

/**
 * What prevents generators from working in a workspace: providers without a usable key, missing models or
 * candidates.
 */
export async function speechProblems(
  app: Pick<EngineApp, 'db' | 'speech' | 'clock'>,
  workspaceId: string,
  { definition, keyed }: { definition: WorkflowDefinition; keyed: ReadonlySet<string> },
): Promise<StartProblem[]> {
  return [
    ...(await providerProblems(app, workspaceId, { definition, keyed })),
    ...modelProblems(app, definition),
    ...(await routingProblems(app, workspaceId, definition)),
  ];
}

async function providerProblems(
  { db, speech }: Pick<EngineApp, 'db' | 'speech'>,
  workspaceId: string,
  { definition, keyed }: { definition: WorkflowDefinition; keyed: ReadonlySet<string> },
): Promise<StartProblem[]> {
  const mentions = providerMentions(definition);
  const needsKey = mentions.some(({ id }) => speech.get(id)?.listVoices && !keyed.has(id));
  const invalid = needsKey ? await listInvalidKeys(db, workspaceId) : new Map<string, string>();
  return mentions.flatMap(({ path, id }): StartProblem[] => {
    const provider = speech.get(id);
    if (!provider) return [unconfigured(path, id)];
    if (!provider.listVoices || keyed.has(id)) return [];
    const reason = invalid.get(id);
    if (reason === undefined) return [keyMissing(path, id)];
    const message = `The key for ${id} was rejected. Replace it under provider keys. ${reason}`;
    return [{ path, code: 'provider_key_invalid', message }];
  });
}

export const unconfigured = (path: string, id: string): StartProblem => ({
  path,
  code: 'unconfigured_provider',
  message: describeMissingProvider(id),
});

export const keyMissing = (path: string, id: string): StartProblem => ({
  path,
  code: 'provider_key_missing',
  message: `The workspace has no key for ${id}. Add one under provider keys.`,
});

/** Generators with automatic routing and no usable provider. */
async function routingProblems(
  app: Pick<EngineApp, 'db' | 'speech' | 'clock'>,
  workspaceId: string,
  definition: WorkflowDefinition,
): Promise<StartProblem[]> {
  const problems: StartProblem[] = [];
  for (const { path, config } of nodesOfType(definition, 'operator_generator')) {
    if (config.routing.mode !== 'auto') continue;
    if ((await usableCandidates(app, workspaceId, config)).length > 0) continue;
    problems.push({
      path: `${path}.routing.candidates`,
      code: 'no_candidate',
      message:
        'None of the candidates can be used. A candidate requires a provider key and a model that is not retired.',
    });
  }
  return problems;
}

function modelProblems(
  { speech }: Pick<EngineApp, 'speech'>,
  definition: WorkflowDefinition,
): StartProblem[] {
  return modelMentions(definition).flatMap(({ path, provider: id, model }) => {
    const provider = speech.get(id);
    if (!provider || modelOf(provider, model)) return [];
    return [{ path, code: 'unknown_model', message: `${id} has no model "${model}".` }];
  });
}

/** Models that their provider will retire, with the successor. */
export function retiringModels(
  { speech, clock }: Pick<EngineApp, 'speech' | 'clock'>,
  definition: WorkflowDefinition,
): StartProblem[] {
  const today = clock().toISOString().slice(0, 10);
  return modelMentions(definition).flatMap(({ path, provider, model }) => {
    const owner = speech.get(provider);
    const { display_name, retires_at, successor } = (owner && modelOf(owner, model)) ?? {};
    if (retires_at === undefined) return [];
    const isRetired = retires_at < today;
    const end = isRetired ? `was retired on ${retires_at}` : `will be retired on ${retires_at}`;
    const message = `${display_name} ${end}.${successor ? ` Use ${successor} instead.` : ''}`;
    return [{ path, code: isRetired ? 'model_retired' : 'model_retires', message }];
  });
}
