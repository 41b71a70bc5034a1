import {
  checkDefinition,
  type DefinitionReport,
  type StartProblem,
  type WorkflowDefinition,
} from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { findConfirmedUploads } from '../uploads/index.ts';
import { findVoices } from '../voices/index.ts';
import { type Mention, readUploadMentions, voiceMentions } from './named-resources.ts';
import { providerProblems, retiringModels } from './speech-readiness.ts';

type ReadinessApp = Pick<App, 'db' | 'speech'>;

/** What a save would say to a definition, and what would stop it from running in this workspace. */
export async function reportOnDefinition(
  app: ReadinessApp & Pick<App, 'clock'>,
  workspaceId: string,
  input: unknown,
): Promise<DefinitionReport> {
  const { definition, errors, warnings } = checkDefinition(input);
  if (definition === null) return { valid: false, errors, warnings };
  const missing = await findMissingResources(app, workspaceId, definition);
  const retiring = retiringModels(app, definition, app.clock());
  return { valid: true, errors, warnings: [...warnings, ...missing, ...retiring] };
}

/** Uploads, voices and providers that a run of the definition would not find in this workspace. */
export async function findMissingResources(
  app: ReadinessApp,
  workspaceId: string,
  definition: WorkflowDefinition,
): Promise<StartProblem[]> {
  return [
    ...(await uploadProblems(app, workspaceId, readUploadMentions(definition))),
    ...(await providerProblems(app, workspaceId, definition)),
    ...(await voiceProblems(app, workspaceId, definition)),
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
    if (voice.provider === provider) return [];
    const message = `The voice ${voice.name} belongs to ${voice.provider}, not to ${provider}.`;
    return [{ path, code: 'voice_of_other_provider', message }];
  });
}
