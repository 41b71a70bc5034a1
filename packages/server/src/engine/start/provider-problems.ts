import {
  controlProblems,
  type NodeConfig,
  namedControls,
  type StartProblem,
  type WorkflowDefinition,
} from '@voiceloom/contract';
import {
  describeMissingProvider,
  type SpeechModel,
  type SpeechProvider,
} from '../../providers/speech/index.ts';
import { findTranscriptionModel } from '../../providers/transcription/index.ts';
import { findTranslationModel } from '../../providers/translation/index.ts';
import { findModel } from '../casting/takes.ts';
import type { EngineApp } from '../engine-app.ts';
import type { Plan } from '../plan.ts';
import { choosePayer, chooseProviderPayer, type Payers } from '../provider-calls/payers.ts';
import { listInvalidKeys } from '../provider-calls/provider-keys.ts';
import { listUsableCandidates } from '../routing/select-provider.ts';
import { modelMentions, nodesOfType, providerMentions } from './mentions.ts';

/** What the checks of a definition read. */
export interface CheckedDefinition {
  workspace_id: string;
  /** The stored definition, to which paths refer. */
  definition: WorkflowDefinition;
  plan: Plan;
  payers: Payers;
  /** The providers for which the workspace has a usable key of its own. Only speech can use platform keys. */
  keyed: ReadonlySet<string>;
}

type CheckApp = Pick<EngineApp, 'db' | 'speech' | 'transcription' | 'translation' | 'clock'>;

/**
 * What prevents generators from working in a workspace: providers without a usable key, missing models or
 * candidates.
 */
export async function speechProblems(app: CheckApp, checked: CheckedDefinition): Promise<StartProblem[]> {
  const { db, speech } = app;
  const { workspace_id, definition, payers } = checked;
  const problems: StartProblem[] = [];
  const mentions = providerMentions(definition);
  const isPaid = (provider: SpeechProvider) => chooseProviderPayer(payers, provider) !== undefined;
  const unpaidProviders = [...speech.values()].filter((provider) => !isPaid(provider)).map(({ id }) => id);
  const needsKey = mentions.some(({ id }) => unpaidProviders.includes(id));
  const invalidKeys = needsKey ? await listInvalidKeys(db, workspace_id) : new Map<string, string>();
  for (const { path, id } of mentions) {
    const provider = speech.get(id);
    const reason = invalidKeys.get(id);
    if (!provider) problems.push(unconfigured(path, id));
    else if (isPaid(provider)) continue;
    else if (reason === undefined) problems.push(keyMissing(path, id));
    else {
      const message = `The key for ${id} was rejected. Replace it under provider keys. ${reason}`;
      problems.push({ path, code: 'provider_key_invalid', message });
    }
  }
  for (const { path, provider: id, model } of modelMentions(definition)) {
    const provider = speech.get(id);
    const foundModel = provider && findModel(provider, model);
    if (provider && !foundModel)
      problems.push({ path, code: 'unknown_model', message: `${id} has no model "${model}".` });
    // The plan allows other models of the provider.
    else if (provider && foundModel && isPaid(provider) && !choosePayer(payers, provider, foundModel))
      problems.push(keyMissing(path, `the model "${foundModel.id}" of ${id}`));
  }
  problems.push(...unsupportedControls(app, definition));
  // Generators with automatic routing and no usable provider.
  for (const { path, config } of nodesOfType(definition, 'operator_generator')) {
    if (config.routing.mode !== 'auto' || listUsableCandidates(app, payers, config).length > 0) continue;
    const message =
      'None of the candidates can be used. A candidate requires a provider key and a model that is not retired.';
    problems.push({ path: `${path}.routing.candidates`, code: 'no_candidate', message });
  }
  return problems;
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

/** Controls that none of the models in question accepts. A missing provider or model is a separate problem. */
function unsupportedControls({ speech }: CheckApp, definition: WorkflowDefinition): StartProblem[] {
  const startProblems: StartProblem[] = [];
  for (const { path, config } of nodesOfType(definition, 'operator_generator')) {
    for (const { field, provider: id, model, controls = {} } of namedControls(config)) {
      const models: SpeechModel[] = [];
      for (const provider of speech.values()) {
        if (id !== null && provider.id !== id) continue;
        const namedModel = findModel(provider, model);
        if (model === null) models.push(...provider.models);
        else if (namedModel) models.push(namedModel);
      }
      if (models.length === 0) continue;
      for (const { name, ...problem } of controlProblems(models, controls))
        startProblems.push({ path: `${path}.${field}.${name}`, ...problem });
    }
  }
  return startProblems;
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
    let code = 'model_retires';
    let message = `${display_name} will be retired on ${retires_at}.`;
    if (retires_at < today) {
      code = 'model_retired';
      message = `${display_name} was retired on ${retires_at}.`;
    }
    if (successor) message += ` Use ${successor} instead.`;
    return [{ path, code, message }];
  });
}

