import { scorePronunciation, scoreWords } from '@voiceloom/audio';
import type { NodeConfig } from '@voiceloom/contract';
import {
  buildDiff,
  type Comparison,
  compareTexts,
  countedRate,
  findTextErrors,
  languageOf,
  pronouncedWords,
  type Sounds,
  tokenize,
  transcriptText,
  type WordEntry,
  wordKey,
} from '@voiceloom/text';
import type { RunLine } from '../../model.ts';
import type { ChunkContext } from '../../node-types.ts';
import { parseConfig } from '../../plan.ts';
import type { Transcript } from '../../sources/transcripts.ts';
import { type Dictionary, type DictionaryWord, loadChunkDictionary } from '../../speech-text/dictionary.ts';
import { findMarkupPolicy } from '../../speech-text/markup-policy.ts';
import { createTranscriptEvidence, findSounds, openTranscripts, type TranscribeLine } from './transcripts.ts';
import { type CheckedTake, createValidator, type Judgment, withoutScore } from './verdicts.ts';

/** Compares the transcript with the script. A take that cannot be transcribed always passes. */
export const validatorErrorRate = createValidator('validator_error_rate', async (context, config) => {
  const transcribe = await openTranscripts(context, config);
  const dictionary = await loadChunkDictionary(context);
  return (take) => judgeErrorRate({ context, config, transcribe, dictionary }, take);
});

const TOO_FAR_APART = 'The script and the transcript are too long and too different to compare.';

/** A check of a chunk that compares transcripts with scripts. */
interface WordCheck<Config> {
  context: ChunkContext;
  config: Config;
  transcribe: TranscribeLine;
  dictionary: Dictionary;
}

/** Compares the transcript of a take with its script. */
async function judgeErrorRate(
  check: WordCheck<NodeConfig<'validator_error_rate'>>,
  take: CheckedTake,
): Promise<Judgment> {
  const { context, config, transcribe } = check;
  const line = withSpokenScript(context, take.line);
  const { script, locale_code: locale } = line;
  if (tokenize(script, locale).tokens.length === 0)
    return withoutScore('The script has no words to compare with a transcript.');
  const result = await transcribe(take.input, locale);
  if ('missing_reason' in result) return withoutScore(result.missing_reason);
  const { transcript } = result;
  const sounds = config.phonetic ? findSounds(context, locale) : undefined;
  const comparison = await findBestComparison(check, line, transcript, sounds);
  if (!comparison) return withoutScore(TOO_FAR_APART);
  const rate = countedRate(comparison, config);
  const { unit, wer, cer, phonetic_rate } = comparison;
  const faults = findTextErrors(comparison, take.input.duration_ms);
  const score = scoreWords({ rate, unit, script_words: comparison.script.length, faults }, config);
  const reasons: string[] = [];
  // A provider that detects the language itself may have detected a different one.
  const detected = languageOf(transcript.detected_language ?? locale);
  const isOtherLanguage = transcript.language === '' && detected && detected !== languageOf(locale);
  if (rate > 0 && isOtherLanguage) {
    const language = new Intl.DisplayNames(['en'], { type: 'language' }).of(detected);
    reasons.push(`The transcript is in ${language}.`);
  }
  if (score.reason) reasons.push(score.reason);
  const rates: { wer?: number; cer?: number; phonetic_score?: number } = {};
  if (wer !== null) rates.wer = wer;
  if (cer !== null) rates.cer = cer;
  if (phonetic_rate !== null)
    rates.phonetic_score = Math.max(0, Math.round(1_000 * (1 - phonetic_rate)) / 10);
  const diff = buildDiff(comparison, locale);
  return {
    ...score,
    reason: reasons.join(' ') || null,
    evidence: { ...rates, ...createTranscriptEvidence(transcript), diff, findings: score.findings },
  };
}

