import { scorePronunciation } from '@voiceloom/audio';
import type { NodeConfig } from '@voiceloom/contract';
import {
  compareTexts,
  type PronouncedWord,
  pronouncedWords,
  tokensOf,
  type WordEntry,
} from '@voiceloom/text';
import { chunkDictionary, type Dictionary, type DictionaryWord } from '../../casting/text-to-speak.ts';
import type { ChunkContext } from '../../model.ts';
import type { Transcript } from '../../sources/transcripts.ts';
import { TOO_FAR_APART } from './error-rate.ts';
import { type Listener, openListener, soundsOf, toldBy } from './transcripts.ts';
import { type CheckedTake, type Judgment, validator, withoutScore } from './verdicts.ts';

/** Searches the transcript for dictionary words. Lines without such words are not transcribed. */
export const validatorPronunciation = validator('validator_pronunciation', async (context, config) => {
  const listener = await openListener(context, config);
  const words = lettered(await chunkDictionary(context));
  return (take) => judge({ context, config, listener, words }, take);
});

interface Check {
  context: ChunkContext;
  config: NodeConfig<'validator_pronunciation'>;
  listener: Listener;
  words: (locale: string) => readonly LetteredWord[];
}

/** A dictionary word, and its letters in normalized form. */
type LetteredWord = DictionaryWord & { letters: string };

const lettersOf = (text: string, locale: string): string =>
  tokensOf(text, locale)
    .tokens.map(({ key }) => key)
    .join('');

/** Computed once per chunk rather than per line. */
function lettered(dictionary: Dictionary): Check['words'] {
  const known = new Map<string, LetteredWord[]>();
  return (locale) => {
    const words =
      known.get(locale) ??
      dictionary.words(locale).map((word) => ({ ...word, letters: lettersOf(word.word, locale) }));
    known.set(locale, words);
    return words;
  };
}

async function judge(check: Check, { line, input, signal }: CheckedTake): Promise<Judgment> {
  const { script, locale_code: locale } = line;
  const entries = entriesIn(check.words(locale), script, locale);
  if (entries.length === 0) return withoutScore('The line contains no word of the dictionary.');
  const heard = await check.listener.hear(input, { locale, signal });
  if ('unheard' in heard) return withoutScore(heard.unheard);
  const { transcript } = heard;
  const sounds = soundsOf(check.context, { locale, signal });
  const more = { locale, ...(sounds && { sounds }) };
  const comparison = await compareTexts({ script, heard: transcript, ...more });
  if (!comparison) return withoutScore(TOO_FAR_APART);
  const words = await pronouncedWords(comparison, entries, more);
  if (words.length === 0) return withoutScore('The line contains no word of the dictionary.');
  const score = scorePronunciation(words, check.config);
  return { ...score, evidence: evidenceOf(words, transcript, score.findings) };
}

/** Filters the entries whose letters occur in the script; usually few of many. */
function entriesIn(words: readonly LetteredWord[], script: string, locale: string): WordEntry[] {
  const letters = words.length === 0 ? '' : lettersOf(script, locale);
  return words.flatMap(({ word, method, pronunciation, ipa, letters: own }) => {
    if (own === '' || !letters.includes(own)) return [];
    return [
      { word, respelled: method === 'spelled' ? pronunciation : null, ipa: method === 'ipa' ? ipa : null },
    ];
  });
}

function evidenceOf(words: readonly PronouncedWord[], transcript: Transcript, findings: unknown) {
  const diff = words.map(({ word, heard, start_ms, end_ms, right }) => {
    const op = right ? 'match' : heard === '' ? 'delete' : 'substitute';
    return { op, script: word, heard, start_ms, end_ms };
  });
  return { ...toldBy(transcript), diff, findings };
}
