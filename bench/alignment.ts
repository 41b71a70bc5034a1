/**
 * How exact the word times are that alignment finds, and what it costs. Takes are spoken by other voices of the embedded
 * engine, whose times are known, and by four voices of `flite`, another synthesizer that reports its phonemes, if it is
 * installed (`apt-get install flite`). Each take is also aligned with another line of similar length, which must fail.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { alignWords, type TimedWord } from '../packages/audio/src/align/align.ts';
import { decode } from '../packages/audio/src/codecs/decode.ts';
import { durationMs, type Pcm } from '../packages/audio/src/pcm.ts';
import { createSpeechPool } from '../packages/server/src/providers/speech/embedded/pool.ts';
import { cpuSeconds } from './support/engine-runs.ts';
import { quantile, report } from './support/figures.ts';
import { SPOKEN_LINES } from './support/spoken-lines.ts';

interface Spoken {
  pcm: Pcm;
  words: TimedWord[];
}

interface Result {
  /** How far the starts of the words are from the true ones. */
  errors: number[];
  aligned: number;
  takes: number;
  /** Takes that were aligned with a text that they do not have. */
  wrong: number;
}

const VOICES: Readonly<Record<string, string>> = {
  'en-us': 'gmw/en-US',
  'de-de': 'gmw/de',
  'es-es': 'roa/es',
  'fr-fr': 'roa/fr',
  'it-it': 'roa/it',
};
const VARIANTS = [
  { variant: 'f3', speed: 1.2, pitch: 3 },
  { variant: 'f5', speed: 1.4, pitch: 5 },
  { variant: 'm7', speed: 0.8, pitch: -3 },
  { variant: 'croak', speed: 1.1, pitch: 0 },
  { variant: 'whisper', speed: 1, pitch: 0 },
];
const FLITE_VOICES = ['awb', 'kal16', 'rms', 'slt'];
/** The phoneme of silence. */
const PAUSE = 'pau';

const pool = createSpeechPool({ processes: 1 });
const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'alignment-'));
const seconds = { take: 0, alignment: 0, reference: 0 };
try {
  for (const [locale, texts] of Object.entries(SPOKEN_LINES)) {
    const references: Spoken[] = [];
    for (const text of texts) {
      const before = cpuSeconds(pool.pids());
      references.push(await speak({ text, locale, variant: '', speed: 1, pitch: 0 }));
      seconds.reference += (cpuSeconds(pool.pids()) - before) * VARIANTS.length;
    }
    const result = newResult();
    for (const options of VARIANTS)
      for (const [index, text] of texts.entries())
        measure(await speak({ text, locale, ...options }), index, references, result);
    show(`embedded engine, ${locale}`, result);
    if (locale !== 'en-us' || !(await hasFlite())) continue;
    for (const voice of FLITE_VOICES) {
      const fliteResult = newResult();
      for (const [index, text] of texts.entries())
        measure(await speakWithFlite(voice, text), index, references, fliteResult);
      show(`flite, ${voice}`, fliteResult);
    }
  }
  report({
    name: 'CPU of alignment and its reference',
    value: (100 * (seconds.alignment + seconds.reference)) / seconds.take,
    unit: '% of the duration',
    better: 'lower',
    goal: 3,
    detail: `alignment alone ${((100 * seconds.alignment) / seconds.take).toFixed(2)} %`,
  });
} finally {
  await pool.close();
  await rm(folder, { recursive: true });
}

function newResult(): Result {
  return { errors: [], aligned: 0, takes: 0, wrong: 0 };
}

/** Aligns a take with its own reference, and with that of another line. */
function measure(take: Spoken, index: number, references: readonly Spoken[], result: Result): void {
  const reference = references[index];
  if (!reference) return;
  const start = process.cpuUsage();
  const words = alignWords(take.pcm, reference.pcm, reference.words);
  const { user, system } = process.cpuUsage(start);
  seconds.alignment += (user + system) / 1e6;
  seconds.take += durationMs(take.pcm) / 1_000;
  result.takes += 1;
  result.aligned += Number(words !== undefined);
  if (words?.length === take.words.length)
    for (const [position, { start_ms }] of words.entries())
      result.errors.push(Math.abs(start_ms - (take.words[position]?.start_ms ?? 0)));
  const others = references.filter((other) => other !== reference);
  const byLength = others.toSorted((a, b) => distance(a.pcm, reference.pcm) - distance(b.pcm, reference.pcm));
  const [other] = byLength;
  // A single word is not enough to tell texts apart.
  if (other && reference.words.length > 2)
    result.wrong += Number(alignWords(take.pcm, other.pcm, other.words) !== undefined);
}

function distance(one: Pcm, other: Pcm): number {
  return Math.abs(durationMs(one) - durationMs(other));
}

