import { type StartProblem, startProblems, strayNodes, type WorkflowDefinition } from '@voiceloom/contract';
import { normalizeLocale, unknownLocale } from '@voiceloom/text';
import { findVoices, listNamedVoices } from '../casting/voice-pool.ts';
import type { EngineApp } from '../engine-app.ts';
import { findUploads } from '../sources/uploads.ts';
import { nodesOfType, uploadMentionsInUse } from './mentions.ts';
import {
  type CheckedDefinition,
  mediaProblems,
  retiringModels,
  speechProblems,
  translationProblems,
  unscoredChecks,
  untranslated,
} from './provider-problems.ts';

interface CheckedRun extends CheckedDefinition {
  sheet_problems: readonly StartProblem[];
}

type CheckApp = Pick<EngineApp, 'db' | 'speech' | 'transcription' | 'translation' | 'clock'>;

/** Everything that prevents a definition from running in a workspace, except problems in scripts and their lines. */
export async function findProblems(app: CheckApp, checked: CheckedRun): Promise<StartProblem[]> {
  const { definition, sheet_problems } = checked;
  return [
    ...languageErrors(definition),
    ...startProblems(definition),
    ...(await uploadProblems(app, checked)),
    ...(await speechProblems(app, checked)),
    ...sheet_problems,
    ...(await voiceProblems(app, checked)),
    ...mediaProblems(app, checked),
    ...(await targetProblems(app, checked)),
    ...translationProblems(app, checked),
  ];
}

/** Features that the run would omit. It can still start. */
export function findWarnings(app: CheckApp, checked: CheckedDefinition): StartProblem[] {
  return [
    ...strayNodes(checked.definition),
    ...retiringModels(app, checked),
    ...untranslated(checked),
    ...unscoredChecks(app, checked),
  ];
}

async function uploadProblems(
  { db }: CheckApp,
  { workspace_id, definition }: CheckedDefinition,
): Promise<StartProblem[]> {
  const mentions = uploadMentionsInUse(definition);
  const ids = mentions.map(({ id }) => id);
  const uploads = await findUploads(db, workspace_id, ids);
  return mentions
    .filter(({ id }) => !uploads.has(id))
    .map(({ path, id }) => ({
      path,
      code: 'upload_not_confirmed',
      message: `There is no confirmed upload ${id}.`,
    }));
}

function languageErrors(definition: WorkflowDefinition): StartProblem[] {
  const configs = [...nodesOfType(definition, 'source_script'), ...nodesOfType(definition, 'source_audio')];
  return configs.flatMap(({ path, config: { source_language: tag } }) =>
    typeof tag !== 'string' || normalizeLocale(tag) !== null
      ? []
      : [{ path: `${path}.source_language`, code: 'unknown_locale', message: unknownLocale(tag) }],
  );
}

async function targetProblems(
  { db }: CheckApp,
  { workspace_id, definition }: CheckedDefinition,
): Promise<StartProblem[]> {
  const mentions = nodesOfType(definition, 'sink_preview').flatMap(({ path, config }) =>
    config.delivery_target ? [{ path: `${path}.delivery_target`, name: config.delivery_target }] : [],
  );
  if (mentions.length === 0) return [];
  const names = mentions.map(({ name }) => name);
  const rows = await db
    .selectFrom('delivery_target')
    .select('name')
    .where('workspace_id', '=', workspace_id)
    .where('name', 'in', names)
    .execute();
  const existing = new Set(rows.map(({ name }) => name));
  return mentions
    .filter(({ name }) => !existing.has(name))
    .map(({ path, name }) => ({
      path,
      code: 'unknown_delivery_target',
      message: `There is no delivery target "${name}" in the workspace.`,
    }));
}

async function voiceProblems(
  { db }: CheckApp,
  { workspace_id, definition }: CheckedDefinition,
): Promise<StartProblem[]> {
  const mentions = nodesOfType(definition, 'operator_generator').flatMap(({ path, config }) =>
    listNamedVoices(config).map(({ field, ...voice }) => ({ ...voice, path: `${path}.${field}` })),
  );
  const ids = mentions.map(({ voice_id }) => voice_id);
  const voices = await findVoices(db, workspace_id, ids);
  return mentions.flatMap(({ path, voice_id: id, provider }) => {
    const voice = voices.get(id);
    if (voice === undefined) return [{ path, code: 'unknown_voice', message: `There is no voice ${id}.` }];
    if (provider === null || voice.provider === provider) return [];
    const message = `The voice ${voice.name} belongs to ${voice.provider}, not to ${provider}.`;
    return [{ path, code: 'voice_provider_mismatch', message }];
  });
}
