import { type StartProblem, startProblems, strayNodes, type WorkflowDefinition } from '@voiceloom/contract';
import { normalizeLocale, unknownLocale } from '@voiceloom/text';
import type { Db } from '../../db/index.ts';
import { selectVoices } from '../casting/voice-pool.ts';
import { findTargetNames } from '../delivery-targets.ts';
import type { EngineApp } from '../engine-app.ts';
import type { Plan } from '../plan.ts';
import type { SimulatedSource } from '../sources/source-lines.ts';
import { nodesOfType, readUploadMentions, targetMentions, voiceMentions } from './mentions.ts';
import { retiringModels, speechProblems } from './speech-problems.ts';
import { mediaProblems, unscoredChecks } from './transcription-problems.ts';
import { translationProblems, untranslated } from './translation-problems.ts';

/** What the checks of a definition look at. */
interface CheckedDefinition {
  workspace_id: string;
  /** The stored definition, to which paths refer. */
  definition: WorkflowDefinition;
  plan: Plan;
  sources: readonly SimulatedSource[];
  sheet_problems: readonly StartProblem[];
  /** The providers for which the workspace has a usable key. */
  keyed: ReadonlySet<string>;
}

type CheckApp = Pick<EngineApp, 'db' | 'speech' | 'transcription' | 'translation' | 'clock'>;

/** Everything except the lines that prevents a definition from running in a workspace. */
export async function findProblems(app: CheckApp, checked: CheckedDefinition): Promise<StartProblem[]> {
  const { workspace_id, definition, keyed } = checked;
  return [
    ...languageErrors(definition),
    ...columnErrors(definition, checked.sources),
    ...startProblems(definition),
    ...(await uploadProblems(app.db, workspace_id, definition)),
    ...(await speechProblems(app, workspace_id, checked)),
    ...checked.sheet_problems,
    ...(await voiceProblems(app.db, workspace_id, definition)),
    ...mediaProblems(app, definition, keyed),
    ...(await targetProblems(app.db, workspace_id, definition)),
    ...translationProblems(app, checked),
  ];
}

/** What a run would do without. The run can still start. */
export function findWarnings(
  app: CheckApp,
  { definition, keyed }: Pick<CheckedDefinition, 'definition' | 'keyed'>,
): StartProblem[] {
  return [
    ...strayNodes(definition),
    ...retiringModels(app, definition),
    ...untranslated(definition),
    ...unscoredChecks(app, definition, keyed),
  ];
}

async function uploadProblems(
  db: Db,
  workspaceId: string,
  definition: WorkflowDefinition,
): Promise<StartProblem[]> {
  const mentions = readUploadMentions(definition);
  if (mentions.length === 0) return [];
  const uploads = await db
    .selectFrom('upload')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'confirmed')
    .where('id', 'in', [...new Set(mentions.map(({ id }) => id))])
    .execute();
  const found = new Set(uploads.map(({ id }) => id));
  return mentions
    .filter(({ id }) => !found.has(id))
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

function columnErrors(definition: WorkflowDefinition, sources: readonly SimulatedSource[]): StartProblem[] {
  return sources.flatMap(({ source, problem }) => {
    if (source.type !== 'source_script' || problem?.code !== 'unknown_column') return [];
    const index = definition.graph.nodes.findIndex(({ id }) => id === source.id);
    return problem.details.map(({ field, message }) => ({
      path: `definition.graph.nodes.${index}.config.${field}`,
      code: problem.code,
      message,
    }));
  });
}

async function targetProblems(
  db: Db,
  workspaceId: string,
  definition: WorkflowDefinition,
): Promise<StartProblem[]> {
  const mentions = targetMentions(definition);
  const names = mentions.map(({ id }) => id);
  const found = await findTargetNames(db, workspaceId, names);
  return mentions
    .filter(({ id }) => !found.has(id))
    .map(({ path, id }) => ({
      path,
      code: 'unknown_delivery_target',
      message: `There is no delivery target "${id}" in the workspace.`,
    }));
}

async function voiceProblems(
  db: Db,
  workspaceId: string,
  definition: WorkflowDefinition,
): Promise<StartProblem[]> {
  const mentions = voiceMentions(definition);
  if (mentions.length === 0) return [];
  const ids = [...new Set(mentions.map(({ id }) => id))];
  const voices = await selectVoices(db, workspaceId).where('id', 'in', ids).execute();
  const byId = new Map(voices.map((voice) => [voice.id, voice]));
  return mentions.flatMap(({ path, id, provider }) => {
    const voice = byId.get(id);
    if (voice === undefined) return [{ path, code: 'unknown_voice', message: `There is no voice ${id}.` }];
    if (provider === null || voice.provider === provider) return [];
    const message = `The voice ${voice.name} belongs to ${voice.provider}, not to ${provider}.`;
    return [{ path, code: 'voice_of_other_provider', message }];
  });
}
