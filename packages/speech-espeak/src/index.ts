// SPDX-License-Identifier: Apache-2.0 OR GPL-3.0-or-later
export { SpeechEngineError, type SpeechEngineErrorCode } from './errors.ts';
export { createSpeechPool, type SpeechPool, type SpeechPoolOptions } from './pool.ts';
export {
  MAX_PHONEME_CHARACTERS,
  MAX_PHONEME_TEXTS,
  MAX_TEXT_CHARACTERS,
  type PhonemeRequest,
  type Phonemes,
  type SpokenWord,
  type Synthesis,
  type SynthesisRequest,
} from './protocol.ts';
export { ESPEAK_VOICES, type EspeakVoice } from './voices/voices.ts';
