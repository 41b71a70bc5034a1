import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Db, type Row, violatedReference } from '../../db/index.ts';
import {
  type Transcription,
  type TranscriptionModel,
  transcriptionModelOf,
} from '../../providers/transcription/index.ts';
import type { TranscriptionProvider } from '../../providers/transcription/transcriber.ts';
import type { EngineApp } from '../engine-app.ts';
import { NodeFailure } from '../model.ts';
import { type Access, findKeyedProviders, missingKey, openAccess } from '../provider-calls/provider-keys.ts';

/** A stored transcript of audio. */
export type Transcript = Omit<Row<'transcript'>, 'workspace_id' | 'created_at'>;

/** The provider, the model, and the language sent to the provider; empty if none was sent. */
export type Ear = { provider: string; model: string; language: string };

const COLUMNS = [
  'audio_id',
  'provider',
  'model',
  'language',
  'heard_language',
  'text',
  'words',
  'billed',
  'request_id',
] as const;

/** A model's transcripts of audio, by audio and language. */
export async function findTranscripts(
  db: Db,
  workspaceId: string,
  { audio_ids, provider, model }: { audio_ids: readonly string[] } & Omit<Ear, 'language'>,
): Promise<Map<string, Transcript>> {
  if (audio_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('transcript')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('audio_id', 'in', [...new Set(audio_ids)])
    .where('provider', '=', provider)
    .where('model', '=', model)
    .execute();
  return new Map(rows.map((row) => [transcriptKey(row.audio_id, row.language), row]));
}

export const transcriptKey = (audioId: string, language: string): string => `${audioId}/${language}`;

/** The newest transcript of each audio, by any provider. */
export async function newestTranscripts(
  db: Db,
  workspaceId: string,
  audioIds: readonly string[],
): Promise<Map<string, Transcript>> {
  if (audioIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('transcript')
    .select(COLUMNS)
    .distinctOn('audio_id')
    .where('workspace_id', '=', workspaceId)
    .where('audio_id', 'in', [...new Set(audioIds)])
    .orderBy('audio_id')
    .orderBy('created_at', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.audio_id, row]));
}

/** Stores a transcript, unless the audio was removed meanwhile. */
export async function keepTranscript(
  db: Db,
  { workspace_id, now, ...place }: Ear & { workspace_id: string; audio_id: string; now: Date },
  { text, words = [], language, billed, request_id }: Transcription,
): Promise<Transcript> {
  const transcript = { ...place, text, heard_language: language, request_id };
  const json = { words: JSON.stringify(words), billed: billed && JSON.stringify(billed) };
  try {
    await db
      .insertInto('transcript')
      .values({ workspace_id, ...transcript, ...json, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } catch (error) {
    if (violatedReference(error) === undefined) throw error;
  }
  return { ...transcript, words, billed };
}

/** The provider, model and key that transcribe recordings. */
export interface Transcriber extends Access {
  provider: TranscriptionProvider;
  model: TranscriptionModel;
}

/** The provider with its key, or why it cannot be used. No provider: the first one for which the workspace has a key. */
export async function transcriberFor(
  app: Pick<EngineApp, 'db' | 'secrets' | 'transcription' | 'lanes'>,
  workspaceId: string,
  choice: { provider: string | null; model: string | null },
): Promise<Transcriber | NodeFailure> {
  const keyed = choice.provider === null ? await findKeyedProviders(app.db, workspaceId) : undefined;
  const id = choice.provider ?? [...app.transcription.keys()].find((known) => keyed?.has(known));
  const provider = id === undefined ? undefined : app.transcription.get(id);
  if (!provider) return missingKey(id ?? 'a provider that transcribes');
  const model = transcriptionModelOf(provider, choice.model);
  if (!model) return new NodeFailure('unknown_model', `${provider.id} has no model "${choice.model}".`);
  const access = await openAccess(app, workspaceId, provider, `${provider.id}/transcription`);
  return access instanceof NodeFailure ? access : { provider, model, ...access };
}

/** How long the claim of a killed process blocks others. */
const CLAIM_MS = 15_000;
const RENEW_MS = 5_000;
/** How often to check for the result of another process. */
const LOOK_AGAIN_MS = 250;

/** The work to do, and its workspace. */
export interface Wanted {
  workspace_id: string;
  key: Buffer;
  signal: AbortSignal;
}

type ClaimApp = Pick<EngineApp, 'db' | 'clock'>;

/**
 * Lets only one process transcribe; the others wait for its result. If that process is killed, they wait
 * until its claim expires. If it cannot renew its claim for that long, the work may be done twice. `make` stores
 * the result for `find`, in any process.
 */
export async function madeOnce<T>(
  app: ClaimApp,
  wanted: Wanted,
  { find, make }: { find(): Promise<T | undefined>; make(): Promise<T> },
): Promise<T> {
  for (;;) {
    const release = await claim(app, wanted);
    try {
      // The previous holder of the claim may have finished in the meantime.
      const found = await find();
      if (found !== undefined) return found;
      if (release) return await make();
    } finally {
      await release?.();
    }
    await delay(LOOK_AGAIN_MS, undefined, { signal: wanted.signal });
  }
}

/** Returns how to release the claim; undefined if another process holds it or a result exists. */
async function claim(
  { db, clock }: ClaimApp,
  { workspace_id, key, signal }: Wanted,
): Promise<(() => Promise<void>) | undefined> {
  signal.throwIfAborted();
  const holder = randomUUID();
  const now = clock();
  const held_until = new Date(now.getTime() + CLAIM_MS);
  const taken = await db
    .insertInto('transcription')
    .values({ workspace_id, key, holder, held_until, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'key'])
        .doUpdateSet({ holder, held_until })
        .where('transcription.held_until', '<=', now),
    )
    .returning('key')
    .executeTakeFirst();
  if (!taken) return undefined;
  const renew = async (): Promise<void> => {
    await db
      .updateTable('transcription')
      .set({ held_until: new Date(clock().getTime() + CLAIM_MS) })
      .where('workspace_id', '=', workspace_id)
      .where('key', '=', key)
      .where('holder', '=', holder)
      .execute();
  };
  // If a renewal fails, the next one may succeed.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    // If another process has taken over the claim, it keeps it.
    await db
      .deleteFrom('transcription')
      .where('workspace_id', '=', workspace_id)
      .where('key', '=', key)
      .where('holder', '=', holder)
      .execute()
      .catch(() => undefined);
  };
}
