import { languageOf } from '../locales/locale.ts';
import { type Part, runsOf } from './parts.ts';
import { countsCharacters } from './tokens.ts';

/** Returns the phonemes of texts: equal for equal sounds, null if unknown. */
export type Sounds = (texts: string[]) => Promise<(string | null)[]>;

interface Sides {
  script: readonly { key: string }[];
  heard: readonly { key: string }[];
  parts: readonly Part[];
  locale: string;
}

/**
 * `e mail` and `email`, `can not` and `cannot`: the number of words that may sound like differently split
 * ones.
 */
const MAX_JOINED = 3;
/** More words than this in one region are a different text, not a different spelling. */
const LARGEST_REGION = 60;
/** The maximum number of texts per line. */
const MAX_TEXTS = 1_000;

/** Marks parts with different spelling but equal sound as `alike`. */
export async function alikeParts(sides: Sides, sounds: Sounds): Promise<Part[]> {
  const regions = runsOf(sides.parts, ({ op }) => op !== 'match').filter(isComparable);
  if (regions.length === 0) return [...sides.parts];
  const key = await soundKeys(textsOf(sides, regions), sides.locale, sounds);
  const parts = [...sides.parts];
  // From the end, so that earlier positions stay valid.
  for (const { from, parts: region } of regions.reverse())
    parts.splice(from, region.length, ...resolve(sides, region, key));
  return parts;
}

function isComparable({ parts }: { parts: Part[] }): boolean {
  const [script, heard] = [parts.flatMap((part) => part.script), parts.flatMap((part) => part.heard)];
  const most = Math.max(script.length, heard.length);
  return script.length > 0 && heard.length > 0 && most <= LARGEST_REGION;
}

const joined = (keys: readonly string[], locale: string): string =>
  keys.join(countsCharacters(locale) ? '' : ' ');

/** Every word of the regions in question, also joined with its neighbors. */
function textsOf({ script, heard, locale }: Sides, regions: { parts: Part[] }[]): string[] {
  const texts = new Set<string>();
  for (const { parts } of regions) {
    const sides = [
      parts.flatMap((part) => part.script).map((index) => script[index]?.key ?? ''),
      parts.flatMap((part) => part.heard).map((index) => heard[index]?.key ?? ''),
    ];
    for (const keys of sides) {
      for (let from = 0; from < keys.length; from++)
        for (let size = 1; size <= MAX_JOINED && from + size <= keys.length; size++)
          texts.add(joined(keys.slice(from, from + size), locale));
    }
  }
  return [...texts].slice(0, MAX_TEXTS);
}

type KeyOf = (words: readonly string[]) => string;

/** One key for equal sounds; the letters if the sound is unknown. */
async function soundKeys(texts: string[], locale: string, sounds: Sounds): Promise<KeyOf> {
  const heard = await sounds(texts);
  const known = new Map(
    texts.flatMap((text, index) => {
      const sound = heard[index];
      return sound ? [[text, soundKey(sound, locale)] as const] : [];
    }),
  );
  return (words) => known.get(joined(words, locale)) ?? `=${words.join('')}`;
}

/** Phonemes without stress, word boundaries and doubling, which depend on how words are split. */
export function soundKey(sound: string, locale: string): string {
  // Kana are already phonetic, and a doubled kana makes a different word.
  if (languageOf(locale) === 'ja') return sound.replace(/\s+/g, '');
  return sound
    .normalize('NFD')
    .replace(/[ˈˌ'.ˑ_\s|/[\]]|\u203f|\u0361|\u035c/gu, '')
    .replace(/(\p{L})\1+/gu, '$1');
}

interface Cell {
  cost: number;
  /** The number of words of each side in the last part. */
  taken: [number, number];
  op: Part['op'];
}

/** The cheapest alignment of one region. Words that sound the same cost nothing. */
function resolve({ script, heard }: Sides, region: readonly Part[], keyOf: KeyOf): Part[] {
  const said = region.flatMap((part) => part.script);
  const told = region.flatMap((part) => part.heard);
  const [a, b] = [
    said.map((index) => script[index]?.key ?? ''),
    told.map((index) => heard[index]?.key ?? ''),
  ];
  const width = b.length + 1;
  const cells: Cell[] = [{ cost: 0, taken: [0, 0], op: 'match' }];
  for (let at = 1; at < (a.length + 1) * width; at++) {
    const [i, j] = [Math.floor(at / width), at % width];
    const ways = waysTo({ a, b, i, j, keyOf }).map((way): Cell => {
      const [di, dj] = way.taken;
      return { ...way, cost: way.cost + (cells[at - di * width - dj]?.cost ?? 0) };
    });
    cells.push(ways.reduce((best, way) => (way.cost < best.cost ? way : best)));
  }
  const parts: Part[] = [];
  for (let [i, j] = [a.length, b.length]; i > 0 || j > 0; ) {
    const { taken, op } = cells[i * width + j] ?? { taken: [i, j] as const, op: 'substitute' as const };
    parts.push({ op, script: said.slice(i - taken[0], i), heard: told.slice(j - taken[1], j) });
    [i, j] = [i - taken[0], j - taken[1]];
  }
  return parts.reverse();
}

interface Place {
  a: readonly string[];
  b: readonly string[];
  i: number;
  j: number;
  keyOf: KeyOf;
}

/** The steps that lead to a cell, each with its own cost: at least one, except to the first cell. */
function waysTo({ a, b, i, j, keyOf }: Place): Cell[] {
  const ways: Cell[] = [];
  for (let di = 1; di <= Math.min(MAX_JOINED, i); di++) {
    for (let dj = 1; dj <= Math.min(MAX_JOINED, j); dj++) {
      const [one, other] = [a.slice(i - di, i), b.slice(j - dj, j)];
      if (one.join('') === other.join('') || keyOf(one) === keyOf(other))
        ways.push({
          cost: 0,
          taken: [di, dj],
          op: di === 1 && dj === 1 && one[0] === other[0] ? 'match' : 'homophone',
        });
    }
  }
  if (i > 0 && j > 0) ways.push({ cost: 1, taken: [1, 1], op: 'substitute' });
  if (i > 0) ways.push({ cost: 1, taken: [1, 0], op: 'delete' });
  if (j > 0) ways.push({ cost: 1, taken: [0, 1], op: 'insert' });
  return ways;
}
