import type { MarkupPolicy } from './policy.ts';
import { speechText } from './speech-text.ts';
import { markupSpans } from './views.ts';

/** Why a line is skipped. */
export const NOTHING_TO_SPEAK =
  'The line has nothing to speak: without markup and placeholders, no letters or digits remain.';

/** Why a line is skipped even though it has words. */
const VALUE_IS_MISSING =
  'The line is held, because it has a placeholder without a value. Add the value to placeholder_values of the generator.';

/** Why a line was skipped. */
export function skipReason(script: string, policy: MarkupPolicy): string {
  const isHeld = policy.placeholders === 'skip' && speechText(script, policy).unfilled.length > 0;
  return isHeld ? VALUE_IS_MISSING : NOTHING_TO_SPEAK;
}

/** A letter or digit. */
const SPOKEN = /[\p{L}\p{N}]/u;

/** Whether a text has letters or digits outside tags, bracketed directions, placeholders and entities. */
export function hasSpeech(text: string): boolean {
  let at = 0;
  for (const { start, end } of markupSpans(text)) {
    if (SPOKEN.test(text.slice(at, start))) return true;
    at = end;
  }
  return SPOKEN.test(text.slice(at));
}
