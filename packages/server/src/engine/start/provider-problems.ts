import {
  controlProblems,
  type NodeConfig,
  namedControls,
  type StartProblem,
  type WorkflowDefinition,
} from '@voiceloom/contract';
import { describeMissingProvider } from '../../providers/speech/index.ts';
import { findTranscriptionModel } from '../../providers/transcription/index.ts';
import { findTranslationModel } from '../../providers/translation/index.ts';
import { findModel } from '../casting/takes.ts';
import type { EngineApp } from '../engine-app.ts';
import type { Plan } from '../plan.ts';
import { listInvalidKeys } from '../provider-calls/provider-keys.ts';
import { listUsableCandidates } from '../routing/select-provider.ts';
import { modelMentions, nodesOfType, providerMentions } from './mentions.ts';

/** What the checks of a definition read. */
export interface CheckedDefinition {
  workspace_id: string;
  /** The stored definition, to which paths refer. */
  definition: WorkflowDefinition;
  plan: Plan;
  /** The providers for which the workspace has a usable key. */
  keyed: ReadonlySet<string>;
}

type CheckApp = Pick<EngineApp, 'db' | 'speech' | 'transcription' | 'translation' | 'clock'>;

/**
 * What prevents generators from working in a workspace: providers without a usable key, missing models or
 * candidates.
 */
export async function speechProblems(app: CheckApp, checked: CheckedDefinition): Promise<StartProblem[]> {
  return [
    ...(await providerProblems(app, checked)),
    ...modelProblems(app, checked),
    ...misdirected(app, checked),
    ...routingProblems(app, checked),
  ];
}

