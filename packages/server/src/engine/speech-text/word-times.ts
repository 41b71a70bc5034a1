import { AudioError } from '@voiceloom/audio';
import type { WordTimes } from '@voiceloom/contract';
import { SpeechError, type SpeechRequest, type SpeechResult } from '../../providers/speech/index.ts';
import type { ChunkContext } from '../node-types.ts';

/** Includes the wait for a process of the engine that speaks the reference. */
const DEADLINE_MS = 60_000;

/** The words of a take with their times, and where these come from. */
interface TimedWords {
  words: SpeechResult['words'];
  word_times: WordTimes;
}

/**
 * The word times of a take: those of its engine, or else those of a reference that an engine on this server speaks. If
 * there is no such engine, or the take does not sound like its text, there are none, and exports estimate them.
 */
export async function findWordTimes(
  context: {
    app: Pick<ChunkContext['app'], 'speech' | 'audio' | 'log'>;
    run: { id: string };
    signal: AbortSignal;
  },
  { words, audio }: Pick<SpeechResult, 'words' | 'audio'>,
  { locale_code, text, speed }: Pick<SpeechRequest, 'locale_code' | 'text' | 'speed'>,
): Promise<TimedWords> {
  const { app, run, signal } = context;
  if (words.length > 0) return { words, word_times: 'engine' };
  const estimatedWords: TimedWords = { words, word_times: 'estimated' };
  const speaker = [...app.speech.values()].find((provider) => provider.speakReference);
  if (!speaker?.speakReference) return estimatedWords;
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
  try {
    const reference = await speaker.speakReference({ locale_code, text, speed }, deadline);
    if (!reference || reference.words.length === 0) return estimatedWords;
    const alignedWords = await app.audio.align(audio, reference, deadline);
    if (alignedWords) return { words: alignedWords, word_times: 'aligned' };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AudioError && error.code === 'closed') throw error;
    // The take is already paid for, so it does not fail. Texts that the reference engine cannot speak are no surprise.
    const isOfText = error instanceof SpeechError && error.kind === 'invalid_input';
    if (!isOfText) app.log.warn({ err: error, run_id: run.id }, 'words of a take not aligned');
  }
  return estimatedWords;
}
