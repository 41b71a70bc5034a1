import type { Sounds } from '@voiceloom/text';
import { ProviderError } from '../../../providers/provider-error.ts';
import type { ChunkContext } from '../../model.ts';

/** The maximum number of texts per request. */
const BATCH = 1_000;

/** The phonemes of words, if a speech provider supports it; the embedded engine does. */
export function soundsOf(
  { app }: Pick<ChunkContext, 'app'>,
  { locale, signal }: { locale: string; signal: AbortSignal },
): Sounds | undefined {
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
