import { languageOf } from '../locales/locale.ts';
import { findRuns, type Part } from './parts.ts';
import { wordSeparator } from './tokens.ts';

/** Returns the phonemes of texts: equal for equal sounds, null if unknown. */
export type Sounds = (texts: string[]) => Promise<(string | null)[]>;

interface Sides {
  script: readonly { key: string }[];
  transcript: readonly { key: string }[];
  parts: readonly Part[];
  locale: string;
}

/**
 * `e mail` and `email`, `can not` and `cannot`: the number of words that may sound like differently split
 * ones.
 */
const MAX_JOINED = 3;
/** More words than this in one region are a different text, not a different spelling. */
const MAX_REGION = 60;
/** The maximum number of texts per line. */
const MAX_TEXTS = 1_000;

/** Marks parts with different spelling but equal sound as homophones. */
export async function markHomophones(sides: Sides, sounds: Sounds): Promise<Part[]> {
  const { script, transcript, parts, locale } = sides;
  const regions: Region[] = [];
  for (const { from, parts: run } of findRuns(parts, ({ op }) => op !== 'match')) {
    const scriptIndexes = run.flatMap((part) => part.script);
    const transcriptIndexes = run.flatMap((part) => part.transcript);
    const isOneSided = scriptIndexes.length === 0 || transcriptIndexes.length === 0;
    if (isOneSided || Math.max(scriptIndexes.length, transcriptIndexes.length) > MAX_REGION) continue;
    regions.push({
      from,
      length: run.length,
      script: scriptIndexes.map((index) => ({ index, key: script[index]?.key ?? '' })),
      transcript: transcriptIndexes.map((index) => ({ index, key: transcript[index]?.key ?? '' })),
    });
  }
  const result = [...parts];
  if (regions.length === 0) return result;
  const toKey = await findSoundKeys(regions, locale, sounds);
  // From the end, so that earlier positions stay valid.
  for (const region of regions.reverse())
    result.splice(region.from, region.length, ...alignSounds(region, toKey));
  return result;
}

/** The sound keys of all words, also of those that are joined with their neighbors. */
async function findSoundKeys(
  regions: readonly Region[],
  locale: string,
  lookUpSounds: Sounds,
): Promise<ToKey> {
  const separator = wordSeparator(locale);
  const texts = new Set<string>();
  for (const words of regions.flatMap((region) => [region.script, region.transcript]))
    for (const neighbors of listNeighbors(words)) texts.add(joinTexts(neighbors, separator));
  const requestedTexts = [...texts].slice(0, MAX_TEXTS);
  const soundKeys = new Map<string, string>();
  for (const [index, sound] of (await lookUpSounds(requestedTexts)).entries())
    if (sound) soundKeys.set(requestedTexts[index] ?? '', soundKey(sound, locale));
  // The letters if the sound is unknown. Because of the `=`, they never equal a sound.
  return (words) => soundKeys.get(joinTexts(words, separator)) ?? `=${joinTexts(words, '')}`;
}

/** Each word alone, and with up to two words after it. */
function* listNeighbors(words: readonly Word[]): Generator<Word[]> {
  for (let from = 0; from < words.length; from++) {
    for (let size = 1; size <= MAX_JOINED && from + size <= words.length; size++)
      yield words.slice(from, from + size);
  }
}

/** A word with its position in its text. */
interface Word {
  index: number;
  key: string;
}

/** Neighboring parts that do not match, with their words. */
interface Region {
  from: number;
  length: number;
  script: Word[];
  transcript: Word[];
}

/** One key for equal sounds. */
type ToKey = (words: readonly Word[]) => string;

const joinTexts = (words: readonly Word[], separator: string): string =>
  words.map(({ key }) => key).join(separator);

