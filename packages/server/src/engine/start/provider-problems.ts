import {
  controlProblems,
  type NodeConfig,
  namedControls,
  type StartProblem,
  type WorkflowDefinition,
} from '@voiceloom/contract';
import { addCommand } from '../../providers/local/local-voices.ts';
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
import { ADD_RECOGNIZER, findDefaultTranscriber } from '../sources/transcripts.ts';
import { listModelMentions, listNodesOfType, listProviderMentions } from './mentions.ts';

/** What the checks of a definition read. */
export interface CheckedDefinition {
  workspace_id: string;
  /** The stored definition, to which paths refer. */
  definition: WorkflowDefinition;
  plan: Plan;
  payers: Payers;
  /** The providers for which the workspace has a usable key of its own. Only speech can use platform keys. */
  keyedProviders: ReadonlySet<string>;
}

type CheckApp = Pick<EngineApp, 'db' | 'speech' | 'transcription' | 'translation' | 'clock'>;

/**
 * What prevents generators from working in a workspace: providers without a usable key, missing models or
 * candidates.
 */
export async function findSpeechProblems(app: CheckApp, checked: CheckedDefinition): Promise<StartProblem[]> {
  const { db, speech } = app;
  const { workspace_id, definition, payers } = checked;
  const problems: StartProblem[] = [];
  const mentions = listProviderMentions(definition);
  const isPaid = (provider: SpeechProvider) => chooseProviderPayer(payers, provider) !== undefined;
  const unpaidProviders = [...speech.values()].filter((provider) => !isPaid(provider)).map(({ id }) => id);
  const needsKey = mentions.some(({ id }) => unpaidProviders.includes(id));
  const invalidKeys = needsKey ? await listInvalidKeys(db, workspace_id) : new Map<string, string>();
  for (const { path, id } of mentions) {
    const provider = speech.get(id);
    const reason = invalidKeys.get(id);
    if (!provider) problems.push(createUnconfiguredProblem(path, id));
    else if (isPaid(provider)) continue;
    else if (reason === undefined) problems.push(createMissingKeyProblem(path, id));
    else {
      const message = `The key for ${id} was rejected. Replace it under provider keys. ${reason}`;
      problems.push({ path, code: 'provider_key_invalid', message });
    }
  }
  for (const { path, provider: id, model } of listModelMentions(definition)) {
    const provider = speech.get(id);
    const foundModel = provider && findModel(provider, model);
    const reason = provider?.unavailable?.(model);
    if (reason !== undefined) problems.push({ path, code: 'model_not_installed', message: reason });
    else if (provider && !foundModel)
      problems.push({ path, code: 'unknown_model', message: `${id} has no model "${model}".` });
    // The plan allows other models of the provider.
    else if (provider && foundModel && isPaid(provider) && !choosePayer(payers, provider, foundModel))
      problems.push(createMissingKeyProblem(path, `the model "${foundModel.id}" of ${id}`));
  }
  problems.push(...findUnsupportedControls(app, definition));
  // Generators with automatic routing and no usable provider.
  for (const { path, config } of listNodesOfType(definition, 'operator_generator')) {
    if (config.routing.mode !== 'auto' || listUsableCandidates(app, payers, config).length > 0) continue;
    const message =
      'None of the candidates can be used. A candidate requires a provider key and a model that is not retired.';
    problems.push({ path: `${path}.routing.candidates`, code: 'no_candidate', message });
  }
  return problems;
}

const createUnconfiguredProblem = (path: string, id: string): StartProblem => ({
  path,
  code: 'provider_not_configured',
  message: describeMissingProvider(id),
});

const createMissingKeyProblem = (path: string, id: string): StartProblem => ({
  path,
  code: 'provider_key_missing',
  message: `The workspace has no key for ${id}. Add one under provider keys.`,
});

