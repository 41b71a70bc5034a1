import { FRAME_MS, type FrameLevels, type SpeechSpan } from '../signal/frames.ts';

/** The sounds of a file: its speech, and bursts beside it that are too short and too far away to be a part of it. */
export type Sounds = {
  /** From the first to the last speech, including pauses; null if everything is silent. */
  span: SpeechSpan | null;
  clicks: SpeechSpan[];
};

/** Even a short consonant that is spoken alone lasts longer. */
const MAX_CLICK_FRAMES = 40 / FRAME_MS;
/** Before and after a burst. A consonant is closer to its vowel. */
const APART_FRAMES = 150 / FRAME_MS;
/** A burst louder than the speech is no consonant, so less silence is enough. */
const LOUD_APART_FRAMES = 60 / FRAME_MS;
/** Softer bursts, such as breaths, do not disturb. */
const AUDIBLE_RANGE_DB = 25;
/** The loud parts can contain the click itself. */
const LOUD_RANGE_DB = 3;

/** The speech and the clicks of a file. If there is nothing but bursts, they are the speech. */
export function findSounds(frames: FrameLevels): Sounds {
  const runs: SpeechSpan[] = [];
  for (const [frame, level] of frames.levels.entries()) {
    if (level <= frames.threshold) continue;
    const lastRun = runs.at(-1);
    if (lastRun?.end === frame) lastRun.end = frame + 1;
    else runs.push({ start: frame, end: frame + 1 });
  }
  const clicks = new Set(
    runs.filter((run, index) => {
      if (run.end - run.start > MAX_CLICK_FRAMES) return false;
      const peak = Math.max(...frames.levels.subarray(run.start, run.end));
      if (peak < frames.loud - AUDIBLE_RANGE_DB) return false;
      const silenceBefore = run.start - (runs[index - 1]?.end ?? Number.NEGATIVE_INFINITY);
      const silenceAfter = (runs[index + 1]?.start ?? Number.POSITIVE_INFINITY) - run.end;
      const minSilence = peak >= frames.loud - LOUD_RANGE_DB ? LOUD_APART_FRAMES : APART_FRAMES;
      return Math.min(silenceBefore, silenceAfter) >= minSilence;
    }),
  );
  if (clicks.size === runs.length) clicks.clear();
  const speech = runs.filter((run) => !clicks.has(run));
  const [firstSpeech] = speech;
  const lastSpeech = speech.at(-1);
  if (!firstSpeech || !lastSpeech) return { span: null, clicks: [] };
  return { span: { start: firstSpeech.start, end: lastSpeech.end }, clicks: [...clicks] };
}
