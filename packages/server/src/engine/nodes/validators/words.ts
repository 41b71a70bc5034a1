import { type Measured, scorePronunciation, scoreWords } from '@voiceloom/audio';
import type { NodeConfig } from '@voiceloom/contract';
import {
  type Comparison,
  compareTexts,
  countedRate,
  diffOf,
  faultsOf,
  heardText,
  languageOf,
  type PronouncedWord,
  pronouncedWords,
  type Sounds,
  tokensOf,
  type WordEntry,
  wordKey,
} from '@voiceloom/text';
import type { RunLine } from '../../model.ts';
import type { ChunkContext } from '../../node-types.ts';
import { configOf } from '../../plan.ts';
import type { Transcript } from '../../sources/transcripts.ts';
import { type Dictionary, type DictionaryWord, loadChunkDictionary } from '../../speech-text/dictionary.ts';
import { markupPolicy } from '../../speech-text/markup-policy.ts';
import { type Listener, openListener, soundsOf, toldBy } from './transcripts.ts';
import { type CheckedTake, type Judgment, validator, withoutScore } from './verdicts.ts';

/** Compares the transcript with the script. A take that cannot be transcribed always passes. */
export const validatorErrorRate = validator('validator_error_rate', async (context, config) => {
  const listener = await openListener(context, config);
  const dictionary = await loadChunkDictionary(context);
  return (take) => judge({ context, config, listener, dictionary }, take);
});

const TOO_FAR_APART = 'The script and the transcript are too long and too different to compare.';

interface Check {
  context: ChunkContext;
  config: NodeConfig<'validator_error_rate'>;
  listener: Listener;
  dictionary: Dictionary;
}

async function judge(check: Check, { line: scriptLine, input }: CheckedTake): Promise<Judgment> {
  const line = asSpoken(check.context, scriptLine);
  const { script, locale_code: locale } = line;
  if (tokensOf(script, locale).tokens.length === 0)
    return withoutScore('The script has no words to compare with a transcript.');
  const hearing = await check.listener.hear(input, locale);
  if ('unheard' in hearing) return withoutScore(hearing.unheard);
  const { config, context } = check;
  const sounds = config.phonetic ? soundsOf(context, locale) : undefined;
  const comparison = await bestComparison(check, line, hearing.transcript, sounds);
  if (!comparison) return withoutScore(TOO_FAR_APART);
  const rate = countedRate(comparison, config);
  const faults = faultsOf(comparison, input.duration_ms);
  const measure = { rate, unit: comparison.unit, script_words: comparison.script.length, faults };
  const scored = scoreWords(measure, config);
  const slip = rate > 0 ? languageSlip(hearing.transcript, locale) : null;
  const reason = [slip, scored.reason].filter((text) => text !== null).join(' ') || null;
  const evidence = evidenceOf(comparison, hearing.transcript, locale);
  return { ...scored, reason, evidence: { ...evidence, findings: scored.findings } };
}

/** The text of the line as the nearest generator before the check spoke it. */
function asSpoken({ node, run }: ChunkContext, line: RunLine): RunLine {
  const [nearest] = [...run.plan.nodes.values()]
    .filter(({ id, type }) => type === 'operator_generator' && node.upstream.has(id))
    .sort((one, other) => other.depth - one.depth);
  const config = nearest && configOf(nearest, 'operator_generator');
  return { ...line, script: heardText(line.script, markupPolicy(config, line)) };
}

/** For a provider that detects the language itself: whether it detected a different one. */
function languageSlip({ language, detected_language }: Transcript, locale: string): string | null {
  const expected = languageOf(locale);
  const detected = languageOf(detected_language ?? locale);
  if (language !== '' || !detected || detected === expected) return null;
  return `The transcript is in ${new Intl.DisplayNames(['en'], { type: 'language' }).of(detected)}.`;
}