/** Controls that none of the models in question accepts. A missing provider or model is a separate problem. */
function findUnsupportedControls({ speech }: CheckApp, definition: WorkflowDefinition): StartProblem[] {
  const startProblems: StartProblem[] = [];
  for (const { path, config } of listNodesOfType(definition, 'operator_generator')) {
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
export function findRetiringModels(
  { speech, clock }: CheckApp,
  { definition }: CheckedDefinition,
): StartProblem[] {
  const today = clock().toISOString().slice(0, 10);
  const problems: StartProblem[] = [];
  for (const mention of listModelMentions(definition)) {
    const provider = speech.get(mention.provider);
    const model = provider && findModel(provider, mention.model);
    if (model?.retires_at === undefined) continue;
    const { display_name, retires_at, successor } = model;
    let code = 'model_retires';
    let message = `${display_name} will be retired on ${retires_at}.`;
    if (retires_at < today) {
      code = 'model_retired';
      message = `${display_name} was retired on ${retires_at}.`;
    }
    if (successor) message += ` Use ${successor} instead.`;
    problems.push({ path: mention.path, code, message });
  }
  return problems;
}

/** Media that no provider can transcribe. A run would fail at its source. */
export function findMediaProblems(
  app: CheckApp,
  { definition, keyedProviders }: CheckedDefinition,
): StartProblem[] {
  const problems: StartProblem[] = [];
  for (const { path, config } of listNodesOfType(definition, 'source_script')) {
    if (config.input_type !== 'media') continue;
    const { transcription_provider: provider, transcription_model: model } = config;
    const cause = findMissingTranscriber(app, { provider, model }, keyedProviders);
    if (!cause) continue;
    const fieldPath = `${path}.transcription_${cause.field}`;
    if (cause.field === 'model') {
      let message = `${cause.statement}.`;
      if (cause.remedy !== undefined) message += ` ${cause.remedy}`;
      problems.push({ path: fieldPath, code: 'unknown_model', message });
    } else {
      let message = `${cause.statement} to transcribe recordings. Add one under provider keys.`;
      if (cause.remedy !== undefined) message += ` ${cause.remedy}`;
      problems.push({ path: fieldPath, code: 'provider_key_missing', message });
    }
  }
  return problems;
}

/** Checks that would pass every line without a score. The run can still start. */
export function findUnscoredChecks(
  app: CheckApp,
  { definition, keyedProviders }: CheckedDefinition,
): StartProblem[] {
  const problems: StartProblem[] = [];
  if (!keyedProviders.has('scoring_endpoint')) {
    const message =
      'The workspace has no scoring endpoint, so every line will pass this check without a score. Add one under provider keys.';
    for (const { node_path } of listNodesOfType(definition, 'validator_naturalness'))
      problems.push({ path: node_path, code: 'scoring_endpoint_missing', message });
  }
  const transcribingChecks = [
    ...listNodesOfType(definition, 'validator_error_rate'),
    ...listNodesOfType(definition, 'validator_pronunciation'),
  ];
  for (const { path, config } of transcribingChecks) {
    const cause = findMissingTranscriber(app, config, keyedProviders);
    if (!cause) continue;
    let code = 'unknown_transcription_model';
    let message = `${cause.statement}: every line will pass this check without a score.`;
    if (cause.field === 'provider') {
      code = 'transcription_key_missing';
      message += ' Add one under provider keys.';
    }
    if (cause.remedy !== undefined) message += ` ${cause.remedy}`;
    problems.push({ path: `${path}.${cause.field}`, code, message });
  }
  return problems;
}

/**
 * Why audio cannot be transcribed: a key or the model is missing. `field`: the setting that is wrong. `statement`: the
 * beginning of a message, without a period. `remedy`: another way than a key.
 */
function findMissingTranscriber(
  { transcription }: CheckApp,
  { provider: providerId, model }: { provider: string | null; model: string | null },
  keyedProviders: ReadonlySet<string>,
): { field: 'provider' | 'model'; statement: string; remedy?: string } | undefined {
  const id = providerId ?? findDefaultTranscriber(transcription, keyedProviders);
  if (id === 'local' && transcription.get(id)?.models.length === 0) {
    const statement = 'No local recognizer is installed on this server';
    return { field: 'provider', statement, remedy: ADD_RECOGNIZER };
  }
  if (id === 'local' && !transcription.has(id)) {
    const statement = 'The program for local models is not installed on this server';
    return { field: 'provider', statement, remedy: 'Or install with optional dependencies.' };
  }
  if (id === undefined || (id !== 'local' && !keyedProviders.has(id))) {
    const keyedIds = [...transcription.keys()].filter((key) => key !== 'local');
    const providerName = providerId ?? `one of ${keyedIds.join(', ')}`;
    const statement = `The workspace has no key for ${providerName}`;
    if (providerId !== null || !transcription.has('local')) return { field: 'provider', statement };
    return { field: 'provider', statement, remedy: ADD_RECOGNIZER };
  }
  const provider = transcription.get(id);
  if (model !== null && provider?.unavailable?.(model) !== undefined) {
    const statement = `The local model ${model} is not installed on this server`;
    return { field: 'model', statement, remedy: `Run "${addCommand(model)}".` };
  }
  if (provider && findTranscriptionModel(provider, model)) return undefined;
  return { field: 'model', statement: `${id} has no model "${model}"` };
}

type Translator = { id: string; path: string; config: NodeConfig<'operator_translator'> };

/** What prevents translators from working in a workspace: no languages, no key, or a missing model. */
export function findTranslationProblems(
  app: CheckApp,
  { definition, plan, keyedProviders }: CheckedDefinition,
): StartProblem[] {
  const translators = listNodesOfType(definition, 'operator_translator');
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
      problems.push(createUnconfiguredProblem(`${path}.provider`, id));
      continue;
    }
    if (!findTranslationModel(provider, model)) {
      const message = `${id} has no model "${model}" that translates.`;
      problems.push({ path: `${path}.model`, code: 'unknown_model', message });
    }
    if (!keyedProviders.has(id)) problems.push(createMissingKeyProblem(`${path}.provider`, id));
  }
  return [...problems, ...findSharedLanguages(plan, translators)];
}

/** Parallel translators of the same lines into the same language would create each line twice. */
function findSharedLanguages({ nodes, sources }: Plan, translators: readonly Translator[]): StartProblem[] {
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
export function findTranslatorsWithoutProvider({ definition }: CheckedDefinition): StartProblem[] {
  return listNodesOfType(definition, 'operator_translator')
    .filter(({ config }) => config.provider === null && config.mode === 'translate')
    .map(({ path }) => ({
      path: `${path}.provider`,
      code: 'no_translation_provider',
      message:
        'The translator has no provider. Lines without a translation in the script or the translation memory will fail.',
    }));
}
