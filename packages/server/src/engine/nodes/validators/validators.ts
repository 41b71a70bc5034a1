import { scoreLoudness, scoreNoise, scorePacing } from '@voiceloom/audio';
import type { AudioRow } from '../../model.ts';
import { heardEnds } from './transcripts.ts';
import { toJudgment, validator } from './verdicts.ts';

// These checks judge measurements that were taken when the audio was made, which costs nothing.

export const validatorNoise = validator('validator_noise', async (context, config) => {
  const ends = config.check_truncated_end ? await heardEnds(context, isSuspect) : new Map();
  return ({ input, work }) => toJudgment(scoreNoise(input.facts.metrics, config, ends.get(work)));
});

const isSuspect = (audio: AudioRow): boolean => audio.facts.metrics.truncated_end;

export const validatorLoudness = validator('validator_loudness', (_context, config) => ({ input }) => {
  const { lufs, true_peak_dbtp, loudness_method, metrics } = input.facts;
  const peak_at_ms = metrics.sample_peak_at_ms;
  return toJudgment(scoreLoudness({ lufs, true_peak_dbtp, loudness_method, peak_at_ms }, config));
});

export const validatorPacing = validator('validator_pacing', (_context, config) => ({ input, line }) => {
  const { syllables, metrics } = input.facts;
  const { speech_ms, speech_start_ms, speech_end_ms } = metrics;
  const { max_duration_ms, locale_code: locale } = line;
  const measure = { syllables, speech_ms, duration_ms: input.duration_ms, max_duration_ms, locale };
  return toJudgment(scorePacing({ ...measure, speech_range: [speech_start_ms, speech_end_ms] }, config));
});
