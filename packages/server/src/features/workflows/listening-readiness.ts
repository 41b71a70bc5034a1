import { NODE_TYPES, type StartProblem, type WorkflowDefinition } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { findKeyedProviders } from '../../engine/index.ts';
import { transcriptionModelOf } from '../../providers/transcription/index.ts';

type Node = WorkflowDefinition['graph']['nodes'][number];

function placed(definition: WorkflowDefinition, isWanted: (node: Node) => boolean) {
  return definition.graph.nodes.flatMap((node, index) =>
    isWanted(node) ? [{ node, path: `definition.graph.nodes.${index}` }] : [],
  );
}

/** Recordings that nobody could write down: a run with them would end at its source. */
export async function mediaProblems(
  { db, transcription }: Pick<App, 'db' | 'transcription'>,
  workspaceId: string,
  definition: WorkflowDefinition,
): Promise<StartProblem[]> {
  const sources = placed(
    definition,
    ({ type, config }) => type === 'source_script' && config.input_type === 'media',
  );
  if (sources.length === 0) return [];
  const keyed = await findKeyedProviders(db, workspaceId);
  return sources.flatMap(({ node, path }): StartProblem[] => {
    const config = NODE_TYPES.source_script.config.parse(node.config);
    const { transcription_provider: named, transcription_model: model } = config;
    const id = named ?? [...transcription.keys()].find((known) => keyed.has(known));
    if (id === undefined || !keyed.has(id)) {
      const whose = named ?? `one of ${[...transcription.keys()].join(', ')}`;
      const message = `The workspace has no key for ${whose}, to write recordings down; enter one under provider keys.`;
      return [{ path: `${path}.config.transcription_provider`, code: 'provider_key_missing', message }];
    }
    const provider = transcription.get(id);
    if (provider && transcriptionModelOf(provider, model)) return [];
    const message = `${id} has no model "${model}".`;
    return [{ path: `${path}.config.transcription_model`, code: 'unknown_model', message }];
  });
}

/** Checks that would let every line pass without a score. They stop no run. */
export async function unscoredChecks(
  { db }: Pick<App, 'db'>,
  workspaceId: string,
  definition: WorkflowDefinition,
): Promise<StartProblem[]> {
  const checks = placed(definition, ({ type }) => type === 'validator_naturalness');
  if (checks.length === 0 || (await findKeyedProviders(db, workspaceId)).has('scoring_endpoint')) return [];
  const message =
    'The workspace has no scoring endpoint: every line will pass this check without a score. Enter one under provider keys.';
  return checks.map(({ path }) => ({ path, code: 'scoring_endpoint_missing', message }));
}
