import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, type Row, violatedReference } from '../../db/index.ts';
import { toStorableJson } from '../../db/storable.ts';
import { insertMissing } from '../../db/upsert.ts';
import { MISSING_PROGRAM } from '../../providers/local/local-engine.ts';
import { addCommand, SUGGESTED_RECOGNIZER } from '../../providers/local/local-voices.ts';
import {
  findTranscriptionModel,
  type Transcription,
  type TranscriptionModel,
  type TranscriptionProviders,
} from '../../providers/transcription/index.ts';
import type { TranscriptionProvider } from '../../providers/transcription/transcriber.ts';
import { digestParts } from '../digest.ts';
import type { EngineApp } from '../engine-app.ts';
import { NodeFailure } from '../model.ts';
import { findModelWait } from '../provider-calls/model-waits.ts';
import {
  type Access,
  createMissingKeyFailure,
  findKeyedProviders,
  openAccess,
} from '../provider-calls/provider-keys.ts';

/** A stored transcript of audio. */
export type Transcript = Omit<Row<'transcript'>, 'workspace_id' | 'created_at'>;

const COLUMNS = [
  'audio_id',
  'provider',
  'model',
  'language',
  'detected_language',
  'text',
  'words',
  'billed',
  'request_id',
] as const;

/** The provider and the model of a transcript. Another version of a local model is another model. */
interface TranscriptModel {
  provider: string;
  model: string;
  model_digest?: string | undefined;
}

/** The model as it is stored: with the version of a local one, whose name has no `@`. */
const toStoredModel = ({ model, model_digest }: TranscriptModel): string =>
  model_digest === undefined ? model : `${model}@${model_digest}`;

function toTranscript(row: Transcript): Transcript {
  if (row.provider !== 'local') return row;
  const [model = row.model] = row.model.split('@', 1);
  return { ...row, model };
}

