import { type StartProblem, startProblems, strayNodes } from '@voiceloom/contract';
import { normalizeLocale, unknownLocale } from '@voiceloom/text';
import { findVoices, listNamedVoices } from '../casting/voice-pool.ts';
import type { EngineApp } from '../engine-app.ts';
import { findUploads } from '../sources/uploads.ts';
import { listNodesOfType, listUsedUploadMentions } from './mentions.ts';
import {
  type CheckedDefinition,
  findMediaProblems,
  findRetiringModels,
  findSpeechProblems,
  findTranslationProblems,
  findTranslatorsWithoutProvider,
  findUnscoredChecks,
} from './provider-problems.ts';

type CheckApp = Pick<EngineApp, 'db' | 'speech' | 'transcription' | 'translation' | 'clock'>;

/** Everything that prevents a definition from running in a workspace, except problems in scripts and their lines. */
export async function findProblems(
  app: CheckApp,
  checked: CheckedDefinition & { sheet_problems: readonly StartProblem[] },
): Promise<StartProblem[]> {
  const { definition, sheet_problems } = checked;
  const problems: StartProblem[] = [];
  const sources = [
    ...listNodesOfType(definition, 'source_script'),
    ...listNodesOfType(definition, 'source_audio'),
  ];
  for (const { path, config } of sources) {
    const { source_language: tag } = config;
    if (typeof tag === 'string' && normalizeLocale(tag) === null)
      problems.push({ path: `${path}.source_language`, code: 'unknown_locale', message: unknownLocale(tag) });
  }
  problems.push(...startProblems(definition));
  const mentions = listUsedUploadMentions(definition);
  const ids = mentions.map(({ id }) => id);
  const uploads = await findUploads(app.db, checked.workspace_id, ids);
  for (const { path, id } of mentions) {
    const message = `There is no confirmed upload ${id}.`;
    if (!uploads.has(id)) problems.push({ path, code: 'upload_not_confirmed', message });
  }
  problems.push(...(await findSpeechProblems(app, checked)), ...sheet_problems);
  problems.push(...(await findVoiceProblems(app, checked)), ...findMediaProblems(app, checked));
  problems.push(...(await findTargetProblems(app, checked)), ...findTranslationProblems(app, checked));
  return problems;
}

/** Features that the run would omit. It can still start. */
export function findWarnings(app: CheckApp, checked: CheckedDefinition): StartProblem[] {
  return [
    ...strayNodes(checked.definition),
    ...findRetiringModels(app, checked),
    ...findTranslatorsWithoutProvider(checked),
    ...findUnscoredChecks(app, checked),
  ];
}

/** Delivery targets that sinks name and the workspace does not have. */
async function findTargetProblems(
  { db }: CheckApp,
  { workspace_id, definition }: CheckedDefinition,
): Promise<StartProblem[]> {
  const mentions: { path: string; name: string }[] = [];
  for (const { path, config } of listNodesOfType(definition, 'sink_preview'))
    if (config.delivery_target)
      mentions.push({ path: `${path}.delivery_target`, name: config.delivery_target });
  if (mentions.length === 0) return [];
  const names = mentions.map(({ name }) => name);
  const rows = await db
    .selectFrom('delivery_target')
    .select('name')
    .where('workspace_id', '=', workspace_id)
    .where('name', 'in', names)
    .execute();
  const existingNames = new Set(rows.map(({ name }) => name));
  return mentions
    .filter(({ name }) => !existingNames.has(name))
    .map(({ path, name }) => ({
      path,
      code: 'unknown_delivery_target',
      message: `There is no delivery target "${name}" in the workspace.`,
    }));
}

/** Voices that generators name and the workspace cannot use, that belong to another provider, or whose model is missing. */
async function findVoiceProblems(
  { db, speech }: CheckApp,
  { workspace_id, definition }: CheckedDefinition,
): Promise<StartProblem[]> {
  const mentions = listNodesOfType(definition, 'operator_generator').flatMap(({ path, config }) =>
    listNamedVoices(config).map(({ field, ...voice }) => ({ ...voice, path: `${path}.${field}` })),
  );
  const ids = mentions.map(({ voice_id }) => voice_id);
  const voices = await findVoices(db, workspace_id, ids);
  const problems: StartProblem[] = [];
  for (const { path, voice_id: id, provider } of mentions) {
    const voice = voices.get(id);
    if (voice === undefined) {
      problems.push({ path, code: 'unknown_voice', message: `There is no voice ${id}.` });
    } else if (provider !== null && voice.provider !== provider) {
      const message = `The voice ${voice.name} belongs to ${voice.provider}, not to ${provider}.`;
      problems.push({ path, code: 'voice_provider_mismatch', message });
    } else {
      const [model] = voice.supported_models ?? [];
      const message = model === undefined ? undefined : speech.get(voice.provider)?.unavailable?.(model);
      // With automatic routing, another provider may speak instead.
      if (message !== undefined && provider !== null)
        problems.push({ path, code: 'model_not_installed', message });
    }
  }
  return problems;
}
