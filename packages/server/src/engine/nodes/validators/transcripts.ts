import { AudioError, type TranscribedEnd } from '@voiceloom/audio';
import { compareTexts, countMissingEnd, type Sounds } from '@voiceloom/text';
import { ProviderError } from '../../../providers/provider-error.ts';
import { digestParts } from '../../digest.ts';
import { type AudioRow, type LineWork, NodeFailure, ProviderWait } from '../../model.ts';
import type { ChunkContext } from '../../node-types.ts';
import { callProvider } from '../../provider-calls/call-provider.ts';
import { findModelWaitAfterError } from '../../provider-calls/model-waits.ts';
import { awaitStorage, readAudio } from '../../runs/stored-audio.ts';
import {
  createTranscriptKey,
  findNewestTranscripts,
  findTranscripts,
  insertTranscript,
  openTranscriber,
  runUnderClaim,
  type Transcriber,
  type Transcript,
} from '../../sources/transcripts.ts';

/** The provider and model to transcribe with, and whether to pass the language. */
export interface TranscriptConfig {
  provider: string | null;
  model: string | null;
  language: 'line' | 'detect';
}

/** A transcript, or the reason why it is missing. */
export type TranscriptResult = { transcript: Transcript } | { missing_reason: string };

/** Transcribes the audio of a line of the chunk, or reuses a stored transcript. */
export type TranscribeLine = (audio: AudioRow, locale: string) => Promise<TranscriptResult>;

/** One query for the whole chunk. Without a provider, it returns a reason instead of transcripts. */
export async function openTranscripts(
  context: ChunkContext,
  config: TranscriptConfig,
): Promise<TranscribeLine> {
  const transcriber = await openTranscriber(context.app, context.run.workspace_id, config);
  if (transcriber instanceof ProviderWait) throw transcriber;
  if (transcriber instanceof NodeFailure)
    return () => Promise.resolve({ missing_reason: transcriber.message });
  const { provider, model } = transcriber;
  const storedTranscripts = await findTranscripts(context.app.db, context.run.workspace_id, {
    audio_ids: context.works.map((work) => work.input_id),
    provider: provider.id,
    model: model.id,
    model_digest: model.digest,
  });
  const batch: TranscriptBatch = { context, transcriber, unavailable_reason: undefined };
  return async (audio, locale) => {
    const language = config.language === 'line' ? locale : '';
    const transcript = storedTranscripts.get(createTranscriptKey(audio.id, language));
    if (transcript) return { transcript };
    return transcribeForCheck(batch, audio, language);
  };
}

/** The missing transcripts of a chunk. */
interface TranscriptBatch {
  context: ChunkContext;
  transcriber: Transcriber;
  /**
   * Why other lines of the chunk need not call the provider, such as a rejected key or an exhausted account.
   */
  unavailable_reason: string | undefined;
}

const ERRORS_OF_EVERY_LINE = new Set(['auth', 'quota', 'gone', 'unsupported']);

/** Without a transcript the check has no score; the line never fails. */
async function transcribeForCheck(
  batch: TranscriptBatch,
  audio: AudioRow,
  language: string,
): Promise<TranscriptResult> {
  const { context, transcriber } = batch;
  const { limiter, provider } = transcriber;
  if (batch.unavailable_reason !== undefined) return { missing_reason: batch.unavailable_reason };
  // After one line has waited without success, the other lines must not wait as well.
  if (limiter?.isGivenUp()) return { missing_reason: `${provider.id} has not responded for a while.` };
  try {
    return { transcript: await transcribeOnce(context, transcriber, audio, language) };
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof ProviderError) {
      const wait = await findModelWaitAfterError(context.app, transcriber);
      if (wait) throw wait;
      const missing_reason = `${provider.id} returned no transcript. ${error.message}`;
      if (ERRORS_OF_EVERY_LINE.has(error.kind)) batch.unavailable_reason = missing_reason;
      return { missing_reason };
    }
    if (error instanceof AudioError && error.code !== 'closed')
      return { missing_reason: `The take could not be prepared for transcription: ${error.message}` };
    throw error;
  }
}

