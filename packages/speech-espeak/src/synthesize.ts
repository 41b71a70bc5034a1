// SPDX-License-Identifier: GPL-3.0-or-later
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EspeakEvent } from '@echogarden/espeak-ng-emscripten';
import { type Engine, SAMPLE_RATE } from './engine.ts';
import { SpeechEngineError } from './errors.ts';
import { linePieces } from './ipa/line-pieces.ts';
import { codePointLength, normalizeText, type Piece, spokenText } from './pieces.ts';
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

interface Speech {
  chunks: Int16Array[];
  samples: number;
  words: SpokenWord[];
  phonemes: string[];
  phonemeText: string;
}

const FADE_SAMPLES = Math.round(SAMPLE_RATE * 0.005);
const MAX_PITCH = 12;
/** About eleven minutes of speech. */
const MAX_TEXT_CHARACTERS = 10_000;

/** Speaks one line. The engine blocks while it speaks, so an abort takes effect between two segments. */
export async function synthesizeLine({ engine, request, isAborted }: LineJob): Promise<Synthesis> {
  const text = checkedText(request);
  const language = engine.select(request);
  const { pieces, unknown_ipa } = await linePieces(text, request, language);
  const speech: Speech = { chunks: [], samples: 0, words: [], phonemes: [], phonemeText: '' };
  for (const segment of splitSegments(pieces)) {
    await nextTurn();
    if (isAborted()) throw new SpeechEngineError('ABORTED', 'The line was aborted.');
    speakSegment(engine, segment, speech);
  }
  if (speech.phonemes.length === 0) throw unspeakable();
  return { ...toSynthesis(speech, language, spokenText(pieces)), unknown_ipa };
}

function checkedText({ text, speed, pitch }: SynthesisRequest): string {
  if (!(speed >= 0.5 && speed <= 2))
    throw new SpeechEngineError('INVALID_REQUEST', 'Speed must be 0.5 to 2.');
  if (!(Math.abs(pitch) <= MAX_PITCH)) {
    throw new SpeechEngineError('INVALID_REQUEST', 'Pitch must be -12 to 12 semitones.');
  }
  const normalized = normalizeText(text);
  if (normalized === '') throw unspeakable();
  if (codePointLength(normalized) > MAX_TEXT_CHARACTERS) {
    const message = `The text has more than ${MAX_TEXT_CHARACTERS} characters.`;
    throw new SpeechEngineError('TEXT_TOO_LONG', message);
  }
  return normalized;
}

function speakSegment(engine: Engine, pieces: readonly Piece[], speech: Speech): void {
  const markup = buildMarkup(pieces);
  const { pcm, events } = engine.speak(markup.ssml);
  const phonemes = phonemesOf(events);
  // Punctuation alone produces only a few milliseconds of silence.
  if (phonemes.length === 0) return;
  const offset_ms = (speech.samples / SAMPLE_RATE) * 1000;
  const duration_ms = (pcm.length / SAMPLE_RATE) * 1000;
  speech.words.push(...timeWords({ pieces, markup, events, offset_ms, duration_ms }));
  speech.phonemes.push(...phonemes);
  speech.phonemeText += ` ${phonemeTextOf(events)}`;
  speech.chunks.push(pcm);
  speech.samples += pcm.length;
}

function phonemesOf(events: readonly EspeakEvent[]): string[] {
  return events
    .filter(({ type }) => type === 'phoneme')
    .map(({ id }) => String(id ?? ''))
    .filter((id) => id.trim() !== '' && !isLanguageSwitch(id));
}

function phonemeTextOf(events: readonly EspeakEvent[]): string {
  const parts = events.map(({ type, id }) => {
    if (type === 'word') return ' ';
    const phoneme = type === 'phoneme' ? String(id ?? '') : '';
    if (isLanguageSwitch(phoneme)) return '';
    return phoneme;
  });
  return parts.join('').replace(/\s+/g, ' ').trim();
}

function toSynthesis(speech: Speech, language: string, spokenText: string): Omit<Synthesis, 'unknown_ipa'> {
  const pcm = concatPcm(speech.chunks);
  fadeOut(pcm, FADE_SAMPLES);
  const words = speech.words.map(({ text, start_ms, end_ms }) => {
    return { text, start_ms: Math.round(start_ms), end_ms: Math.round(end_ms) };
  });
  return {
    wav: encodeWav(pcm, SAMPLE_RATE),
    sample_rate: SAMPLE_RATE,
    duration_ms: Math.round((pcm.length / SAMPLE_RATE) * 1000),
    words,
    spoken_text: spokenText,
    syllables: (language === 'ja' ? countMorae(spokenText) : countSyllables(speech.phonemes)) || null,
    phonemes: speech.phonemeText.trim(),
  };
}

function unspeakable(): SpeechEngineError {
  return new SpeechEngineError('UNSPEAKABLE', 'The text contains nothing to speak.');
}
