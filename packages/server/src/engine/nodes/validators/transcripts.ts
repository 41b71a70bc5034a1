import { AudioError } from '@voiceloom/audio';
import { ProviderError } from '../../../providers/provider-error.ts';
import type { AudioRow } from '../../model.ts';
import { type ChunkContext, NodeFailure } from '../../model.ts';
import { callProvider } from '../../provider-calls/call-provider.ts';
import { madeOnce } from '../../provider-calls/single-flight.ts';
import { type Transcriber, transcriberFor } from '../../sources/transcriber.ts';
import {
  findTranscripts,
  keepTranscript,
  type Transcript,
  transcriptKey,
} from '../../sources/transcripts.ts';
import { digestOf, readAudio } from '../stored-audio.ts';

/** The provider and model to transcribe with, and whether to pass the language. */
export interface ListenerConfig {
  provider: string | null;
  model: string | null;
  language: 'line' | 'detect';
}

/** A transcript, or the reason why it is missing. */
export type Heard = { transcript: Transcript } | { unheard: string };

/** Transcribes the audio of a chunk's lines; reuses stored transcripts. */
export interface Listener {
  hear(audio: AudioRow, place: { locale: string; signal: AbortSignal }): Promise<Heard>;
}

/** One query for the whole chunk. Without a provider, it returns a reason instead of transcripts. */
export async function openListener(context: ChunkContext, config: ListenerConfig): Promise<Listener> {
  const transcriber = await transcriberOf(context, config);
  if (typeof transcriber === 'string') return { hear: () => Promise.resolve({ unheard: transcriber }) };
  const { provider, model } = transcriber;
  const stored = await findTranscripts(context.app.db, context.run.workspace_id, {
    audio_ids: context.works.map((work) => work.input_id),
    provider: provider.id,
    model: model.id,
  });
  const room: Room = { context, transcriber, refused: undefined };
  return {
    hear(audio, { locale, signal }) {
      const language = config.language === 'line' ? locale : '';
      const known = stored.get(transcriptKey(audio.id, language));
      return known
        ? Promise.resolve({ transcript: known })
        : transcribeOnce(room, { audio, language, signal });
    },
  };
}

async function transcriberOf(
  { app, run }: ChunkContext,
  { provider, model }: ListenerConfig,
): Promise<Transcriber | string> {
  try {
    return await transcriberFor(app, run.workspace_id, { provider, model });
  } catch (error) {
    if (error instanceof NodeFailure) return error.message;
    throw error;
  }
}

interface Room {
  context: ChunkContext;
  transcriber: Transcriber;
  /**
   * Why other lines of the chunk need not call the provider, such as a rejected key or an exhausted account.
   */
  refused: string | undefined;
}

interface WantedTranscript {
  audio: AudioRow;
  language: string;
  signal: AbortSignal;
}

const FOR_EVERY_LINE = new Set(['auth', 'quota', 'gone', 'unsupported']);

/** Without a transcript the check has no score; the line never fails. */
async function transcribeOnce(room: Room, wanted: WantedTranscript): Promise<Heard> {
  const { lane, provider } = room.transcriber;
  if (room.refused !== undefined) return { unheard: room.refused };
  // After one line has waited in vain, the others must not each wait as well.
  if (lane.isGivenUp()) return { unheard: `${provider.id} has not responded for a while.` };
  try {
    return { transcript: await onceAtATime(room, wanted) };
  } catch (error) {
    wanted.signal.throwIfAborted();
    if (error instanceof ProviderError) {
      const unheard = `${provider.id} returned no transcript. ${error.message}`;
      if (FOR_EVERY_LINE.has(error.kind)) room.refused = unheard;
      return { unheard };
    }
    if (error instanceof AudioError && error.code !== 'closed')
      return { unheard: `The take could not be prepared for transcription: ${error.message}` };
    throw error;
  }
}

/** Transcriptions that this process is running. */
const underway = new Map<string, Promise<unknown>>();

/** Parallel checks of the same take pay for one transcript only. */
async function onceAtATime(room: Room, wanted: WantedTranscript): Promise<Transcript> {
  const { workspace_id } = room.context.run;
  const { provider, model } = room.transcriber;
  const { audio, language, signal } = wanted;
  const key = JSON.stringify([workspace_id, audio.id, provider.id, model.id, language]);
  for (let other = underway.get(key); other; other = underway.get(key)) await settled(other, signal);
  const making = madeOrTranscribed(room, wanted).finally(() => underway.delete(key));
  underway.set(key, making);
  return making;
}

/**
 * Another check, in this or another process, may have transcribed the take since the chunk was opened, or may
 * be doing so.
 */
function madeOrTranscribed(room: Room, wanted: WantedTranscript): Promise<Transcript> {
  const { run, app } = room.context;
  const { provider, model } = room.transcriber;
  const { audio, language, signal } = wanted;
  const { workspace_id } = run;
  const of = { audio_ids: [audio.id], provider: provider.id, model: model.id };
  const key = digestOf('take', audio.id, provider.id, model.id, language);
  return madeOnce(
    app,
    { workspace_id, key, signal },
    {
      find: async () =>
        (await findTranscripts(app.db, workspace_id, of)).get(transcriptKey(audio.id, language)),
      make: () => transcribe(room, wanted),
    },
  );
}

async function settled(other: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([other.catch(() => undefined), promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function transcribe({ context, transcriber }: Room, wanted: WantedTranscript): Promise<Transcript> {
  const { app, run } = context;
  const { provider, model, credentials } = transcriber;
  const { audio: row, language, signal } = wanted;
  const request = {
    credentials,
    model: model.id,
    duration_ms: row.duration_ms,
    content_type: 'audio/wav',
    locale_code: language || null,
  };
  // Reads the audio only when a slot is free, to limit memory.
  const transcription = await callProvider(transcriber, { app, run, signal }, async (until) => {
    const stored = await readAudio(context, row);
    const audio = await app.audio.speech(stored, until);
    return provider.transcribe({ ...request, audio, signal: until });
  });
  const { workspace_id } = run;
  const ear = { provider: provider.id, model: model.id, language };
  return keepTranscript(app.db, { workspace_id, audio_id: row.id, ...ear, now: app.clock() }, transcription);
}
