// SPDX-License-Identifier: GPL-3.0-or-later
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Engine } from './engine.ts';
import { SpeechEngineError } from './errors.ts';
import { japanesePieces } from './japanese/japanese.ts';
import { normalizeText, spokenText } from './pieces.ts';
import type { PhonemeRequest, Phonemes } from './protocol.ts';

/** The maximum number of texts in a request, and the maximum length of a text in code points. */
const MAX_TEXTS = 1_000;
const MAX_CHARACTERS = 300;
/** The number of texts between two checks for an abort. */
const TEXTS_PER_TURN = 20;

/** The phonemes of each text. The engine blocks the process, so an abort takes effect only at the next check. */
export async function readPhonemes(job: {
  engine: Engine;
  request: PhonemeRequest;
  isAborted(): boolean;
}): Promise<Phonemes> {
  const { texts, locale_code } = job.request;
  if (texts.length > MAX_TEXTS)
    throw new SpeechEngineError('INVALID_REQUEST', `texts must have at most ${MAX_TEXTS} entries.`);
  const isJapanese = locale_code.split('-', 1)[0] === 'ja';
  if (!isJapanese && !job.engine.selectLanguage(locale_code)) return texts.map(() => null);
  const phonemes: Phonemes = [];
  for (const [index, text] of texts.entries()) {
    if (index % TEXTS_PER_TURN === 0) await nextTurn();
    if (job.isAborted()) throw new SpeechEngineError('ABORTED', 'The line was aborted.');
    const [...characters] = normalizeText(text);
    if (characters.length === 0 || characters.length > MAX_CHARACTERS) {
      phonemes.push(null);
      continue;
    }
    // Two brackets would open the engine's own phonemes.
    const plainText = characters.join('').replace(/[[\]]/g, ' ');
    const sound = isJapanese ? spokenText(await japanesePieces(plainText)) : job.engine.phonemes(plainText);
    // `(en)` marks a switch of language, and `_` a pause.
    const cleanSound = sound
      .replace(/\([a-z-]+\)/g, '')
      .replace(/_/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    phonemes.push(cleanSound || null);
  }
  return phonemes;
}