/** Transcriptions that this process is running. */
const transcriptions = new Map<string, Promise<unknown>>();

/**
 * Makes parallel checks of a take pay for only one transcript. Since the chunk was opened, another check, in this or
 * another process, may have transcribed the take or may have begun to.
 */
async function transcribeOnce(
  context: ChunkContext,
  transcriber: Transcriber,
  audio: AudioRow,
  language: string,
): Promise<Transcript> {
  const { run, app, signal, first } = context;
  const { provider, model, credentials } = transcriber;
  const { workspace_id } = run;
  const transcriptModel = { provider: provider.id, model: model.id, model_digest: model.digest };
  const parts = ['take', audio.id, provider.id, model.id, language];
  if (model.digest !== undefined) parts.push(model.digest);
  const key = digestParts(...parts);
  const transcriptionKey = `${workspace_id}/${key.toString('hex')}`;
  for (;;) {
    const runningTranscription = transcriptions.get(transcriptionKey);
    if (!runningTranscription) break;
    await waitUntilSettled(runningTranscription, signal);
  }
  const transcription = runUnderClaim(
    app,
    { workspace_id, key, signal },
    {
      async find() {
        const selection = { ...transcriptModel, audio_ids: [audio.id] };
        const transcripts = await findTranscripts(app.db, workspace_id, selection);
        return transcripts.get(createTranscriptKey(audio.id, language));
      },
      async make() {
        // Reads the audio only when a slot is free, to limit memory. Waits for the storage without the slot.
        const result = await awaitStorage(context, () =>
          callProvider(transcriber, { app, run, signal, first }, async (callSignal) => {
            const audioBytes = await readAudio(context, audio);
            return provider.transcribe({
              audio: await app.audio.speech(audioBytes, callSignal),
              content_type: 'audio/wav',
              duration_ms: audio.duration_ms,
              locale_code: language || null,
              model: model.id,
              credentials,
              signal: callSignal,
            });
          }),
        );
        const row = { ...transcriptModel, workspace_id, audio_id: audio.id, language };
        return insertTranscript(app.db, { ...row, now: app.clock() }, result);
      },
    },
  ).finally(() => transcriptions.delete(transcriptionKey));
  transcriptions.set(transcriptionKey, transcription);
  return transcription;
}

/** Waits until another transcription has ended, with or without success. */
async function waitUntilSettled(transcription: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise: abortion, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([transcription.catch(() => undefined), abortion]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** The maximum number of texts per request. */
const MAX_TEXTS = 1_000;

/** The phonemes of words, if a speech provider supports it; the embedded engine does. */
export function findSounds({ app, signal }: ChunkContext, locale: string): Sounds | undefined {
  const phonemizer = [...app.speech.values()].find((provider) => provider.phonemes);
  if (!phonemizer?.phonemes) return undefined;
  const { phonemes } = phonemizer;
  return async (texts) => {
    try {
      return await phonemes(texts.slice(0, MAX_TEXTS), locale, signal);
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
export async function findTranscribedEnds(
  { app, run, works }: ChunkContext,
  isSuspect: (audio: AudioRow) => boolean,
): Promise<Map<LineWork, TranscribedEnd>> {
  const suspects = works.filter(({ input }) => input && isSuspect(input));
  const ids = suspects.map((work) => work.input_id);
  const transcripts = await findNewestTranscripts(app.db, run.workspace_id, ids);
  const ends = new Map<LineWork, TranscribedEnd>();
  for (const work of suspects) {
    const transcript = transcripts.get(work.input_id);
    const { script, locale_code: locale } = work.line;
    const comparison = transcript && (await compareTexts({ script, transcript, locale }));
    if (comparison) ends.set(work, { missing_words: countMissingEnd(comparison) });
  }
  return ends;
}

/** The transcriber and the transcript: the evidence that all transcript-based checks share. */
export function createTranscriptEvidence({ provider, model, language, detected_language, text }: Transcript) {
  return { provider, model, requested_language: language || null, detected_language, transcript: text };
}
