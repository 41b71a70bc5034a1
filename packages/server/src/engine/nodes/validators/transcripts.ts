import { AudioError, type TranscribedEnd } from '@voiceloom/audio';
import { compareTexts, missingEnd, type Sounds } from '@voiceloom/text';
import { ProviderError } from '../../../providers/provider-error.ts';
import { digestParts } from '../../digest.ts';
import { type AudioRow, type LineWork, NodeFailure } from '../../model.ts';
import type { ChunkContext } from '../../node-types.ts';
import { callProvider } from '../../provider-calls/call-provider.ts';
import { awaitStorage, readAudio } from '../../runs/stored-audio.ts';
import {
  findTranscripts,
  keepTranscript,
  madeOnce,
  newestTranscripts,
  type Transcriber,
  type Transcript,
  transcriberFor,
  transcriptKey,
} from '../../sources/transcripts.ts';

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
  hear(audio: AudioRow, locale: string): Promise<Heard>;
}

/** One query for the whole chunk. Without a provider, it returns a reason instead of transcripts. */
export async function openListener(context: ChunkContext, config: ListenerConfig): Promise<Listener> {
  const transcriber = await transcriberFor(context.app, context.run.workspace_id, config);
  if (transcriber instanceof NodeFailure)
    return { hear: () => Promise.resolve({ unheard: transcriber.message }) };
  const { provider, model } = transcriber;
  const stored = await findTranscripts(context.app.db, context.run.workspace_id, {
    audio_ids: context.works.map((work) => work.input_id),
    provider: provider.id,
    model: model.id,
  });
  const room: Room = { context, transcriber, refused: undefined };
  return {
    hear(audio, locale) {
      const language = config.language === 'line' ? locale : '';
      const transcript = stored.get(transcriptKey(audio.id, language));
      return transcript
        ? Promise.resolve({ transcript: transcript })
        : transcribeOnce(room, { audio, language });
    },
  };
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
}

const FOR_EVERY_LINE = new Set(['auth', 'quota', 'gone', 'unsupported']);

/** Without a transcript the check has no score; the line never fails. */
async function transcribeOnce(room: Room, request: WantedTranscript): Promise<Heard> {
  const { limiter, provider } = room.transcriber;
  if (room.refused !== undefined) return { unheard: room.refused };
  // After one line has waited without success, the other lines must not wait as well.
  if (limiter.isGivenUp()) return { unheard: `${provider.id} has not responded for a while.` };
  try {
    return { transcript: await onceAtATime(room, request) };
  } catch (error) {
    room.context.signal.throwIfAborted();
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

/**
 * Makes parallel checks of a take pay for only one transcript. Since the chunk was opened, another check, in this or
 * another process, may have transcribed the take or may have begun to.
 */
async function onceAtATime(room: Room, request: WantedTranscript): Promise<Transcript> {
  const { run, app, signal } = room.context;
  const { provider, model } = room.transcriber;
  const { audio, language } = request;
  const { workspace_id } = run;
  const of = { audio_ids: [audio.id], provider: provider.id, model: model.id };
  const find = async () =>
    (await findTranscripts(app.db, workspace_id, of)).get(transcriptKey(audio.id, language));
  const key = digestParts('take', audio.id, provider.id, model.id, language);
  const place = `${workspace_id}/${key.toString('hex')}`;
  for (let other = underway.get(place); other; other = underway.get(place)) await settled(other, signal);
  const make = () => transcribe(room, request);
  const making = madeOnce(app, { workspace_id, key, signal }, { find, make }).finally(() =>
    underway.delete(place),
  );
  underway.set(place, making);
  return making;
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
  const { app, run, signal, first } = context;
  const { provider, model, credentials } = transcriber;
  const { audio: row, language } = wanted;
  const request = {
    credentials,
    model: model.id,
    duration_ms: row.duration_ms,
    content_type: 'audio/wav',
    locale_code: language || null,
  };
  // Reads the audio only when a slot is free, to limit memory. Waits for the storage without the slot.
  const transcription = await awaitStorage(context, () =>
    callProvider(transcriber, { app, run, signal, first }, async (until) => {
      const stored = await readAudio(context, row);
      const audio = await app.audio.speech(stored, until);
      return provider.transcribe({ ...request, audio, signal: until });
    }),
  );
  const { workspace_id } = run;
  const ear = { provider: provider.id, model: model.id, language };
  return keepTranscript(app.db, { workspace_id, audio_id: row.id, ...ear, now: app.clock() }, transcription);
}

/** The maximum number of texts per request. */
const BATCH = 1_000;

/** The phonemes of words, if a speech provider supports it; the embedded engine does. */
export function soundsOf({ app, signal }: ChunkContext, locale: string): Sounds | undefined {
  const phonemizer = [...app.speech.values()].find((provider) => provider.phonemes);
  if (!phonemizer?.phonemes) return undefined;
  const { phonemes } = phonemizer;
  return async (texts) => {
    try {
      return await phonemes(texts.slice(0, BATCH), locale, signal);
    } catch (error) {
      signal.throwIfAborted();
      // Without phonemes, spellings are still compared: an engine failure must not fail the line.
      if (error instanceof ProviderError) return texts.map(() => null);
      throw error;
    }
  };
}

/**
 * Whether the last words of suspicious takes are in an existing transcript. No provider is called: this check
 * must work without a key.
 */
export async function heardEnds(
  { app, run, works }: ChunkContext,
  isSuspect: (audio: AudioRow) => boolean,
): Promise<Map<LineWork, TranscribedEnd>> {
  const suspects = works.flatMap((work) => (work.input && isSuspect(work.input) ? [work] : []));
  const ids = suspects.map((work) => work.input_id);
  const transcripts = await newestTranscripts(app.db, run.workspace_id, ids);
  const ends = new Map<LineWork, TranscribedEnd>();
  for (const work of suspects) {
    const transcript = transcripts.get(work.input_id);
    const { script, locale_code: locale } = work.line;
    const comparison = transcript && (await compareTexts({ script, heard: transcript, locale }));
    if (comparison) ends.set(work, { missing_words: missingEnd(comparison) });
  }
  return ends;
}

/** The transcriber and the transcript: the evidence that all transcript-based checks share. */
export function toldBy({ provider, model, language, detected_language, text }: Transcript) {
  return { provider, model, requested_language: language || null, detected_language, transcript: text };
}