function show(name: string, { errors, aligned, takes, wrong }: Result): void {
  const detail = `${errors.length} words`;
  report({
    name: `${name}, median`,
    value: quantile(errors, 0.5),
    unit: 'ms',
    better: 'lower',
    goal: 25,
    detail,
  });
  report({ name: `${name}, 95 %`, value: quantile(errors, 0.95), unit: 'ms', better: 'lower', goal: 120 });
  const share = (count: number): number => (100 * count) / takes;
  report({ name: `${name}, aligned`, value: share(aligned), unit: '%', better: 'higher', goal: 98 });
  report({
    name: `${name}, aligned with another line`,
    value: share(wrong),
    unit: '%',
    better: 'lower',
    goal: 2,
  });
}

async function speak(options: {
  text: string;
  locale: string;
  variant: string;
  speed: number;
  pitch: number;
}): Promise<Spoken> {
  const { text, locale, variant, speed, pitch } = options;
  const voice = [VOICES[locale], variant].filter(Boolean).join('+');
  const { wav, words } = await pool.synthesize({ text, voice, speed, pitch, locale_code: locale });
  return { pcm: (await decode(wav)).pcm, words };
}

async function hasFlite(): Promise<boolean> {
  try {
    await run('flite', ['--version']);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code !== 'ENOENT') return true;
    console.log('flite is not installed, so only voices of the embedded engine were measured.');
    return false;
  }
  return true;
}

/** A phoneme and its end in milliseconds. */
interface Phoneme {
  name: string;
  end_ms: number;
}

async function listPhonemes(voice: string, text: string, file = 'none'): Promise<Phoneme[]> {
  const { stdout } = await run('flite', ['-voice', voice, '-psdur', '-o', file, '-t', text]);
  return stdout
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [name = '', end = ''] = entry.split(':');
      return { name, end_ms: 1_000 * Number(end) };
    });
}

/** flite reports phonemes, not words. So each word is also spoken alone, and its phonemes are found in the line. */
async function speakWithFlite(voice: string, text: string): Promise<Spoken> {
  const file = join(folder, 'take.wav');
  const line = await listPhonemes(voice, text, file);
  const texts = text.match(/\p{L}+/gu) ?? [];
  const wordPhonemes: { word: number; name: string }[] = [];
  for (const [word, wordText] of texts.entries())
    for (const { name } of await listPhonemes(voice, wordText))
      if (name !== PAUSE) wordPhonemes.push({ word, name });
  const words = texts.map((wordText) => ({ text: wordText, start_ms: Number.POSITIVE_INFINITY, end_ms: 0 }));
  for (const { word, position } of matchPhonemes(wordPhonemes, line)) {
    const timedWord = words[word];
    if (!timedWord) continue;
    timedWord.start_ms = Math.min(timedWord.start_ms, line[position - 1]?.end_ms ?? 0);
    timedWord.end_ms = Math.max(timedWord.end_ms, line[position]?.end_ms ?? 0);
  }
  return { pcm: (await decode(await readFile(file))).pcm, words };
}

/** The phoneme of the line for each phoneme of a word, by edit distance: within a line, some sound different. */
function matchPhonemes(wordPhonemes: readonly { word: number; name: string }[], line: readonly Phoneme[]) {
  const costs = Array.from({ length: wordPhonemes.length + 1 }, (_, row) =>
    Array.from({ length: line.length + 1 }, (_, column) => (row === 0 || column === 0 ? row + column : 0)),
  );
  const costAt = (row: number, column: number): number => costs[row]?.[column] ?? Number.POSITIVE_INFINITY;
  const matchCost = (row: number, column: number): number => {
    const name = line[column - 1]?.name;
    if (name === PAUSE) return 3;
    return Number(name !== wordPhonemes[row - 1]?.name);
  };
  const skipCost = (column: number): number => Number(line[column - 1]?.name !== PAUSE);
  for (let row = 1; row <= wordPhonemes.length; row++) {
    for (let column = 1; column <= line.length; column++) {
      const cost = Math.min(
        costAt(row - 1, column - 1) + matchCost(row, column),
        costAt(row - 1, column) + 1,
        costAt(row, column - 1) + skipCost(column),
      );
      costs[row]?.splice(column, 1, cost);
    }
  }
  const matches: { word: number; position: number }[] = [];
  let [row, column] = [wordPhonemes.length, line.length];
  while (row > 0 && column > 0) {
    const cost = costAt(row, column);
    if (cost === costAt(row - 1, column - 1) + matchCost(row, column)) {
      matches.push({ word: wordPhonemes[row - 1]?.word ?? 0, position: column - 1 });
      row--;
      column--;
    } else if (cost === costAt(row, column - 1) + skipCost(column)) column--;
    else row--;
  }
  return matches;
}
