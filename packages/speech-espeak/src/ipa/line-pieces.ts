// SPDX-License-Identifier: GPL-3.0-or-later
import { japanesePieces } from '../japanese/japanese.ts';
import { normalizeText, type Piece, splitPieces } from '../pieces.ts';
import type { SynthesisRequest, TextPart } from '../protocol.ts';
import { engineSounds } from './ipa.ts';

/** An English possessive after a word with given sounds. On its own, the engine would say the name of its letter. */
const POSSESSIVE = /^['’]s(?![\p{L}\p{N}])/u;

/** The pieces of a line. `text` is the whole line in normalized form. */
export async function splitLine(
  text: string,
  request: SynthesisRequest,
  language: string,
): Promise<{ pieces: Piece[]; unknown_ipa: string[] }> {
  const splitWords = async (words: string): Promise<Piece[]> => {
    if (language === 'ja') return await japanesePieces(words);
    return splitPieces(words, language);
  };
  const { parts = [], voice } = request;
  if (!parts.some(({ ipa }) => ipa !== undefined)) return { pieces: await splitWords(text), unknown_ipa: [] };
  const pieces: Piece[] = [];
  const unknown = new Set<string>();
  for (const part of language === 'en' ? joinPossessives(parts) : parts) {
    const words = normalizeText(part.text);
    if (part.ipa !== undefined) {
      const sounds = engineSounds(part.ipa, voice);
      for (const sign of sounds.unknown) unknown.add(sign);
      if (sounds.spoken) {
        pieces.push({ written: words, spoken: sounds.spoken, is_sounds: true });
        continue;
      }
    }
    // Keeps the spaces around a part, which separate its words from those of its neighbors.
    const isBlank = words === '' && part.text !== '';
    if (isBlank || /^\s/.test(part.text)) pieces.push({ written: ' ', spoken: ' ' });
    if (words === '') continue;
    pieces.push(...(await splitWords(words)));
    if (/\s$/.test(part.text)) pieces.push({ written: ' ', spoken: ' ' });
  }
  return { pieces, unknown_ipa: [...unknown] };
}

/** Moves the possessive after a word with given sounds into it. */
function joinPossessives(parts: readonly TextPart[]): TextPart[] {
  const joinedParts: TextPart[] = [];
  for (const part of parts) {
    const lastPart = joinedParts.at(-1);
    const possessive = part.ipa === undefined ? POSSESSIVE.exec(part.text)?.[0] : undefined;
    if (lastPart?.ipa === undefined || possessive === undefined) {
      joinedParts.push(part);
      continue;
    }
    // After a sibilant, after a voiceless consonant, and otherwise.
    let ending = 'z';
    if (/[szʃʒ]$/u.test(lastPart.ipa)) ending = 'ɪz';
    else if (/[ptkfθ]$/u.test(lastPart.ipa)) ending = 's';
    joinedParts.pop();
    joinedParts.push({ text: lastPart.text + possessive, ipa: lastPart.ipa + ending });
    joinedParts.push({ text: part.text.slice(possessive.length) });
  }
  return joinedParts;
}
