import { type AudioMetrics, scoreLoudness, scoreNoise, scorePacing } from '../../audio/index.ts';
import type { AudioRow } from '../chunks/load.ts';
import { configOf } from '../chunks/load.ts';
import { failedLine, type LineNode, type LineWork, type Outcome } from './node.ts';
import { type Judgement, leaveValidator } from './verdicts.ts';

/** The measurements were taken when the audio was made: judging them costs nothing. */
function judge(work: LineWork, score: (audio: AudioRow) => Judgement): Judgement | Outcome {
  return work.input ? score(work.input) : failedLine('no_audio', 'The line came to a check without audio.');
}

const isOutcome = (result: Judgement | Outcome): result is Outcome => 'port' in result;

export const validatorNoise: LineNode = {
  async open(context) {
    const limits = configOf(context.node, 'validator_noise');
    return async (work) => {
      const judgement = judge(work, (audio) => scoreNoise(metricsOf(audio), limits));
      return isOutcome(judgement)
        ? judgement
        : leaveValidator(context, work, { kind: 'noise', judgement, limits });
    };
  },
};

export const validatorLoudness: LineNode = {
  async open(context) {
    const limits = configOf(context.node, 'validator_loudness');
    return async (work) => {
      const judgement = judge(work, ({ facts }) =>
        scoreLoudness(
          {
            lufs: facts.lufs,
            true_peak_dbtp: facts.true_peak_dbtp,
            loudness_method: facts.loudness_method,
          },
          limits,
        ),
      );
      return isOutcome(judgement)
        ? judgement
        : leaveValidator(context, work, { kind: 'loudness', judgement, limits });
    };
  },
};

export const validatorPacing: LineNode = {
  async open(context) {
    const limits = configOf(context.node, 'validator_pacing');
    return async (work) => {
      const judgement = judge(work, (audio) =>
        scorePacing(
          {
            syllables: audio.facts.syllables ?? null,
            speech_ms: metricsOf(audio).speech_ms,
            duration_ms: audio.duration_ms,
            max_duration_ms: work.line.max_duration_ms,
            locale: work.line.locale_code,
          },
          limits,
        ),
      );
      return isOutcome(judgement)
        ? judgement
        : leaveValidator(context, work, { kind: 'pacing', judgement, limits });
    };
  },
};

function metricsOf(audio: AudioRow): AudioMetrics {
  // The column holds what audio/ measured when the file was made.
  return audio.facts.metrics as unknown as AudioMetrics;
}
