import { align, distanceOf } from '../accuracy/align.ts';
import { type Sounds, soundKey } from '../accuracy/sounds.ts';
import { SPELLINGS } from './spellings.ts';

const LONGEST_SOUND = 5;
/** The engine reads this many respellings to find the one that sounds right. */
const MAX_CANDIDATES = 96;
/** The share of sounds that may differ, because a language lacks some sounds of other languages. */
const MAX_OTHER_SOUNDS = 0.4;

/** Whether pronunciations can be written in the letters of the language. */
export function canRespell(locale: string): boolean {
  return spellingsOf(locale) !== undefined;
}

function spellingsOf(locale: string) {
  return SPELLINGS[languageOf(locale)];
}

function languageOf(locale: string): string {
  return locale.split('-', 1)[0] ?? locale;
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
  const candidates = respellings(ipa, locale);
  if (candidates.length === 0) return undefined;
  const target = [...soundKey(ipa, locale)];
  const read = await sounds(candidates);
  let best: { text: string; distance: number } | undefined;
  for (const [at, text] of candidates.entries()) {
    const sound = read[at];
    if (!sound) continue;
    const distance = distanceOf(align(target, [...soundKey(sound, locale)]));
    if (best === undefined || distance < best.distance) best = { text, distance };
  }
  const isForeign = languageOf(locale) !== languageOf(origin);
  if (isForeign || (best?.distance ?? 0) <= MAX_OTHER_SOUNDS * target.length) return best?.text;
  return undefined;
}

/** Likely respellings, the most usual first. */
function respellings(ipa: string, locale: string): string[] {
  const spellings = spellingsOf(locale);
  if (!spellings) return [];
  const signs = [...ipa.normalize('NFD').replaceAll(/[ˈˌ.‿()[\]/]/gu, '')];
  let candidates: { text: string; rank: number }[] = [{ text: '', rank: 0 }];
  for (let at = 0; at < signs.length; ) {
    const { ways, length } = soundAt(signs, at, spellings);
    at += length;
    candidates = candidates
      .flatMap(({ text, rank }) => ways.map((way, index) => ({ text: text + way, rank: rank + index })))
      .sort((one, other) => one.rank - other.rank)
      .slice(0, MAX_CANDIDATES);
  }
  return [...new Set(candidates.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim()))].filter(Boolean);
}

type Spelled = { ways: readonly string[]; length: number };

/** The ways to write the longest known sound at a position. An unknown sign is left out. */
function soundAt(signs: readonly string[], at: number, spellings: (typeof SPELLINGS)[string]): Spelled {
  for (let length = Math.min(LONGEST_SOUND, signs.length - at); length > 0; length--) {
    const ways = spellings?.[signs.slice(at, at + length).join('')];
    if (ways) return { ways, length };
  }
  return { ways: signs[at] === ' ' ? [' '] : [''], length: 1 };
}
