import { durationMs, type Pcm } from '../pcm.ts';
import { stretchPcm } from './stretch.ts';

export type FitSettings = {
  /** How much faster the speech may be made, in percent; 0 leaves it alone. */
  max_stretch_percent: number;
  /** What the finished file may last; null where the line has no limit. */
  max_duration_ms: number | null;
};

export type Fitted = {
  pcm: Pcm;
  /** Duration of the speech afterwards as a share of what it was: 1 where it was left alone. */
  stretch: number;
  /** Why a line that is too long was left so. */
  reason?: string;
};

/**
 * Makes speech faster where its file would be over its limit, as far as it is allowed. Speech that cannot be made to
 * fit stays as it is: half of a repair would only hide from the check of the pacing by how much it is too long.
 */
export function fitDuration(
  pcm: Pcm,
  { max_stretch_percent, max_duration_ms }: FitSettings,
  paddingMs: number,
): Fitted {
  const unchanged = { pcm, stretch: 1 };
  const speech = durationMs(pcm);
  if (max_duration_ms === null || max_stretch_percent === 0) return unchanged;
  if (speech + paddingMs <= max_duration_ms) return unchanged;
  const room = max_duration_ms - paddingMs;
  // One millisecond less, because every later step rounds.
  const stretch = (room - 1) / speech;
  if (stretch * (1 + max_stretch_percent / 100) < 1) {
    const needed =
      room > 0 ? `speech ${Math.ceil((speech / room - 1) * 100)} % faster` : 'less silence at its ends';
    const reason = `To last at most ${max_duration_ms} ms the line needs ${needed}. At most ${max_stretch_percent} % is allowed.`;
    return { ...unchanged, reason };
  }
  return { pcm: stretchPcm(pcm, stretch), stretch };
}
