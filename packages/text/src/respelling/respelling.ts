import { align, countErrors } from '../accuracy/align.ts';
import { type Sounds, soundKey } from '../accuracy/sounds.ts';
import { languageOf } from '../locales/locale.ts';
import { SPELLINGS, type Spellings } from './spellings.ts';

const MAX_SOUND_LENGTH = 5;
/** The engine reads this many respellings to find the one that sounds right. */
const MAX_CANDIDATES = 96;
/** The share of sounds that may differ, because a language lacks some sounds of other languages. */
const MAX_OTHER_SOUNDS = 0.4;

/** Whether pronunciations can be written in the letters of the language. */
export function canRespell(locale: string): boolean {
  return SPELLINGS[languageOf(locale)] !== undefined;
}

/**
 * A respelling that a voice of the locale reads like the given IPA. Of all likely ones, the one that `sounds` reads
 * most alike. Undefined if none sounds alike. A word of another origin may have sounds that the locale lacks, so its
 * nearest respelling is returned.
 */
export async function respell(
  ipa: string,
  { locale, origin, sounds }: { locale: string; origin: string; sounds: Sounds },
): Promise<string | undefined> {
  const spellings = SPELLINGS[languageOf(locale)];
  const candidates = spellings ? listRespellings(ipa, spellings) : [];
  if (candidates.length === 0) return undefined;
  const target = [...soundKey(ipa, locale)];
  let best: { text: string; distance: number } | undefined;
  for (const [index, sound] of (await sounds(candidates)).entries()) {
    const text = candidates[index];
    if (!sound || text === undefined) continue;
    const distance = countErrors(align(target, [...soundKey(sound, locale)]));
    if (best === undefined || distance < best.distance) best = { text, distance };
  }
  const isForeign = languageOf(locale) !== languageOf(origin);
  if (isForeign || (best?.distance ?? 0) <= MAX_OTHER_SOUNDS * target.length) return best?.text;
  return undefined;
}

/** Likely respellings, the most usual first: `rank` adds up how unusual the spelling of each sound is. */
function listRespellings(ipa: string, spellings: Spellings): string[] {
  const signs = [...ipa.normalize('NFD').replaceAll(/[ˈˌ.‿()[\]/]/gu, '')];
  let candidates: { text: string; rank: number }[] = [{ text: '', rank: 0 }];
  for (let at = 0; at < signs.length; ) {
    // The longest known sound. An unknown sign is left out.
    let length = Math.min(MAX_SOUND_LENGTH, signs.length - at);
    const findSpellings = () => spellings[signs.slice(at, at + length).join('')];
    while (length > 1 && !findSpellings()) length -= 1;
    const soundSpellings = findSpellings() ?? [signs[at] === ' ' ? ' ' : ''];
    at += length;
    candidates = candidates
      .flatMap(({ text, rank }) =>
        soundSpellings.map((spelling, index) => ({ text: text + spelling, rank: rank + index })),
      )
      .sort((one, other) => one.rank - other.rank)
      .slice(0, MAX_CANDIDATES);
  }
  return [...new Set(candidates.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim()))].filter(Boolean);
}
