import { rounded } from '../signal/rounding.ts';

/** A validator's judgment. Without a measurement there is no score: `unscored` with the reason. */
export type Score = {
  score: number | null;
  status: 'pass' | 'fail' | 'unscored';
  /** Why points were lost, or why there is no score; null if nothing is wrong. */
  reason: string | null;
  /** The numbers behind the score. */
  evidence: Record<string, number>;
  /** The measurement of each check, with its limits and its place in the audio. */
  findings: Measured[];
};

/** One measurement: a number, its limits, and the part of the audio that it refers to. */
export type Measured = {
  /** `noise_floor`, `longest_pause`: the name of what was measured. */
  metric: string;
  value: number;
  /** The lowest and highest allowed value; null without such a limit. */
  min: number | null;
  max: number | null;
  unit: string | null;
  /** Null if it refers to the whole audio. */
  start_ms: number | null;
  end_ms: number | null;
  passed: boolean;
};

/** One check: its score, the reason if the score is below 100, and its measurements. */
export type Finding = { score: number; reason: string | null; measured: Measured | null };
export type Evidence = Record<string, number | null>;

const AT_BROKEN_LIMIT = 80;

/** 100 within the limit. Beyond it, the score drops by 20 points, then falls linearly to 0 at `zeroAt`. */
export function limitScore(value: number, limit: number, zeroAt: number): number {
  if (value <= limit) return 100;
  return clampScore(AT_BROKEN_LIMIT * (1 - (value - limit) / Math.max(zeroAt - limit, Number.EPSILON)));
}

export function clampScore(score: number): number {
  return Math.max(0, Math.min(100, Math.round(score * 10) / 10));
}

/** The worst check decides: one fatal defect makes a take unusable, even if everything else is right. */
export function judged(findings: Finding[], threshold: number, evidence: Evidence): Score {
  const score = Math.min(100, ...findings.map((finding) => finding.score));
  const reasons = findings.map((finding) => finding.reason).filter((reason) => reason !== null);
  return {
    score,
    status: score >= threshold ? 'pass' : 'fail',
    reason: reasons.length > 0 ? reasons.join(' ') : null,
    evidence: numbersOf(evidence),
    findings: findings.flatMap((one) => one.measured ?? []),
  };
}

type Fact = Pick<Measured, 'metric' | 'unit'> & {
  value: number | null;
  min?: number | null;
  max?: number | null;
  /** Start and end in milliseconds. */
  range?: readonly [number | null | undefined, number | null | undefined];
};

/** A finding with its measurement, if there is a value. */
export function finding(score: number, reason: string, fact: Fact): Finding {
  const { metric, unit, value, min = null, max = null, range = [null, null] } = fact;
  const failed = score < 100 ? reason : null;
  if (value === null) return { score, reason: failed, measured: null };
  const [start_ms, end_ms] = range.map((ms) => (typeof ms === 'number' ? Math.round(ms) : null));
  const limits = {
    min: min === null ? null : rounded(min),
    max: max === null ? null : rounded(max),
  };
  const place = { start_ms: start_ms ?? null, end_ms: end_ms ?? null };
  const measurement = { metric, value: rounded(value), ...limits, unit, ...place, passed: failed === null };
  return { score, reason: failed, measured: measurement };
}

export function unscored(reason: string, evidence: Evidence): Score {
  return { score: null, status: 'unscored', reason, evidence: numbersOf(evidence), findings: [] };
}

function numbersOf(evidence: Evidence): Record<string, number> {
  const numbers: Record<string, number> = {};
  for (const [name, value] of Object.entries(evidence)) if (value !== null) numbers[name] = rounded(value);
  return numbers;
}
