import { NODE_TYPES, type StartProblem, type WorkflowDefinition } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { findKeyedProviders } from '../../engine/index.ts';
import { transcriptionModelOf } from '../../providers/transcription/index.ts';

const CHECKS = ['validator_error_rate', 'validator_pronunciation'] as const;

/** Checks for which nobody would write down what is heard: every line passes them without a score. They stop no run. */
export async function unheardChecks(
  { db, transcription }: Pick<App, 'db' | 'transcription'>,
  workspaceId: string,
  { graph }: WorkflowDefinition,
): Promise<StartProblem[]> {
  const checks = graph.nodes.flatMap((node, index) => {
    const type = CHECKS.find((known) => known === node.type);
    if (!type) return [];
    const { provider, model } = NODE_TYPES[type].config.parse(node.config);
    return [{ path: `definition.graph.nodes.${index}.config`, provider, model }];
  });
  if (checks.length === 0) return [];
  const keyed = await findKeyedProviders(db, workspaceId);
  return checks.flatMap(({ path, provider: named, model }): StartProblem[] => {
    const id = named ?? [...transcription.keys()].find((known) => keyed.has(known));
    if (id === undefined || !keyed.has(id)) {
      const whose = named ?? `one of ${[...transcription.keys()].join(', ')}`;
      const message = `The workspace has no key for ${whose}: every line will pass this check without a score. Enter one under provider keys.`;
      return [{ path: `${path}.provider`, code: 'transcription_key_missing', message }];
    }
    const provider = transcription.get(id);
    if (provider && transcriptionModelOf(provider, model)) return [];
    const message = `${id} has no model "${model}": every line will pass this check without a score.`;
    return [{ path: `${path}.model`, code: 'unknown_transcription_model', message }];
  });
}
