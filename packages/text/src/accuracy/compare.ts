import { align, distanceOf, TextsTooFarApart } from './align.ts';
import { excuse, type Part, partsOf } from './parts.ts';
import { placesOf } from './pronounced.ts';
import { alikeParts, type Sounds } from './sounds.ts';
import { type Timed, timed } from './timed.ts';
import { countsCharacters, graphemesOf, showsCharacters, type Token, tokensOf } from './tokens.ts';

export interface HeardText {
  text: string;
  /** The time of each word; empty if unknown. */
  words: readonly { text: string; start_ms: number; end_ms: number }[];
}

export interface ComparisonInput {
  script: string;
  heard: HeardText;
  locale: string;
  /** Words that recordings say. Their transcript does not count. */
  recorded?: readonly string[];
  /** Returns phonemes. Without it, only spelling counts. */
  sounds?: Sounds;
}

/** A comparison of the script with a transcript. */
export interface Comparison {
  script: Token[];
  heard: Timed[];
  /** In order. Words that sound alike are not errors. */
  parts: Part[];
  /** The unit of the errors that the score counts. */
  unit: 'word' | 'character';
  /** Errors per word of the script; null if words are not counted. */
  wer: number | null;
  /** Errors per character; null if characters are not counted. */
  cer: number | null;
  /** The error rate if words that sound alike are not errors; null if phonemes are unknown. */
  phonetic_rate: number | null;
}

/**
 * Undefined if the script has nothing to transcribe, or both texts are too long and different to compare in
 * reasonable time.
 */
export async function compareTexts(input: ComparisonInput): Promise<Comparison | undefined> {
  const { tokens: script } = tokensOf(input.script, input.locale);
  if (script.length === 0) return undefined;
  try {
    return await compareTokens(script, input);
  } catch (error) {
    if (error instanceof TextsTooFarApart) return undefined;
    throw error;
  }
}

async function compareTokens(script: Token[], input: ComparisonInput): Promise<Comparison> {
  const { locale, heard: from } = input;
  const heard = timed(tokensOf(from.text, locale), from.words);
  const steps = align(
    script.map(({ key }) => key),
    heard.map(({ key }) => key),
  );
  const excused = new Set(
    (input.recorded ?? []).flatMap((word) => placesOf(script, word, { locale, taken: new Set() }).flat()),
  );
  const aligned = partsOf(steps);
  const parts = excuse(aligned, excused);
  const forgiven =
    input.sounds &&
    excuse(await alikeParts({ script, heard, parts: aligned, locale }, input.sounds), excused);
  const byCharacter = countsCharacters(locale);
  const rate = (by: boolean) => rateOf({ script, heard, parts }, { byCharacter: by, locale });
  const characters = showsCharacters(locale) ? rate(true) : null;
  const wer = byCharacter ? null : rate(false);
  return {
    ...{ script, heard, wer },
    parts: forgiven ?? parts,
    unit: byCharacter ? 'character' : 'word',
    cer: characters,
    phonetic_rate: forgiven ? rateOf({ script, heard, parts: forgiven }, { byCharacter, locale }) : null,
  };
}

/** The rate that counts: without words that sound alike, if that is configured and known. */
export function countedRate(
  { unit, wer, cer, phonetic_rate }: Comparison,
  { phonetic }: { phonetic: boolean },
): number {
  return (phonetic ? phonetic_rate : null) ?? (unit === 'character' ? cer : wer) ?? 1;
}

type Compared = Pick<Comparison, 'script' | 'heard' | 'parts'>;

function rateOf(
  { script, heard, parts }: Compared,
  { byCharacter, locale }: { byCharacter: boolean; locale: string },
): number {
  if (!byCharacter) {
    const errors = parts.filter(({ op }) => op !== 'match' && op !== 'homophone');
    return (
      errors.reduce((sum, part) => sum + Math.max(part.script.length, part.heard.length), 0) / script.length
    );
  }
  const said = parts.flatMap((part) =>
    part.op === 'match' || part.op === 'homophone'
      ? part.script.flatMap((index) => script[index] ?? [])
      : part.heard.flatMap((index) => heard[index] ?? []),
  );
  return characterRate(script, said, locale);
}

function characterRate(
  script: readonly { key: string }[],
  heard: readonly { key: string }[],
  locale: string,
): number {
  const characters = graphemesOf(script, locale);
  return distanceOf(align(characters, graphemesOf(heard, locale))) / characters.length;
}
