import { type AudioMetrics, type Score, scoreLoudness, scoreNoise, scorePacing } from '@voiceloom/audio';
import type { AudioRow } from '../../model.ts';
import {
  type ChunkContext,
  failedLine,
  type LineFunction,
  type LineNode,
  type LineWork,
} from '../../model.ts';
import { configOf } from '../../plan.ts';
import { heardEnds } from './transcribed-ends.ts';
import { type Judge, leaveValidator, openJudge } from './verdicts.ts';

/** Judges measurements that were taken when the audio was made, which costs nothing. */
async function judging(
  context: ChunkContext,
  { kind, limits }: { kind: string; limits: Judge['limits'] },
  score: (audio: AudioRow, work: LineWork) => Score,
): Promise<LineFunction> {
  const judge = await openJudge(context, limits);
  return async (work) => {
    if (!work.input) return failedLine('no_audio', 'The line reached a check without audio.');
    const { evidence, findings, ...given } = score(work.input, work);
    return leaveValidator(judge, work, { kind, ...given, evidence: { ...evidence, findings } });
  };
}

export const validatorNoise: LineNode = {
  async open(context) {
    const limits = configOf(context.node, 'validator_noise');
    const ends = limits.check_truncated_end ? await heardEnds(context, isSuspect) : new Map();
    return judging(context, { kind: 'noise', limits }, (audio, work) =>
      scoreNoise(metricsOf(audio), limits, ends.get(work)),
    );
  },
};

const isSuspect = (audio: AudioRow): boolean => metricsOf(audio).truncated_end;

export const validatorLoudness: LineNode = {
  open(context) {
    const limits = configOf(context.node, 'validator_loudness');
    return judging(context, { kind: 'loudness', limits }, (audio) => {
      const { lufs, true_peak_dbtp, loudness_method } = audio.facts;
      const peak_at_ms = metricsOf(audio).sample_peak_at_ms;
      return scoreLoudness({ lufs, true_peak_dbtp, loudness_method, peak_at_ms }, limits);
    });
  },
};

export const validatorPacing: LineNode = {
  open(context) {
    const limits = configOf(context.node, 'validator_pacing');
    return judging(context, { kind: 'pacing', limits }, (audio, { line }) => {
      const { speech_ms, speech_start_ms, speech_end_ms } = metricsOf(audio);
      const { max_duration_ms, locale_code: locale } = line;
      const syllables = audio.facts.syllables ?? null;
      const measure = { syllables, speech_ms, duration_ms: audio.duration_ms, max_duration_ms, locale };
      return scorePacing({ ...measure, speech_range: [speech_start_ms, speech_end_ms] }, limits);
    });
  },
};

function metricsOf(audio: AudioRow): AudioMetrics {
  // The column contains the measurements that the audio package made when the file was stored.
  return audio.facts.metrics as unknown as AudioMetrics;
}
