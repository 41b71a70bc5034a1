import { scoreWords } from '@voiceloom/audio';
import type { NodeConfig } from '@voiceloom/contract';
import {
  type Comparison,
  compareTexts,
  countedRate,
  diffOf,
  faultsOf,
  languageOf,
  type Sounds,
  tokensOf,
} from '@voiceloom/text';
import { chunkDictionary, type Dictionary } from '../../casting/text-to-speak.ts';
import type { ChunkContext, RunLine } from '../../model.ts';
import type { Transcript } from '../../sources/transcripts.ts';
import { type Listener, openListener, soundsOf, toldBy } from './transcripts.ts';
import { type CheckedTake, type Judgment, validator, withoutScore } from './verdicts.ts';

type Config = NodeConfig<'validator_error_rate'>;

/** Compares the transcript with the script. A take that cannot be transcribed always passes. */
export const validatorErrorRate = validator('validator_error_rate', async (context, config) => {
  const listener = await openListener(context, config);
  const dictionary = await chunkDictionary(context);
  return (take) => judge({ context, config, listener, dictionary }, take);
});

export const TOO_FAR_APART = 'The script and the transcript are too long, and too different, to be compared.';

interface Check {
  context: ChunkContext;
  config: Config;
  listener: Listener;
  dictionary: Dictionary;
}

async function judge(check: Check, { line, input, signal }: CheckedTake): Promise<Judgment> {
  const { script, locale_code: locale } = line;
  if (tokensOf(script, locale).tokens.length === 0)
    return withoutScore('The script has no words to compare with a transcript.');
  const heard = await check.listener.hear(input, { locale, signal });
  if ('unheard' in heard) return withoutScore(heard.unheard);
  const { config, context } = check;
  const sounds = config.phonetic ? soundsOf(context, { locale, signal }) : undefined;
  const comparison = await bestComparison(check, line, heard.transcript, sounds);
  if (!comparison) return withoutScore(TOO_FAR_APART);
  const rate = countedRate(comparison, config);
  const faults = faultsOf(comparison, input.duration_ms);
  const measure = { rate, unit: comparison.unit, script_words: comparison.script.length, faults };
  const scored = scoreWords(measure, config);
  const slip = rate > 0 ? languageSlip(heard.transcript, locale) : null;
  const reason = [slip, scored.reason].filter((told) => told !== null).join(' ') || null;
  const evidence = evidenceOf(comparison, heard.transcript, locale);
  return { ...scored, reason, evidence: { ...evidence, findings: scored.findings } };
}

/** For a provider that detects the language itself: whether it detected a different one. */
function languageSlip({ language, heard_language }: Transcript, locale: string): string | null {
  const wanted = languageOf(locale);
  const found = languageOf(heard_language ?? locale);
  if (language !== '' || !found || found === wanted) return null;
  return `The transcript is in ${new Intl.DisplayNames(['en'], { type: 'language' }).of(found)}.`;
}

/** The transcript may contain a dictionary word in written or in respelled form; the better match counts. */
async function bestComparison(
  { config, dictionary }: Check,
  line: RunLine,
  heard: Transcript,
  sounds: Sounds | undefined,
): Promise<Comparison | undefined> {
  const { script, locale_code: locale } = line;
  const more = { heard, locale, ...(sounds && { sounds }) };
  const written = await compareTexts({ script, ...more });
  const said = dictionary.pronounce(script, locale).text;
  if (said === script || !written || countedRate(written, config) === 0) return written;
  const spoken = await compareTexts({ script: said, ...more });
  return spoken && countedRate(spoken, config) < countedRate(written, config) ? spoken : written;
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
