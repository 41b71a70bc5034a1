// SPDX-License-Identifier: GPL-3.0-or-later
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { EspeakEvent, EspeakModule, EspeakVoiceEntry } from '@echogarden/espeak-ng-emscripten';
import { SpeechEngineError } from './errors.ts';
import { concatPcm } from './wav.ts';

/** Samples per second of everything that the engine speaks. */
export const SAMPLE_RATE = 22_050;

export interface VoiceSettings {
  voice: string;
  speed: number;
  pitch: number;
}

export interface Engine {
  /** Selects voice, rate and pitch for the next calls and returns the voice's language. */
  select(settings: VoiceSettings): string;
  speak(ssml: string): { pcm: Int16Array; events: EspeakEvent[] };
  /** Selects the plainest voice of a language; false if the engine has none. */
  selectLanguage(locale: string): boolean;
  /** The identifiers of every language voice of the data. */
  listVoices(): string[];
  /** IPA of a plain text. */
  phonemes(text: string): string;
}

/** Where the engine looks for variants, such as `f3`. */
const VARIANT_FOLDER = '/usr/share/espeak-ng-data/voices/!v';
/** The variant that is written for each pitch. */
const PITCHED_VARIANT = 'voiceloom-pitched';
/** The lowest and highest pitch of a variant that does not set them. */
const DEFAULT_PITCH_HZ: readonly [number, number] = [82, 118];

// Words per minute that result in the usual syllable rates of each language.
const DEFAULT_RATE = 165;
const RATES: Readonly<Record<string, number>> = {
  en: 170,
  es: 158,
  it: 160,
  ja: 160,
  ko: 190,
  cmn: 200,
  zh: 200,
};
const MIN_RATE = 80;
const MAX_RATE = 450;

let dataFile: Promise<ArrayBuffer> | undefined;

/** The 24 MB of voice data, read once per process and shared by every instance. */
async function readData(): Promise<ArrayBuffer> {
  const main = createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten');
  const file = await readFile(join(dirname(main), 'espeak-ng.data'));
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
}

/** Creates a fresh instance of the engine. */
export async function loadEngine(): Promise<Engine> {
  dataFile ??= readData();
  const data = await dataFile;
  const { default: init } = await import('@echogarden/espeak-ng-emscripten');
  const module = await init({ getPreloadedPackage: () => data, print: () => {}, printErr: () => {} });
  const worker = new module.eSpeakNGWorker();
  const voices = new Map(worker.list_voices().map((voice) => [voice.identifier, voice]));
  const variants = new Set(module.FS.readdir(VARIANT_FOLDER).filter((name) => !name.startsWith('.')));

  function select({ voice, speed, pitch }: VoiceSettings): string {
    // `gmw/en-us+f2` is the voice `gmw/en-us` in its variant `f2`.
    const [identifier = ''] = voice.split('+', 1);
    const variant = voice.slice(identifier.length + 1);
    const entry = voices.get(identifier);
    // The engine itself accepts any variant name, even a path, and silently speaks without it.
    if (!entry || (voice.includes('+') && !variants.has(variant))) throw voiceNotFoundError(voice);
    let name = voice;
    if (pitch !== 0) name = `${identifier}+${writePitchedVariant(module, variant, pitch)}`;
    // On failure, the previous voice stays selected, so the result must be checked.
    if (worker.set_voice(name) !== 0) throw voiceNotFoundError(voice);
    const [mainLanguage] = entry.languages.toSorted((one, other) => one.priority - other.priority);
    const [language = ''] = (mainLanguage?.name ?? entry.identifier).split('-', 1);
    const rate = (RATES[language] ?? DEFAULT_RATE) * speed;
    worker.set_rate(Math.round(Math.min(MAX_RATE, Math.max(MIN_RATE, rate))));
    // The pitch is part of the variant.
    worker.set_pitch(50);
    worker.set_range(50);
    worker.set_volume(90);
    return language;
  }

  function speak(ssml: string): { pcm: Int16Array; events: EspeakEvent[] } {
    const chunks: Int16Array[] = [];
    const events: EspeakEvent[] = [];
    worker.synthesize(ssml, (pcm, newEvents) => {
      chunks.push(pcm);
      events.push(...newEvents);
      return false;
    });
    return { pcm: concatPcm(chunks), events };
  }

  function selectLanguage(locale: string): boolean {
    const identifier = findVoice(locale, voices.values());
    return identifier !== undefined && worker.set_voice(identifier) === 0;
  }

  return {
    select,
    speak,
    selectLanguage,
    listVoices: () => [...voices.keys()],
    phonemes: (text) => worker.synthesize_ipa(text).ipa,
  };
}

/**
 * Writes a variant of a voice with another pitch, and returns its name. The engine's own pitch setting spans -6 to +9 semitones, so the pitch line of the variant is scaled instead:
 * it reaches the full range and shifts the formants with it.
 */
function writePitchedVariant(module: EspeakModule, variant: string, semitones: number): string {
  let source = 'language variant\nname plain\n';
  if (variant) source = module.FS.readFile(`${VARIANT_FOLDER}/${variant}`, { encoding: 'utf8' });
  // `pitch 82 118`, in hertz.
  const line = /^pitch\s+(\d+)\s+(\d+)/m.exec(source);
  const hertz = line ? [Number(line[1]), Number(line[2])] : DEFAULT_PITCH_HZ;
  const pitchLine = hertz.map((value) => Math.round(value * 2 ** (semitones / 12))).join(' ');
  const content = `${source.replace(/^pitch\s.*$/gm, '')}\npitch ${pitchLine}\n`;
  module.FS.writeFile(`${VARIANT_FOLDER}/${PITCHED_VARIANT}`, content);
  return PITCHED_VARIANT;
}

/** Languages for which the engine uses a different code. */
const ALIASES: Readonly<Record<string, string>> = {
  'zh-hk': 'yue',
  'zh-mo': 'yue',
  zh: 'cmn',
  no: 'nb',
  tl: 'fil',
};

/** The voice of the locale itself, otherwise the first one of its language. */
function findVoice(locale: string, voices: Iterable<EspeakVoiceEntry>): string | undefined {
  const base = locale.split('-', 1)[0] ?? '';
  const names = [locale, ALIASES[locale], base, ALIASES[base]];
  const candidates = [...voices].flatMap(({ identifier, languages }) =>
    languages.map(({ name, priority }) => ({ identifier, name, priority })),
  );
  // Variants of a region or a script have longer identifiers.
  candidates.sort(
    (one, other) => one.priority - other.priority || one.identifier.length - other.identifier.length,
  );
  for (const name of names) {
    const bestVoice = candidates.find((candidate) => candidate.name === name);
    if (bestVoice) return bestVoice.identifier;
  }
  return undefined;
}

function voiceNotFoundError(voice: string): SpeechEngineError {
  return new SpeechEngineError('VOICE_NOT_FOUND', `The engine has no voice "${voice.slice(0, 80)}".`);
}
