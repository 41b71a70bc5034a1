// SPDX-License-Identifier: Apache-2.0 OR GPL-3.0-or-later

// Only types, under both licenses. The service that starts the engine uses these types, but loads no code of this
// package.

/** Why the engine did not speak a line. */
export type EngineErrorCode =
  | 'VOICE_NOT_FOUND'
  | 'UNSPEAKABLE'
  | 'TEXT_TOO_LONG'
  | 'INVALID_REQUEST'
  | 'ENGINE_FAILED'
  | 'ABORTED';

/** One line to speak. */
export interface SynthesisRequest {
  text: string;
  /** The same text in parts, if the pronunciation of some of them is given. */
  parts?: readonly TextPart[];
  /** Engine voice identifier with an optional variant, e.g. `gmw/en-US+f3`. */
  voice: string;
  /** 0.5 to 2; 1 is the normal rate of the language. */
  speed: number;
  /** -12 to 12 semitones. */
  pitch: number;
  /** Language of the text, lowercase BCP-47. */
  locale_code: string;
}

/** A part of a line. `ipa` is the pronunciation of its words, if given. */
export interface TextPart {
  text: string;
  ipa?: string;
}

/** A word as it was written, with its place in the audio. */
export interface SpokenWord {
  text: string;
  start_ms: number;
  end_ms: number;
}

/** One spoken line. */
export interface Synthesis {
  /** 16-bit mono PCM in a WAV container. */
  wav: Uint8Array;
  sample_rate: number;
  duration_ms: number;
  words: SpokenWord[];
  /** The text that the engine received; kana for Japanese. */
  spoken_text: string;
  /** Morae for Japanese; null if the engine returned no phonemes to count. */
  syllables: number | null;
  /** IPA with a space between words. */
  phonemes: string;
  /** Signs of given pronunciations that are not IPA, which were left out. */
  unknown_ipa: string[];
}

/** Texts to turn into phonemes, such as single words. */
export interface PhonemeRequest {
  texts: readonly string[];
  /** Language of the texts, lowercase BCP-47. */
  locale_code: string;
}

export type ParentMessage =
  | { kind: 'synthesize'; id: number; request: SynthesisRequest }
  | { kind: 'phonemes'; id: number; request: PhonemeRequest }
  | { kind: 'abort'; id: number };

export type ChildMessage =
  | { kind: 'result'; id: number; result: Synthesis | Phonemes }
  /** `fatal` means that the engine may be damaged and the process has to be replaced. */
  | { kind: 'error'; id: number; code: EngineErrorCode; message: string; fatal: boolean };

/** The IPA of each text, or its kana if the language is Japanese; null if the engine has none. */
export type Phonemes = (string | null)[];
