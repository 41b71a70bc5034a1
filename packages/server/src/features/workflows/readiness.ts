import {
  checkDefinition,
  type DefinitionReport,
  type StartProblem,
  startProblems,
  type WorkflowDefinition,
} from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { findTargetNames, withCastingSheets } from '../../engine/index.ts';
import { findConfirmedUploads } from '../uploads/index.ts';
import { findVoices } from '../voices/index.ts';
import { foreseenReport } from './foreseen-warnings.ts';
import { unheardChecks } from './hearing-readiness.ts';
import { mediaProblems, unscoredChecks } from './listening-readiness.ts';
import { type Mention, readUploadMentions, targetMentions, voiceMentions } from './named-resources.ts';
import { scriptProblems } from './script-readiness.ts';
import { modelProblems, providerProblems, retiringModels, routingProblems } from './speech-readiness.ts';
import { translationProblems, untranslated } from './translation-readiness.ts';

type ReadinessApp = Pick<App, 'db' | 'speech' | 'transcription' | 'translation' | 'storage' | 'clock'>;

/**
 * The errors that a save returns, or fields of sources that no run can use; and what else would stop a run in this workspace now.
 */
export async function reportOnDefinition(
  app: ReadinessApp,
  workspaceId: string,
  input: unknown,
): Promise<DefinitionReport> {
  const { definition, errors, warnings } = checkDefinition(input);
  if (definition === null) return { valid: false, errors, warnings, readings: [] };
  const unusable = await scriptProblems(app, workspaceId, definition);
  const missing = await findMissingResources(app, workspaceId, definition);
  const retiring = retiringModels(app, definition, app.clock());
  const gaps = [
    ...untranslated(definition),
    ...(await unscoredChecks(app, workspaceId, definition)),
    ...(await unheardChecks(app, workspaceId, definition)),
  ];
  const known = [...warnings, ...missing];
  const foreseen = await foreseenReport(app, workspaceId, { definition, known: [...known, ...unusable] });
  const all = [...known, ...retiring, ...gaps, ...foreseen.warnings];
  return { valid: unusable.length === 0, errors: unusable, warnings: all, readings: foreseen.readings };
}

/** Everything that would stop a run before it starts: who asks beforehand is told what the start says. */
export async function problemsBeforeStart(
  app: ReadinessApp,
  workspaceId: string,
  definition: WorkflowDefinition,
): Promise<StartProblem[]> {
  return [
    ...startProblems(definition),
    ...(await scriptProblems(app, workspaceId, definition)),
    ...(await findMissingResources(app, workspaceId, definition)),
  ];
}

/** Uploads, voices and providers that a run of the definition would not find in this workspace. */
async function findMissingResources(
  app: ReadinessApp,
  workspaceId: string,
  definition: WorkflowDefinition,
): Promise<StartProblem[]> {
  return [
    ...(await uploadProblems(app, workspaceId, readUploadMentions(definition))),
    ...(await providerProblems(app, workspaceId, definition)),
    ...modelProblems(app, definition),
    ...(await routingProblems(app, workspaceId, definition)),
    ...(await withCastingSheets(app, workspaceId, definition)).problems,
    ...(await voiceProblems(app, workspaceId, definition)),
    ...(await mediaProblems(app, workspaceId, definition)),
    ...(await deliveryProblems(app, workspaceId, definition)),
    ...(await translationProblems(app, workspaceId, definition)),
  ];
}

async function uploadProblems(
  { db }: ReadinessApp,
  workspaceId: string,
  mentions: Mention[],
): Promise<StartProblem[]> {
  const uploads = await findConfirmedUploads(
    db,
    workspaceId,
    mentions.map(({ id }) => id),
  );
  const found = new Set(uploads.map(({ id }) => id));
  return mentions
    .filter(({ id }) => !found.has(id))
    .map(({ path, id }) => ({
      path,
      code: 'upload_not_confirmed',
      message: `There is no confirmed upload ${id}.`,
    }));
}

async function deliveryProblems(
  { db }: ReadinessApp,
  workspaceId: string,
  definition: WorkflowDefinition,
): Promise<StartProblem[]> {
  const mentions = targetMentions(definition);
  const found = await findTargetNames(
    db,
    workspaceId,
    mentions.map(({ id }) => id),
  );
  return mentions
    .filter(({ id }) => !found.has(id))
    .map(({ path, id }) => ({
      path,
      code: 'unknown_delivery_target',
      message: `There is no delivery target "${id}" in the workspace.`,
    }));
}

async function voiceProblems(
  { db }: ReadinessApp,
  workspaceId: string,
  definition: WorkflowDefinition,
): Promise<StartProblem[]> {
  const mentions = voiceMentions(definition);
  const voices = await findVoices(
    db,
    workspaceId,
    mentions.map(({ id }) => id),
  );
  const byId = new Map(voices.map((voice) => [voice.id, voice]));
  return mentions.flatMap(({ path, id, provider }) => {
    const voice = byId.get(id);
    if (voice === undefined) return [{ path, code: 'unknown_voice', message: `There is no voice ${id}.` }];
    if (provider === null || voice.provider === provider) return [];
    const message = `The voice ${voice.name} belongs to ${voice.provider}, not to ${provider}.`;
    return [{ path, code: 'voice_of_other_provider', message }];
  });
}