/** The line with its text as the nearest generator before the check spoke it. */
function withSpokenScript({ node, run }: ChunkContext, line: RunLine): RunLine {
  const [nearest] = [...run.plan.nodes.values()]
    .filter(({ id, type }) => type === 'operator_generator' && node.upstream.has(id))
    .sort((a, b) => b.depth - a.depth);
  const config = nearest && parseConfig(nearest, 'operator_generator');
  return { ...line, script: transcriptText(line.script, findMarkupPolicy(config, line)) };
}

/** The transcript may contain a dictionary word in written or in respelled form; the better match counts. */
async function findBestComparison(
  { config, dictionary }: WordCheck<NodeConfig<'validator_error_rate'>>,
  line: RunLine,
  transcript: Transcript,
  sounds: Sounds | undefined,
): Promise<Comparison | undefined> {
  const { script, locale_code: locale } = line;
  const input: Parameters<typeof compareTexts>[0] = { script, transcript, locale };
  input.recorded = listRecordedWords(dictionary.findEntries(script, locale));
  if (sounds) input.sounds = sounds;
  const comparison = await compareTexts(input);
  const respelling = dictionary.respell(script, locale).text;
  if (respelling === script || !comparison || countedRate(comparison, config) === 0) return comparison;
  const respelledComparison = await compareTexts({ ...input, script: respelling });
  if (respelledComparison && countedRate(respelledComparison, config) < countedRate(comparison, config))
    return respelledComparison;
  return comparison;
}

const NO_WORD = 'The line contains no dictionary word that the voice speaks.';

/** Searches the transcript for dictionary words. Lines without such words are not transcribed. */
export const validatorPronunciation = createValidator('validator_pronunciation', async (context, config) => {
  const transcribe = await openTranscripts(context, config);
  const dictionary = await loadChunkDictionary(context);
  return (take) => judgePronunciation({ context, config, transcribe, dictionary }, take);
});

/** Whether the transcript of a take contains its dictionary words. */
async function judgePronunciation(
  check: WordCheck<NodeConfig<'validator_pronunciation'>>,
  take: CheckedTake,
): Promise<Judgment> {
  const { context, config, transcribe, dictionary } = check;
  const { script, locale_code: locale } = withSpokenScript(context, take.line);
  const dictionaryWords = dictionary.findEntries(script, locale);
  // Only words that the voice says. Transcripts do not show where a recording replaces a word.
  const recordedWords = new Set(listRecordedWords(dictionaryWords));
  const entries: WordEntry[] = [];
  for (const { word, method, pronunciation, ipa } of dictionaryWords) {
    if (recordedWords.has(wordKey(word))) continue;
    entries.push({
      word,
      respelled: method === 'spelled' ? pronunciation : null,
      ipa: method === 'ipa' ? ipa : null,
    });
  }
  if (entries.length === 0) return withoutScore(NO_WORD);
  const result = await transcribe(take.input, locale);
  if ('missing_reason' in result) return withoutScore(result.missing_reason);
  const { transcript } = result;
  const options: { locale: string; sounds?: Sounds } = { locale };
  const sounds = findSounds(context, locale);
  if (sounds) options.sounds = sounds;
  const comparison = await compareTexts({ script, transcript, ...options });
  if (!comparison) return withoutScore(TOO_FAR_APART);
  const words = await pronouncedWords(comparison, entries, options);
  if (words.length === 0) return withoutScore(NO_WORD);
  const score = scorePronunciation(words, config);
  const diff = words.map(({ word, transcript: transcriptWord, start_ms, end_ms, right }) => {
    let op = 'match';
    if (!right) op = transcriptWord === '' ? 'delete' : 'substitute';
    return { op, script: word, transcript: transcriptWord, start_ms, end_ms };
  });
  const evidence = { ...createTranscriptEvidence(transcript), diff, findings: score.findings };
  return { ...score, evidence };
}

/** The normalized words that have a recording. */
function listRecordedWords(entries: readonly DictionaryWord[]): string[] {
  return entries.filter(({ recording }) => recording).map(({ word }) => wordKey(word));
}
