// SPDX-License-Identifier: GPL-3.0-or-later
import { japanesePieces } from '../japanese/japanese.ts';
import { normalizeText, type Piece, piecesOf } from '../pieces.ts';
import type { SynthesisRequest, TextPart } from '../protocol.ts';
import { engineSounds } from './ipa.ts';

interface LinePieces {
  pieces: Piece[];
  unknown_ipa: string[];
}

/** An English possessive after a word with given sounds. On its own, the engine would say the name of its letter. */
const POSSESSIVE = /^['’]s(?![\p{L}\p{N}])/u;

/** The pieces of a line. `text` is the whole line in normalized form. */
export async function linePieces(
  text: string,
  { parts, voice }: Pick<SynthesisRequest, 'parts' | 'voice'>,
  language: string,
): Promise<LinePieces> {
  const split = (words: string): Promise<Piece[]> | Piece[] =>
    language === 'ja' ? japanesePieces(words) : piecesOf(words, language);
  if (!parts?.some(({ ipa }) => ipa !== undefined)) return { pieces: await split(text), unknown_ipa: [] };
  const line: LinePieces = { pieces: [], unknown_ipa: [] };
  for (const part of language === 'en' ? withPossessives(parts) : parts) {
    const sounds = part.ipa === undefined ? undefined : engineSounds(part.ipa, voice);
    line.unknown_ipa.push(...(sounds?.unknown ?? []));
    if (sounds?.spoken)
      line.pieces.push({ written: normalizeText(part.text), spoken: sounds.spoken, is_sounds: true });
    else line.pieces.push(...(await spacedPieces(part.text, split)));
  }
  return { ...line, unknown_ipa: [...new Set(line.unknown_ipa)] };
}

/** Keeps the spaces around a part, which separate its words from those of its neighbors. */
async function spacedPieces(text: string, split: (words: string) => Promise<Piece[]> | Piece[]) {
  const words = normalizeText(text);
  const space: Piece[] = [{ written: ' ', spoken: ' ' }];
  if (words === '') return text === '' ? [] : space;
  return [...(/^\s/.test(text) ? space : []), ...(await split(words)), ...(/\s$/.test(text) ? space : [])];
}

function withPossessives(parts: readonly TextPart[]): TextPart[] {
  const done: TextPart[] = [];
  for (const part of parts) {
    const last = done.at(-1);
    const [possessive] = (part.ipa === undefined && POSSESSIVE.exec(part.text)) || [];
    if (last?.ipa === undefined || possessive === undefined) {
      done.push(part);
      continue;
    }
    done.pop();
    done.push({ text: last.text + possessive, ipa: last.ipa + endingAfter(last.ipa) });
    done.push({ text: part.text.slice(possessive.length) });
  }
  return done;
}

/** The sounds of an English possessive: after a sibilant, after a voiceless consonant, and otherwise. */
function endingAfter(ipa: string): string {
  if (/[szʃʒ]$/u.test(ipa)) return 'ɪz';
  if (/[ptkfθ]$/u.test(ipa)) return 's';
  return 'z';
}
