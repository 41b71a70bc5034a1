import { scorePronunciation } from '@voiceloom/audio';
import type { NodeConfig } from '@voiceloom/contract';
import {
  compareTexts,
  type PronouncedWord,
  pronouncedWords,
  tokensOf,
  type WordEntry,
} from '@voiceloom/text';
import type { Dictionary, DictionaryWord } from '../../casting/dictionary.ts';
import type { ChunkContext, LineNode } from '../../model.ts';
import { configOf } from '../../plan.ts';
import type { Transcript } from '../../sources/transcripts.ts';
import { TOO_FAR_APART } from './error-rate.ts';
import { type CheckedTake, type ListeningTools, listening, toldBy, withoutScore } from './listening.ts';
import { soundsOf } from './sounds.ts';
import type { Judgment } from './verdicts.ts';

type Config = NodeConfig<'validator_pronunciation'>;

/** Searches the transcript for dictionary words. Lines without such words are not transcribed. */
export const validatorPronunciation: LineNode = {
  concurrency: (node) => configOf(node, 'validator_pronunciation').concurrency,
  async open(context) {
    const config = configOf(context.node, 'validator_pronunciation');
    return listening(context, { kind: 'pronunciation', config }, ({ listener, dictionary }) => {
      const check: Check = { context, config, listener, words: lettered(dictionary) };
      return (take) => judgmentOf(check, take);
    });
  },
};

interface Check extends Pick<ListeningTools, 'listener'> {
  context: ChunkContext;
  config: Config;
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

async function judgmentOf(check: Check, { line, input, signal }: CheckedTake): Promise<Judgment> {
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
