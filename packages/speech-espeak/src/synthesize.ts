// SPDX-License-Identifier: GPL-3.0-or-later
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Engine, SAMPLE_RATE } from './engine.ts';
import { SpeechEngineError } from './errors.ts';
import { splitLine } from './ipa/line-pieces.ts';
import { codePointLength, normalizeText, spokenText } from './pieces.ts';
import type { SpokenWord, Synthesis, SynthesisRequest } from './protocol.ts';
import { splitSegments } from './segments.ts';
import { buildMarkup } from './ssml.ts';
import { countMorae, countSyllables, isLanguageSwitch } from './syllables.ts';
import { concatPcm, encodeWav, fadeOut } from './wav.ts';
import { timeWords } from './words.ts';

export interface LineJob {
  engine: Engine;
  request: SynthesisRequest;
  isAborted(): boolean;
}

const FADE_SAMPLES = Math.round(SAMPLE_RATE * 0.005);
const MAX_PITCH = 12;
/** About eleven minutes of speech. */
const MAX_TEXT_CHARACTERS = 10_000;

/** Speaks one line. The engine blocks while it speaks, so an abort takes effect between two segments. */
export async function synthesizeLine({ engine, request, isAborted }: LineJob): Promise<Synthesis> {
  const text = checkText(request);
  const language = engine.select(request);
  const { pieces, unknown_ipa } = await splitLine(text, request, language);
  const chunks: Int16Array[] = [];
  const words: SpokenWord[] = [];
  const phonemes: string[] = [];
  let phonemeText = '';
  let samples = 0;
  for (const segment of splitSegments(pieces)) {
    await nextTurn();
    if (isAborted()) throw new SpeechEngineError('ABORTED', 'The line was aborted.');
    const markup = buildMarkup(segment);
    const { pcm, events } = engine.speak(markup.ssml);
    const segmentPhonemes: string[] = [];
    let segmentText = '';
    for (const { type, id } of events) {
      if (type === 'word') segmentText += ' ';
      const phoneme = String(id ?? '');
      if (type !== 'phoneme' || isLanguageSwitch(phoneme)) continue;
      segmentText += phoneme;
      if (phoneme.trim() !== '') segmentPhonemes.push(phoneme);
    }
    // Punctuation alone produces only a few milliseconds of silence.
    if (segmentPhonemes.length === 0) continue;
    const offset_ms = (samples / SAMPLE_RATE) * 1000;
    const duration_ms = (pcm.length / SAMPLE_RATE) * 1000;
    words.push(...timeWords({ pieces: segment, markup, events, offset_ms, duration_ms }));
    phonemes.push(...segmentPhonemes);
    phonemeText += ` ${segmentText.replace(/\s+/g, ' ').trim()}`;
    chunks.push(pcm);
    samples += pcm.length;
  }
  if (phonemes.length === 0) throw unspeakableError();
  const pcm = concatPcm(chunks);
  fadeOut(pcm, FADE_SAMPLES);
  const spoken_text = spokenText(pieces);
  const syllables = language === 'ja' ? countMorae(spoken_text) : countSyllables(phonemes);
  return {
    wav: encodeWav(pcm, SAMPLE_RATE),
    sample_rate: SAMPLE_RATE,
    duration_ms: Math.round((pcm.length / SAMPLE_RATE) * 1000),
    words: words.map((word) => {
      return { text: word.text, start_ms: Math.round(word.start_ms), end_ms: Math.round(word.end_ms) };
    }),
    spoken_text,
    syllables: syllables || null,
    phonemes: phonemeText.trim(),
    unknown_ipa,
  };
}

/** The text in normalized form. Throws if the request cannot be spoken. */
function checkText({ text, speed, pitch }: SynthesisRequest): string {
  if (!(speed >= 0.5 && speed <= 2))
    throw new SpeechEngineError('INVALID_REQUEST', 'Speed must be 0.5 to 2.');
  if (!(Math.abs(pitch) <= MAX_PITCH)) {
    throw new SpeechEngineError('INVALID_REQUEST', 'Pitch must be -12 to 12 semitones.');
  }
  const normalizedText = normalizeText(text);
  if (normalizedText === '') throw unspeakableError();
  if (codePointLength(normalizedText) > MAX_TEXT_CHARACTERS) {
    const message = `The text has more than ${MAX_TEXT_CHARACTERS} characters.`;
    throw new SpeechEngineError('TEXT_TOO_LONG', message);
  }
  return normalizedText;
}

function unspeakableError(): SpeechEngineError {
  return new SpeechEngineError('UNSPEAKABLE', 'The text contains nothing to speak.');
}