/** Phonemes without stress, word boundaries and doubling, which depend on how words are split. */
export function soundKey(sound: string, locale: string): string {
  // Kana are already phonetic, and a doubled kana makes a different word.
  if (languageOf(locale) === 'ja') return sound.replace(/\s+/g, '');
  return (
    sound
      .normalize('NFD')
      // Stress and length marks (`ˈˌˑ`), spaces, and the ties of linked sounds (`t͡s`).
      .replace(/[ˈˌ'.ˑ_\s|/[\]]|\u203f|\u0361|\u035c/gu, '')
      // `tt` becomes `t`.
      .replace(/(\p{L})\1+/gu, '$1')
  );
}

/** The cheapest alignment of the first words of both sides, by its last part. */
interface Cell {
  cost: number;
  /** The number of words of each side in the last part. */
  script_size: number;
  transcript_size: number;
  op: Part['op'];
}

/** The cheapest alignment of one region. Words that sound the same cost nothing. */
function alignSounds(region: Region, toKey: ToKey): Part[] {
  const { script, transcript } = region;
  const width = transcript.length + 1;
  // A row for each word of the script, and a column for each word of the transcript.
  const cells: Cell[] = [{ cost: 0, script_size: 0, transcript_size: 0, op: 'match' }];
  for (let at = 1; at < (script.length + 1) * width; at++) {
    const ends = { script_end: Math.floor(at / width), transcript_end: at % width };
    const steps = listSteps(region, ends, toKey).map((step): Cell => {
      const cellBefore = cells[at - step.script_size * width - step.transcript_size];
      return { ...step, cost: step.cost + (cellBefore?.cost ?? 0) };
    });
    cells.push(steps.reduce((best, step) => (step.cost < best.cost ? step : best)));
  }
  // Follows the last parts back to the start.
  const parts: Part[] = [];
  let [scriptEnd, transcriptEnd] = [script.length, transcript.length];
  while (scriptEnd > 0 || transcriptEnd > 0) {
    const cell = cells[scriptEnd * width + transcriptEnd];
    if (!cell) break;
    const scriptStart = scriptEnd - cell.script_size;
    const transcriptStart = transcriptEnd - cell.transcript_size;
    parts.push({
      op: cell.op,
      script: script.slice(scriptStart, scriptEnd).map(({ index }) => index),
      transcript: transcript.slice(transcriptStart, transcriptEnd).map(({ index }) => index),
    });
    [scriptEnd, transcriptEnd] = [scriptStart, transcriptStart];
  }
  return parts.reverse();
}

/** The steps that lead to a cell, each with its own cost: at least one, except to the first cell. */
function listSteps(
  { script, transcript }: Region,
  { script_end, transcript_end }: { script_end: number; transcript_end: number },
  toKey: ToKey,
): Cell[] {
  const steps: Cell[] = [];
  for (let script_size = 1; script_size <= Math.min(MAX_JOINED, script_end); script_size++) {
    const words = script.slice(script_end - script_size, script_end);
    for (
      let transcript_size = 1;
      transcript_size <= Math.min(MAX_JOINED, transcript_end);
      transcript_size++
    ) {
      const transcriptWords = transcript.slice(transcript_end - transcript_size, transcript_end);
      const isSameText = joinTexts(words, '') === joinTexts(transcriptWords, '');
      if (!isSameText && toKey(words) !== toKey(transcriptWords)) continue;
      const isMatch = script_size === 1 && transcript_size === 1 && isSameText;
      steps.push({ cost: 0, script_size, transcript_size, op: isMatch ? 'match' : 'homophone' });
    }
  }
  const [hasWord, hasTranscriptWord] = [script_end > 0, transcript_end > 0];
  if (hasWord && hasTranscriptWord)
    steps.push({ cost: 1, script_size: 1, transcript_size: 1, op: 'substitute' });
  if (hasWord) steps.push({ cost: 1, script_size: 1, transcript_size: 0, op: 'delete' });
  if (hasTranscriptWord) steps.push({ cost: 1, script_size: 0, transcript_size: 1, op: 'insert' });
  return steps;
}
