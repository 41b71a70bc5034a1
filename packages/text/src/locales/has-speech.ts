import { cover, findMarkup } from '../normalize/markup.ts';

/** Why a line is skipped. */
export const NOTHING_TO_SPEAK =
  'The line has nothing to speak: without markup and placeholders, no letters or digits remain.';

/** Whether a text has letters or digits outside tags, bracketed directions, placeholders and entities. */
export function hasSpeech(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(cover(text, findMarkup(text)));
}