/** The transcript may contain a dictionary word in written or in respelled form; the better match counts. */
async function bestComparison(
  { config, dictionary }: Check,
  line: RunLine,
  transcript: Transcript,
  sounds: Sounds | undefined,
): Promise<Comparison | undefined> {
  const { script, locale_code: locale } = line;
  const recorded = recordedOf(dictionary.entriesIn(script, locale));
  const more = { heard: transcript, locale, recorded, ...(sounds && { sounds }) };
  const ofScript = await compareTexts({ script, ...more });
  const respelling = dictionary.respell(script, locale).text;
  if (respelling === script || !ofScript || countedRate(ofScript, config) === 0) return ofScript;
  const ofRespelling = await compareTexts({ script: respelling, ...more });
  return ofRespelling && countedRate(ofRespelling, config) < countedRate(ofScript, config)
    ? ofRespelling
    : ofScript;
}

function evidenceOf(comparison: Comparison, transcript: Transcript, locale: string) {
  const { wer, cer, phonetic_rate } = comparison;
  return {
    ...(wer !== null && { wer }),
    ...(cer !== null && { cer }),
    ...(phonetic_rate !== null && {
      phonetic_score: Math.max(0, Math.round(1_000 * (1 - phonetic_rate)) / 10),
    }),
    ...toldBy(transcript),
    diff: diffOf(comparison, locale),
  };
}

const NO_WORD = 'The line contains no dictionary word that the voice speaks.';

/** Searches the transcript for dictionary words. Lines without such words are not transcribed. */
export const validatorPronunciation = validator('validator_pronunciation', async (context, config) => {
  const listener = await openListener(context, config);
  const dictionary = await loadChunkDictionary(context);
  return (take) => judgeWords({ context, config, listener, dictionary }, take);
});

type WordCheck = Omit<Check, 'config'> & { config: NodeConfig<'validator_pronunciation'> };

async function judgeWords(check: WordCheck, { line, input }: CheckedTake): Promise<Judgment> {
  const { script, locale_code: locale } = asSpoken(check.context, line);
  const entries = voiced(check.dictionary.entriesIn(script, locale));
  if (entries.length === 0) return withoutScore(NO_WORD);
  const hearing = await check.listener.hear(input, locale);
  if ('unheard' in hearing) return withoutScore(hearing.unheard);
  const { transcript } = hearing;
  const sounds = soundsOf(check.context, locale);
  const more = { locale, ...(sounds && { sounds }) };
  const comparison = await compareTexts({ script, heard: transcript, ...more });
  if (!comparison) return withoutScore(TOO_FAR_APART);
  const words = await pronouncedWords(comparison, entries, more);
  if (words.length === 0) return withoutScore(NO_WORD);
  const score = scorePronunciation(words, check.config);
  return { ...score, evidence: evidenceOfWords(words, transcript, score.findings) };
}

/** Words that the voice always says. Transcripts do not show where a recording replaces a word. */
function voiced(entries: readonly DictionaryWord[]): WordEntry[] {
  const recordedWords = new Set(recordedOf(entries));
  return entries
    .filter(({ word }) => !recordedWords.has(wordKey(word)))
    .map(({ word, method, pronunciation, ipa }) => ({
      word,
      respelled: method === 'spelled' ? pronunciation : null,
      ipa: method === 'ipa' ? ipa : null,
    }));
}

const recordedOf = (entries: readonly DictionaryWord[]): string[] =>
  entries.flatMap(({ word, recording }) => (recording ? wordKey(word) : []));

function evidenceOfWords(words: readonly PronouncedWord[], transcript: Transcript, findings: Measured[]) {
  const diff = words.map(({ word, heard, start_ms, end_ms, right }) => {
    const op = right ? 'match' : heard === '' ? 'delete' : 'substitute';
    return { op, script: word, transcript: heard, start_ms, end_ms };
  });
  return { ...toldBy(transcript), diff, findings };
}
