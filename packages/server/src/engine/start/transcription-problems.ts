import type { StartProblem, WorkflowDefinition } from '@voiceloom/contract';
import { transcriptionModelOf } from '../../providers/transcription/index.ts';
import type { EngineApp } from '../engine-app.ts';
import { nodesOfType } from './mentions.ts';

type App = Pick<EngineApp, 'transcription'>;

/** Media that no provider can transcribe. A run would fail at its source. */
export function mediaProblems(
  app: App,
  definition: WorkflowDefinition,
  keyed: ReadonlySet<string>,
): StartProblem[] {
  const sources = nodesOfType(definition, 'source_script');
  return sources.flatMap(({ path, config }): StartProblem[] => {
    if (config.input_type !== 'media') return [];
    const { transcription_provider: provider, transcription_model: model } = config;
    const missing = missingTranscriber(app, { provider, model }, keyed);
    if (!missing) return [];
    const field = `${path}.transcription_${missing.field}`;
    if (missing.field === 'model')
      return [{ path: field, code: 'unknown_model', message: `${missing.what}.` }];
    const message = `${missing.what} to transcribe recordings. Add one under provider keys.`;
    return [{ path: field, code: 'provider_key_missing', message }];
  });
}

/** Checks that would pass every line without a score. The run can still start. */
export function unscoredChecks(
  app: App,
  definition: WorkflowDefinition,
  keyed: ReadonlySet<string>,
): StartProblem[] {
  const scoring = keyed.has('scoring_endpoint') ? [] : nodesOfType(definition, 'validator_naturalness');
  const listening = [
    ...nodesOfType(definition, 'validator_error_rate'),
    ...nodesOfType(definition, 'validator_pronunciation'),
  ];
  return [
    ...scoring.map(({ node_path }) => ({
      path: node_path,
      code: 'scoring_endpoint_missing',
      message:
        'The workspace has no scoring endpoint, so every line will pass this check without a score. Add one under provider keys.',
    })),
    ...listening.flatMap(({ path, config }): StartProblem[] => {
      const missing = missingTranscriber(app, config, keyed);
      if (!missing) return [];
      const isKey = missing.field === 'provider';
      const code = isKey ? 'transcription_key_missing' : 'unknown_transcription_model';
      const remedy = isKey ? ' Add one under provider keys.' : '';
      const message = `${missing.what}: every line will pass this check without a score.${remedy}`;
      return [{ path: `${path}.${missing.field}`, code, message }];
    }),
  ];
}

/** Why audio cannot be transcribed: a key is missing, or the model. */
function missingTranscriber(
  { transcription }: App,
  { provider: named, model }: { provider: string | null; model: string | null },
  keyed: ReadonlySet<string>,
): { field: 'provider' | 'model'; what: string } | undefined {
  const id = named ?? [...transcription.keys()].find((known) => keyed.has(known));
  if (id === undefined || !keyed.has(id)) {
    const whose = named ?? `one of ${[...transcription.keys()].join(', ')}`;
    return { field: 'provider', what: `The workspace has no key for ${whose}` };
  }
  const provider = transcription.get(id);
  if (provider && transcriptionModelOf(provider, model)) return undefined;
  return { field: 'model', what: `${id} has no model "${model}"` };
}
