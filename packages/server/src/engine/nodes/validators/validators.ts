import { scoreLoudness, scoreNoise, scorePacing, type TranscribedEnd } from '@voiceloom/audio';
import type { LineWork } from '../../model.ts';
import { findTranscribedEnds } from './transcripts.ts';
import { createValidator, toJudgment } from './verdicts.ts';

// These checks judge measurements that were taken when the audio was made, which costs nothing.

export const validatorNoise = createValidator('validator_noise', async (context, config) => {
  let ends: ReadonlyMap<LineWork, TranscribedEnd> = new Map();
  if (config.check_truncated_end)
    ends = await findTranscribedEnds(context, (audio) => audio.facts.metrics.truncated_end);
  return ({ input, work }) => {
    const { metrics, pauses } = input.facts;
    if (!pauses) return toJudgment(scoreNoise(metrics, config, ends.get(work)));
    // The breaks of the script are no faults.
    const breakShare = Math.min(1, pauses.total_ms / input.duration_ms);
    const limits = {
      ...config,
      max_lead_silence_ms: config.max_lead_silence_ms + pauses.lead_ms,
      max_tail_silence_ms: config.max_tail_silence_ms + pauses.tail_ms,
      max_inner_silence_ms: config.max_inner_silence_ms + pauses.longest_inner_ms,
      max_silence_ratio: breakShare + config.max_silence_ratio * (1 - breakShare),
    };
    return toJudgment(scoreNoise(metrics, limits, ends.get(work)));
  };
});

export const validatorLoudness = createValidator('validator_loudness', (_context, config) => ({ input }) => {
  const { lufs, true_peak_dbtp, loudness_method, metrics } = input.facts;
  const peak_at_ms = metrics.sample_peak_at_ms;
  return toJudgment(scoreLoudness({ lufs, true_peak_dbtp, loudness_method, peak_at_ms }, config));
});

export const validatorPacing = createValidator(
  'validator_pacing',
  (_context, config) =>
    ({ input, line }) => {
      const { syllables, metrics } = input.facts;
      const { speech_ms, speech_start_ms, speech_end_ms } = metrics;
      const { max_duration_ms, locale_code: locale } = line;
      const measure = { syllables, speech_ms, duration_ms: input.duration_ms, max_duration_ms, locale };
      return toJudgment(scorePacing({ ...measure, speech_range: [speech_start_ms, speech_end_ms] }, config));
    },
);
