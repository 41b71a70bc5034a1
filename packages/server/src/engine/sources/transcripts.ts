import { type Db, type Row, violatedReference } from '../../db/index.ts';
import type { Transcription } from '../../providers/transcription/index.ts';

/** A stored transcript of audio. */
export type Transcript = Omit<Row<'transcript'>, 'workspace_id' | 'created_at'>;

/** The provider, the model, and the language sent to the provider; empty if none was sent. */
export interface Ear {
  provider: string;
  model: string;
  language: string;
}

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

type Making = Ear & { workspace_id: string; audio_id: string; now: Date };

/** Stores a transcript, unless the audio was removed meanwhile. */
export async function keepTranscript(
  db: Db,
  { workspace_id, now, ...place }: Making,
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
