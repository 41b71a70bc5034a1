// SPDX-License-Identifier: GPL-3.0-or-later
import data from '../generated/mnemonics.json' with { type: 'json' };
import { NEAREST } from './near.ts';

/** A pronunciation in the engine's format. */
export interface EngineSounds {
  /** Phoneme input with its brackets; empty if no sound was found. */
  spoken: string;
  /** Signs that are not sounds of the IPA, each once. They are omitted. */
  unknown: string[];
}

/** The names of the engine's phonemes, by IPA. */
type Inventory = ReadonlyMap<string, string>;

/** Code points of the longest sound: a vowel group of three with its marks. */
const MAX_SOUND_LENGTH = 5;
const VOWEL = /[aeiouyɑɒæɐʌɶɛəɘɜɞɤɔøœɵɪᵻɨʏʊʉɯɚɝ]/u;
const STRESS: Readonly<Record<string, string>> = { ˈ: "'", ˌ: ',' };
/** Signs between sounds: syllables, groups, links, and brackets around the whole. */
const SILENT = /[\s.|‖‿/[\]()⟨⟩-]/u;
/** Marks for details of a sound, which can be left out. */
const DETAIL = /[\p{M}ʰʱʷˠˤʼ˞ⁿˡˑːʲᵝ]/u;

/** Other spellings of the same sound. */
const SPELLINGS: readonly [RegExp, string][] = [
  // The tie of an affricate or diphthong.
  [/[\u035c\u0361\u200b-\u200d]/gu, ''],
  [/g/gu, 'ɡ'],
  [/[:∶]/gu, 'ː'],
  [/['’′]/gu, 'ˈ'],
  [/ʦ/gu, 'ts'],
  [/ʣ/gu, 'dz'],
  [/ʧ/gu, 'tʃ'],
  [/ʤ/gu, 'dʒ'],
  [/ʨ/gu, 'tɕ'],
  [/ʥ/gu, 'dʑ'],
  [/ɫ̩/gu, 'l̩'],
];

const ENGLISH_R: readonly [RegExp, string] = [/r/gu, 'ɹ'];

const inventories = new Map<string, Inventory>();

/** The phonemes of a voice, by its identifier without variant. */
function getInventory(voice: string): Inventory {
  const name = (data.voices as Readonly<Record<string, string>>)[voice] ?? 'en';
  const existingInventory = inventories.get(name);
  if (existingInventory) return existingInventory;
  const tables = data.tables as Readonly<Record<string, Readonly<Record<string, string | null>>>>;
  const entries = Object.entries({ ...data.base, ...tables[name] });
  const inventory = new Map<string, string>();
  for (const [ipa, phoneme] of entries) if (phoneme !== null) inventory.set(ipa, phoneme);
  inventories.set(name, inventory);
  return inventory;
}

/** Translates IPA to the engine's phonemes of a voice. A sound that its language lacks becomes the nearest one. */
export function engineSounds(ipa: string, voice: string): EngineSounds {
  const inventory = getInventory(voice.split('+', 1)[0] ?? '');
  // English dictionaries write the only r of English as the letter `r`.
  const spellings = voice.startsWith('gmw/en') ? [...SPELLINGS, ENGLISH_R] : SPELLINGS;
  let text = ipa.normalize('NFD');
  for (const [spelling, replacement] of spellings) text = text.replace(spelling, replacement);
  const signs = [...text];
  const phonemes: string[] = [];
  const unknown = new Set<string>();
  for (let position = 0; position < signs.length; ) {
    const sign = signs[position] ?? '';
    const stress = STRESS[sign];
    if (stress !== undefined) phonemes.push(stress);
    if (stress !== undefined || SILENT.test(sign)) {
      position += 1;
      continue;
    }
    // The longest sound that is known begins here.
    let length = Math.min(MAX_SOUND_LENGTH, signs.length - position);
    let sound = findPhonemes(signs.slice(position, position + length).join(''), inventory);
    while (!sound && length > 1) {
      length -= 1;
      sound = findPhonemes(signs.slice(position, position + length).join(''), inventory);
    }
    if (sound) phonemes.push(...sound);
    else if (!DETAIL.test(sign)) unknown.add(sign);
    position += length;
  }
  const sounds = joinPhonemes(phonemes, signs);
  if (sounds === '') return { spoken: '', unknown: [...unknown] };
  return { spoken: `[[${sounds}]]`, unknown: [...unknown] };
}

/** The phonemes of a sound or of the nearest one; undefined if it is unknown. */
function findPhonemes(sound: string, inventory: Inventory): string[] | undefined {
  const phoneme = inventory.get(sound);
  if (phoneme !== undefined) return [phoneme];
  for (const neighbor of NEAREST[sound] ?? []) {
    if (neighbor === '') return [];
    const nearSound = neighbor.normalize('NFD');
    const nearPhoneme = inventory.get(nearSound);
    if (nearPhoneme !== undefined) return [nearPhoneme];
    const parts = [...nearSound].map((part) => inventory.get(part));
    if (parts.length > 1 && parts.every((part) => part !== undefined)) return parts;
  }
  return undefined;
}

/** Phonemes with a sign between them, so that two are not read as one. One syllable is stressed. */
function joinPhonemes(phonemes: readonly string[], signs: readonly string[]): string {
  const isMarked = phonemes.some((phoneme) => phoneme === "'" || phoneme === ',');
  // One run of vowels.
  const isSyllable = signs.join('').match(new RegExp(`${VOWEL.source}+`, 'gu'))?.length === 1;
  let text = '';
  for (const phoneme of phonemes) {
    // A mark of stress needs no sign on either side.
    const isBesideMark = /[',]$/.test(text) || phoneme === "'" || phoneme === ',';
    text += text === '' || isBesideMark ? phoneme : `|${phoneme}`;
  }
  if (!isMarked && isSyllable) return `'${text}`;
  return text;
}
