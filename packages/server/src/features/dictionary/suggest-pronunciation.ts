import type { PronunciationInput, SuggestedPronunciation } from '@voiceloom/contract';
import { canRespell, respell, type Sounds } from '@voiceloom/text';
import type { App } from '../../app.ts';
import { ApiError } from '../../errors.ts';
import { ProviderError } from '../../providers/provider-error.ts';

const READ_MS = 10_000;

/** How the embedded engine reads a word: as IPA, and as a respelling that it reads alike. */
export async function suggestPronunciation(
  { speech }: Pick<App, 'speech'>,
  { word, language, origin = language }: PronunciationInput,
): Promise<SuggestedPronunciation> {
  const noSuggestion = { word, language, pronunciation: null, ipa: null };
  const phonemizer = [...speech.values()].find((provider) => provider.phonemes);
  if (!phonemizer?.phonemes)
    return { ...noSuggestion, reason: 'The embedded speech engine is not installed on this server.' };
  const { phonemes } = phonemizer;
  const signal = AbortSignal.timeout(READ_MS);
  const soundsIn =
    (locale: string): Sounds =>
    (texts) =>
      phonemes(texts, locale, signal);
  try {
    const [ipa] = await soundsIn(origin)([word]);
    if (!ipa) return { ...noSuggestion, reason: `The engine cannot read the word in ${origin}.` };
    // The engine reads Japanese as kana, which Japanese voices can say.
    if (origin.startsWith('ja')) {
      if (language.startsWith('ja')) return { ...noSuggestion, pronunciation: ipa, reason: NO_IPA };
      return { ...noSuggestion, reason: NO_IPA };
    }
    if (!canRespell(language))
      return { ...noSuggestion, ipa, reason: `Words cannot be respelled in ${language}.` };
    const pronunciation = await respell(ipa, { locale: language, origin, sounds: soundsIn(language) });
    if (pronunciation === undefined)
      return { ...noSuggestion, ipa, reason: `No spelling in ${language} sounds like the word.` };
    return { ...noSuggestion, pronunciation, ipa, reason: null };
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    if (!(error instanceof ProviderError) && !isTimeout) throw error;
    throw new ApiError('UNAVAILABLE', 'The speech engine does not respond at the moment.', {
      retryAfterSeconds: 5,
    });
  }
}

const NO_IPA = 'The engine reads Japanese as kana, not as IPA.';
