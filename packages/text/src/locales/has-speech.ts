import { speechText } from '../markup/speech-text.ts';
import { cover, findMarkup } from '../normalize/markup.ts';

/** Why a line is skipped. */
export const NOTHING_TO_SPEAK =
  'The line has nothing to speak: without markup and placeholders, no letters or digits remain.';

/** Why a line is skipped although it has words. */
const HELD_BACK =
  'The line is held back: it has a placeholder without a value. Add the value to placeholder_values of the generator.';

/** Why a line was skipped. */
export function skipReason(script: string): string {
  const { has_words, unfilled } = speechText(script, { locale: 'en' });
  return has_words && unfilled.length > 0 ? HELD_BACK : NOTHING_TO_SPEAK;
}

/** Whether a text has letters or digits outside tags, bracketed directions, placeholders and entities. */
export function hasSpeech(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(cover(text, findMarkup(text)));
}