/** A model's transcripts of audio, by audio and language. */
export async function findTranscripts(
  db: Db,
  workspaceId: string,
  selection: TranscriptModel & { audio_ids: readonly string[] },
): Promise<Map<string, Transcript>> {
  const { audio_ids, provider } = selection;
  if (audio_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('transcript')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('audio_id', 'in', [...new Set(audio_ids)])
    .where('provider', '=', provider)
    .where('model', '=', toStoredModel(selection))
    .execute();
  return new Map(rows.map((row) => [createTranscriptKey(row.audio_id, row.language), toTranscript(row)]));
}

export const createTranscriptKey = (audioId: string, language: string): string => `${audioId}/${language}`;

/** The newest transcript of each audio, by any provider. */
export async function findNewestTranscripts(
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
  return new Map(rows.map((row) => [row.audio_id, toTranscript(row)]));
}

/** Stores a transcript, unless the audio was removed in the meantime. */
export async function insertTranscript(
  db: Db,
  ref: TranscriptModel & {
    workspace_id: string;
    audio_id: string;
    /** The language sent to the provider; empty if none was sent. */
    language: string;
    now: Date;
  },
  transcription: Transcription,
): Promise<Transcript> {
  const { workspace_id, now, model_digest, ...place } = ref;
  const model = toStoredModel(ref);
  const { text, words = [], language, billed, request_id } = transcription;
  const transcript = { ...place, text, detected_language: language, request_id };
  const json = { words: JSON.stringify(words), billed: billed && JSON.stringify(billed) };
  try {
    await insertMissing(db, 'transcript', [{ workspace_id, ...transcript, model, ...json, created_at: now }]);
  } catch (error) {
    if (violatedReference(error) === undefined) throw error;
  }
  return { ...transcript, words, billed };
}

/** The provider, model and key that transcribe recordings. Local models have no key and no concurrency limit. */
export interface Transcriber {
  provider: TranscriptionProvider;
  model: TranscriptionModel;
  credentials: Access['credentials'] | undefined;
  limiter: Access['limiter'] | undefined;
}

/** What gives a workspace without keys a recognizer. */
export const ADD_RECOGNIZER = `Or install a recognizer on the server: "${addCommand(SUGGESTED_RECOGNIZER)}".`;

/** The first provider with a key, or else the local models. Undefined if there are neither. */
export function findDefaultTranscriber(
  transcription: TranscriptionProviders,
  keyed: ReadonlySet<string>,
): string | undefined {
  const keyedProvider = [...transcription.keys()].find((id) => keyed.has(id));
  if (keyedProvider !== undefined) return keyedProvider;
  return transcription.get('local')?.models.length ? 'local' : undefined;
}

/** The provider with its key, or why it cannot be used. Default: the first provider for which a key exists. */
export async function openTranscriber(
  app: Pick<EngineApp, 'db' | 'secrets' | 'transcription' | 'concurrencyLimiter' | 'clock'>,
  workspaceId: string,
  choice: { provider: string | null; model: string | null },
): Promise<Transcriber | NodeFailure> {
  let providerId = choice.provider;
  if (providerId === null) {
    const keyedProviders = await findKeyedProviders(app.db, workspaceId);
    providerId = findDefaultTranscriber(app.transcription, keyedProviders) ?? null;
  }
  if (providerId === null) {
    const failure = createMissingKeyFailure('a provider that transcribes');
    if (!app.transcription.has('local')) return failure;
    return new NodeFailure(failure.code, `${failure.message} ${ADD_RECOGNIZER}`);
  }
  const provider = app.transcription.get(providerId);
  if (!provider && providerId === 'local') return new NodeFailure('provider_not_configured', MISSING_PROGRAM);
  if (!provider) return createMissingKeyFailure(providerId);
  const model = findTranscriptionModel(provider, choice.model);
  const wait = findModelWait(app, { provider, model: choice.model });
  if (wait) {
    // A run waits for the models of its start. Those that were missing then are a warning of its start.
    const isOfRun = wait.model !== null && provider.models.some(({ id }) => id === wait.model);
    if (isOfRun) return wait;
    const reason = provider.unavailable?.(wait.model) ?? wait.message;
    return new NodeFailure('model_not_installed', reason);
  }
  if (providerId === 'local' && !model)
    return new NodeFailure(
      'model_not_installed',
      `The run began without a local recognizer. ${ADD_RECOGNIZER}`,
    );
  if (!model) return new NodeFailure('unknown_model', `${provider.id} has no model "${choice.model}".`);
  if (providerId === 'local') return { provider, model, credentials: undefined, limiter: undefined };
  const access = await openAccess(app, workspaceId, provider, `${provider.id}/transcription`);
  return access instanceof NodeFailure ? access : { provider, model, ...access };
}

/** How long the claim of a killed process blocks others. */
const CLAIM_MS = 15_000;
const RENEW_MS = 5_000;
/** How often to check for the result of another process. */
const LOOK_AGAIN_MS = 250;

/** The transcription that one process claims. */
interface ClaimRef {
  workspace_id: string;
  key: Buffer;
  signal: AbortSignal;
}

type ClaimApp = Pick<EngineApp, 'db' | 'clock'>;

/**
 * Lets only one process transcribe; the others wait for its result. If that process is killed, they wait until its
 * claim expires. If it cannot renew its claim in time, the work may be done twice. `make` stores the result, so that
 * `find` finds it in any process.
 */
export async function runUnderClaim<T>(
  app: ClaimApp,
  claimRef: ClaimRef,
  { find, make }: { find(): Promise<T | undefined>; make(): Promise<T> },
): Promise<T> {
  for (;;) {
    const release = await claim(app, claimRef);
    try {
      // The previous holder of the claim may have finished in the meantime.
      const result = await find();
      if (result !== undefined) return result;
      if (release) return await make();
    } finally {
      await release?.();
    }
    await delay(LOOK_AGAIN_MS, undefined, { signal: claimRef.signal });
  }
}

/** Returns a function that releases the claim; undefined if another process holds the claim or a result exists. */
async function claim(
  { db, clock }: ClaimApp,
  { workspace_id, key, signal }: ClaimRef,
): Promise<(() => Promise<void>) | undefined> {
  signal.throwIfAborted();
  const holder = randomUUID();
  const now = clock();
  const held_until = new Date(now.getTime() + CLAIM_MS);
  const row = await db
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
  if (!row) return undefined;
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

interface PieceTranscript {
  transcription: Transcription;
  /** Whether a stored transcript was reused. Nothing is then billed. */
  is_reused: boolean;
}

/**
 * The transcript of a piece of a recording, reused if the same model transcribed the same audio before. It is
 * stored as soon as it arrives, because it is paid for even if the run fails.
 */
export async function transcribePieceOnce(
  { db, clock }: ClaimApp,
  { provider, model, credentials }: Transcriber,
  /** `locale_code`: the language to send to the provider; null for automatic detection. */
  piece: { workspace_id: string; wav: Uint8Array; locale_code: string | null; signal: AbortSignal },
  transcribe: () => Promise<Transcription>,
): Promise<PieceTranscript> {
  const { workspace_id, wav, locale_code, signal } = piece;
  const sound = createHash('sha256').update(wav).digest('hex');
  // On another server, the same name may be a different model.
  const server = credentials?.transcription_base_url ?? credentials?.base_url ?? null;
  const parts: unknown[] = ['piece', sound, provider.id, model.id, server, locale_code];
  if (model.digest !== undefined) parts.push(model.digest);
  const key = digestParts(...parts);
  return runUnderClaim<PieceTranscript>(
    { db, clock },
    { workspace_id, key, signal },
    {
      async find() {
        const row = await db
          .selectFrom('transcription')
          .select('result')
          .where('workspace_id', '=', workspace_id)
          .where('key', '=', key)
          .executeTakeFirst();
        if (!row?.result) return undefined;
        return { transcription: row.result, is_reused: true };
      },
      async make() {
        const transcription = await transcribe();
        // Stored even if the claim was lost in the meantime.
        const result = toStorableJson(transcription);
        const values = { result, holder: null, held_until: null, created_at: clock() };
        await db
          .insertInto('transcription')
          .values({ workspace_id, key, ...values })
          .onConflict((conflict) => conflict.columns(['workspace_id', 'key']).doUpdateSet(values))
          .execute();
        return { transcription, is_reused: false };
      },
    },
  );
}

const DAY_MS = 86_400_000;
const MAX_AGE_MS = 7 * DAY_MS;
const MAX_SWEPT_ROWS = 1_000;

/** Removes transcripts of pieces after a week, and the claims of killed processes. */
export async function sweepTranscriptions(db: Db, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - MAX_AGE_MS);
  await sql`
    delete from transcription where (workspace_id, key) in (
      select workspace_id, key from transcription where created_at < ${cutoff} limit ${MAX_SWEPT_ROWS}
    ) and (held_until is null or held_until < ${now})`.execute(db);
}