async function providerProblems(
  { db, speech }: CheckApp,
  { workspace_id, definition, keyed }: CheckedDefinition,
): Promise<StartProblem[]> {
  const mentions = providerMentions(definition);
  const needsKey = mentions.some(({ id }) => speech.get(id)?.listVoices && !keyed.has(id));
  const invalid = needsKey ? await listInvalidKeys(db, workspace_id) : new Map<string, string>();
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

const unconfigured = (path: string, id: string): StartProblem => ({
  path,
  code: 'provider_not_configured',
  message: describeMissingProvider(id),
});

const keyMissing = (path: string, id: string): StartProblem => ({
  path,
  code: 'provider_key_missing',
  message: `The workspace has no key for ${id}. Add one under provider keys.`,
});

/** Generators with automatic routing and no usable provider. */
function routingProblems(app: CheckApp, { definition, keyed }: CheckedDefinition): StartProblem[] {
  const message =
    'None of the candidates can be used. A candidate requires a provider key and a model that is not retired.';
  return nodesOfType(definition, 'operator_generator')
    .filter(
      ({ config }) => config.routing.mode === 'auto' && listUsableCandidates(app, keyed, config).length === 0,
    )
    .map(({ path }) => ({ path: `${path}.routing.candidates`, code: 'no_candidate', message }));
}

function modelProblems({ speech }: CheckApp, { definition }: CheckedDefinition): StartProblem[] {
  return modelMentions(definition).flatMap(({ path, provider: id, model }) => {
    const provider = speech.get(id);
    if (!provider || findModel(provider, model)) return [];
    return [{ path, code: 'unknown_model', message: `${id} has no model "${model}".` }];
  });
}

/** Controls that none of the models in question accepts. A missing provider or model is a separate problem. */
function misdirected({ speech }: CheckApp, { definition }: CheckedDefinition): StartProblem[] {
  return nodesOfType(definition, 'operator_generator').flatMap(({ path, config }) =>
    namedControls(config).flatMap(({ field, provider: id, model, controls = {} }) => {
      const owners = [...speech.values()].filter((one) => id === null || one.id === id);
      const models = owners.flatMap((one) => (model === null ? one.models : (findModel(one, model) ?? [])));
      const problems = models.length === 0 ? [] : controlProblems(models, controls);
      return problems.map(({ name, ...problem }) => ({ path: `${path}.${field}.${name}`, ...problem }));
    }),
  );
}

/** Models that their provider will retire, with the successor. */
export function retiringModels(
  { speech, clock }: CheckApp,
  { definition }: CheckedDefinition,
): StartProblem[] {
  const today = clock().toISOString().slice(0, 10);
  return modelMentions(definition).flatMap(({ path, provider, model }) => {
    const owner = speech.get(provider);
    const { display_name, retires_at, successor } = (owner && findModel(owner, model)) ?? {};
    if (retires_at === undefined) return [];
    const isRetired = retires_at < today;
    const end = isRetired ? `was retired on ${retires_at}` : `will be retired on ${retires_at}`;
    const message = `${display_name} ${end}.${successor ? ` Use ${successor} instead.` : ''}`;
    return [{ path, code: isRetired ? 'model_retired' : 'model_retires', message }];
  });
}

/** Media that no provider can transcribe. A run would fail at its source. */
export function mediaProblems(app: CheckApp, { definition, keyed }: CheckedDefinition): StartProblem[] {
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
export function unscoredChecks(app: CheckApp, { definition, keyed }: CheckedDefinition): StartProblem[] {
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

/** Why audio cannot be transcribed: a key or the model is missing. */
function missingTranscriber(
  { transcription }: CheckApp,
  { provider: providerId, model }: { provider: string | null; model: string | null },
  keyed: ReadonlySet<string>,
): { field: 'provider' | 'model'; what: string } | undefined {
  const id = providerId ?? [...transcription.keys()].find((key) => keyed.has(key));
  if (id === undefined || !keyed.has(id)) {
    const whose = providerId ?? `one of ${[...transcription.keys()].join(', ')}`;
    return { field: 'provider', what: `The workspace has no key for ${whose}` };
  }
  const provider = transcription.get(id);
  if (provider && findTranscriptionModel(provider, model)) return undefined;
  return { field: 'model', what: `${id} has no model "${model}"` };
}

type Translator = { id: string; path: string; config: NodeConfig<'operator_translator'> };

/** What prevents translators from working in a workspace: no languages, no key, or a missing model. */
export function translationProblems(
  app: CheckApp,
  { definition, plan, keyed }: CheckedDefinition,
): StartProblem[] {
  const translators = nodesOfType(definition, 'operator_translator');
  return [
    ...translators.flatMap((translator) => problemsOf(app, translator, keyed)),
    ...sharedLanguages(plan, translators),
  ];
}

function problemsOf(
  { translation }: CheckApp,
  { path, config }: Translator,
  keyed: ReadonlySet<string>,
): StartProblem[] {
  const { target_languages: targets, provider: id, model, mode } = config;
  const problems: StartProblem[] = [];
  if (targets.length === 0) {
    const message = 'The translator has no target language.';
    problems.push({ path: `${path}.target_languages`, code: 'no_target_language', message });
  }
  if (mode === 'pseudo' || id === null) return problems;
  const provider = translation.get(id);
  if (!provider) return [...problems, unconfigured(`${path}.provider`, id)];
  if (!findTranslationModel(provider, model)) {
    const message = `${id} has no model "${model}" that translates.`;
    problems.push({ path: `${path}.model`, code: 'unknown_model', message });
  }
  if (!keyed.has(id)) problems.push(keyMissing(`${path}.provider`, id));
  return problems;
}

/** Parallel translators of the same lines into the same language would create each line twice. */
function sharedLanguages({ nodes, sources }: Plan, translators: readonly Translator[]): StartProblem[] {
  const upstreamOf = ({ id }: Translator): ReadonlySet<string> => nodes.get(id)?.upstream ?? new Set();
  return translators.flatMap((one, index) =>
    translators.slice(index + 1).flatMap((other): StartProblem[] => {
      const upstream = upstreamOf(one);
      const otherUpstream = upstreamOf(other);
      if (upstream.has(other.id) || otherUpstream.has(one.id)) return [];
      if (!sources.some(({ id }) => upstream.has(id) && otherUpstream.has(id))) return [];
      const both = other.config.target_languages.find((locale) =>
        one.config.target_languages.includes(locale),
      );
      if (both === undefined) return [];
      const message = `Another translator also translates the same lines into ${both}.`;
      return [{ path: `${other.path}.target_languages`, code: 'duplicate_target_language', message }];
    }),
  );
}

/** Translators without a provider. A run can start, but lines without a stored translation fail. */
export function untranslated({ definition }: CheckedDefinition): StartProblem[] {
  return nodesOfType(definition, 'operator_translator')
    .filter(({ config }) => config.provider === null && config.mode === 'translate')
    .map(({ path }) => ({
      path: `${path}.provider`,
      code: 'no_translation_provider',
      message:
        'The translator has no provider. Lines without a translation in the script or the translation memory will fail.',
    }));
}
