// SPDX-License-Identifier: GPL-3.0-or-later

const VOWEL = /[aeiouyæøœɐɑɒɔəɘɚɛɜɝɞɤɨɪɯɵɶʉʊʌʏᵻ]/u;
const SYLLABIC_CONSONANT = /\u0329/u;
const SMALL_KANA = /[ぁぃぅぇぉゃゅょゎァィゥェォャュョヮ]/u;
const KANA = /[\u3041-\u3096\u30a1-\u30fa]|ー/u;

/** The engine names a change of language among the phonemes, e.g. `(en)`. */
export function isLanguageSwitch(phoneme: string): boolean {
  return phoneme.startsWith('(');
}

/** One syllable per vowel, diphthong or syllabic consonant: the engine reports each as one phoneme. */
export function countSyllables(phonemes: readonly string[]): number {
  return phonemes.filter((phoneme) => {
    if (isLanguageSwitch(phoneme)) return false;
    const letters = phoneme.normalize('NFD');
    return VOWEL.test(letters) || SYLLABIC_CONSONANT.test(letters);
  }).length;
}

/** Morae of a kana reading: every kana and long-vowel mark counts, small vowels and glides do not. */
export function countMorae(kana: string): number {
  return Array.from(kana).filter((character) => KANA.test(character) && !SMALL_KANA.test(character)).length;
}