/** Media that no provider can transcribe. A run would fail at its source. */
export function mediaProblems(app: CheckApp, { definition, keyed }: CheckedDefinition): StartProblem[] {
  const sources = nodesOfType(definition, 'source_script');
  return sources.flatMap(({ path, config }): StartProblem[] => {
    if (config.input_type !== 'media') return [];
    const { transcription_provider: provider, transcription_model: model } = config;
    const problem = missingTranscriber(app, { provider, model }, keyed);
    if (!problem) return [];
    const field = `${path}.transcription_${problem.field}`;
    if (problem.field === 'model')
      return [{ path: field, code: 'unknown_model', message: `${problem.what}.` }];
    const message = `${problem.what} to transcribe recordings. Add one under provider keys.`;
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
      const problem = missingTranscriber(app, config, keyed);
      if (!problem) return [];
      const isKey = problem.field === 'provider';
      const code = isKey ? 'transcription_key_missing' : 'unknown_transcription_model';
      const remedy = isKey ? ' Add one under provider keys.' : '';
      const message = `${problem.what}: every line will pass this check without a score.${remedy}`;
      return [{ path: `${path}.${problem.field}`, code, message }];
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
    const providerName = providerId ?? `one of ${[...transcription.keys()].join(', ')}`;
    return { field: 'provider', what: `The workspace has no key for ${providerName}` };
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
  const problems: StartProblem[] = [];
  for (const { path, config } of translators) {
    const { target_languages: targets, provider: id, model, mode } = config;
    if (targets.length === 0) {
      const message = 'The translator has no target language.';
      problems.push({ path: `${path}.target_languages`, code: 'no_target_language', message });
    }
    if (mode === 'pseudo' || id === null) continue;
    const provider = app.translation.get(id);
    if (!provider) {
      problems.push(unconfigured(`${path}.provider`, id));
      continue;
    }
    if (!findTranslationModel(provider, model)) {
      const message = `${id} has no model "${model}" that translates.`;
      problems.push({ path: `${path}.model`, code: 'unknown_model', message });
    }
    if (!keyed.has(id)) problems.push(keyMissing(`${path}.provider`, id));
  }
  return [...problems, ...sharedLanguages(plan, translators)];
}

/** Parallel translators of the same lines into the same language would create each line twice. */
function sharedLanguages({ nodes, sources }: Plan, translators: readonly Translator[]): StartProblem[] {
  const problems: StartProblem[] = [];
  for (const [index, translator] of translators.entries()) {
    const upstream = nodes.get(translator.id)?.upstream ?? new Set();
    for (const otherTranslator of translators.slice(index + 1)) {
      const otherUpstream = nodes.get(otherTranslator.id)?.upstream ?? new Set();
      if (upstream.has(otherTranslator.id) || otherUpstream.has(translator.id)) continue;
      if (!sources.some(({ id }) => upstream.has(id) && otherUpstream.has(id))) continue;
      const languages = new Set(translator.config.target_languages);
      const sharedLanguage = otherTranslator.config.target_languages.find((locale) => languages.has(locale));
      if (sharedLanguage === undefined) continue;
      const message = `Another translator also translates the same lines into ${sharedLanguage}.`;
      problems.push({
        path: `${otherTranslator.path}.target_languages`,
        code: 'duplicate_target_language',
        message,
      });
    }
  }
  return problems;
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
