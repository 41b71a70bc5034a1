import { durationMs, type Pcm } from '../pcm.ts';
import { stretchPcm } from './stretch.ts';

export type FitSettings = {
  /** The maximum speed-up in percent; 0 changes nothing. */
  max_stretch_percent: number;
  /** The maximum duration of the finished file; null if there is no limit. */
  max_duration_ms: number | null;
};

export type DurationFit = {
  pcm: Pcm;
  /** The new duration of the speech relative to the original; 1 if unchanged. */
  stretch: number;
  /** Why a line is still too long. */
  reason?: string;
};

/** Speeds up speech by `findStretch`. */
export function fitDuration(pcm: Pcm, settings: FitSettings, paddingMs: number): DurationFit {
  const { stretch, reason } = findStretch(durationMs(pcm), settings, paddingMs);
  if (reason !== undefined) return { pcm, stretch, reason };
  return { pcm: stretch === 1 ? pcm : stretchPcm(pcm, stretch), stretch };
}

/**
 * How much to speed up speech of `speechMs` if its file would exceed the limit, as far as allowed. If that is not enough, the
 * speech stays unchanged, because a partial correction would only hide from the pacing check how much too long it is.
 */
export function findStretch(
  speechMs: number,
  { max_stretch_percent, max_duration_ms }: FitSettings,
  paddingMs: number,
): Omit<DurationFit, 'pcm'> {
  const unchanged = { stretch: 1 };
  if (max_duration_ms === null || max_stretch_percent === 0) return unchanged;
  if (speechMs + paddingMs <= max_duration_ms) return unchanged;
  const room = max_duration_ms - paddingMs;
  // One millisecond less, because every later step rounds.
  const stretch = (room - 1) / speechMs;
  // 25 % faster is a stretch of 0.8.
  if (stretch * (1 + max_stretch_percent / 100) < 1) {
    let change = 'less silence at its ends';
    if (room > 0) change = `speech ${Math.ceil((speechMs / room - 1) * 100)} % faster`;
    const reason = `To last at most ${max_duration_ms} ms the line needs ${change}. At most ${max_stretch_percent} % is allowed.`;
    return { ...unchanged, reason };
  }
  return { stretch };
}
