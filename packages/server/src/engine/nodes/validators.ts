import { type AudioMetrics, scoreLoudness, scoreNoise, scorePacing } from '../../audio/index.ts';
import type { AudioRow } from '../chunks/load.ts';
import { configOf } from '../chunks/load.ts';
import { type ChunkContext, failedLine, type LineFunction, type LineNode, type LineWork } from './node.ts';
import { type Judge, type Judgement, leaveValidator, openJudge } from './verdicts.ts';

/** The measurements were taken when the audio was made: judging them costs nothing. */
async function judging(
  context: ChunkContext,
  { kind, limits }: { kind: string; limits: Judge['limits'] },
  score: (audio: AudioRow, work: LineWork) => Judgement,
): Promise<LineFunction> {
  const judge = await openJudge(context, limits);
  return async (work) => {
    if (!work.input) return failedLine('no_audio', 'The line came to a check without audio.');
    return leaveValidator(judge, work, { kind, ...score(work.input, work) });
  };
}

export const validatorNoise: LineNode = {
  open(context) {
    const limits = configOf(context.node, 'validator_noise');
    return judging(context, { kind: 'noise', limits }, (audio) => scoreNoise(metricsOf(audio), limits));
  },
};

export const validatorLoudness: LineNode = {
  open(context) {
    const limits = configOf(context.node, 'validator_loudness');
    return judging(context, { kind: 'loudness', limits }, ({ facts }) => {
      const { lufs, true_peak_dbtp, loudness_method } = facts;
      return scoreLoudness({ lufs, true_peak_dbtp, loudness_method }, limits);
    });
  },
};

export const validatorPacing: LineNode = {
  open(context) {
    const limits = configOf(context.node, 'validator_pacing');
    return judging(context, { kind: 'pacing', limits }, (audio, { line }) =>
      scorePacing(
        {
          syllables: audio.facts.syllables ?? null,
          speech_ms: metricsOf(audio).speech_ms,
          duration_ms: audio.duration_ms,
          max_duration_ms: line.max_duration_ms,
          locale: line.locale_code,
        },
        limits,
      ),
    );
  },
};

function metricsOf(audio: AudioRow): AudioMetrics {
  // The column holds what audio/ measured when the file was made.
  return audio.facts.metrics as unknown as AudioMetrics;
}
