import type { Sounds } from '@voiceloom/text';
import { ProviderError } from '../../../providers/provider-error.ts';
import type { ChunkContext } from '../../model.ts';

/** Most texts of one request. */
const BATCH = 1_000;

/** How words of a locale sound, where a provider of speech can tell: the embedded engine can. */
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
      // Without sounds the spelling still counts: the engine's failure is not the line's.
      if (error instanceof ProviderError) return texts.map(() => null);
      throw error;
    }
  };
}
