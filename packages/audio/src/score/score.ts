import { round, roundOrNull } from '../signal/rounding.ts';

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

/** The score directly beyond a limit. */
const AT_BROKEN_LIMIT = 80;

/** 100 within the limit. Beyond it, the score drops by 20 points, then falls linearly to 0 at `zeroAt`. */
export function limitScore(value: number, limit: number, zeroAt: number): number {
  if (value <= limit) return 100;
  return roundAndClampScore(
    AT_BROKEN_LIMIT * (1 - (value - limit) / Math.max(zeroAt - limit, Number.EPSILON)),
  );
}

/** A score from 0 to 100 with one decimal. */
export function roundAndClampScore(score: number): number {
  return Math.max(0, Math.min(100, Math.round(score * 10) / 10));
}

/** Whether a score reaches the threshold of the node. */
export function getStatus(score: number, threshold: number): 'pass' | 'fail' {
  if (score >= threshold) return 'pass';
  return 'fail';
}

/** The worst check decides: one fatal defect makes a take unusable, even if everything else is right. */
export function judge(findings: Finding[], threshold: number, evidence: Evidence): Score {
  const score = Math.min(100, ...findings.map((finding) => finding.score));
  const reasons = findings.map(({ reason }) => reason).filter((reason) => reason !== null);
  return {
    score,
    status: getStatus(score, threshold),
    reason: reasons.join(' ') || null,
    evidence: toNumbers(evidence),
    findings: findings.map(({ measured }) => measured).filter((measured) => measured !== null),
  };
}

/** A measurement before it is rounded. */
interface Measurement {
  metric: string;
  unit: string | null;
  value: number | null;
  min?: number | null;
  max?: number | null;
  /** Start and end in milliseconds. */
  range?: readonly [number | null | undefined, number | null | undefined];
}

/** A finding with its measurement, if there is a value. `reason` counts if the score is below 100. */
export function createFinding(score: number, reason: string, measurement: Measurement): Finding {
  const { metric, unit, value, min = null, max = null, range = [] } = measurement;
  const isGood = score >= 100;
  const finding: Finding = { score, reason: isGood ? null : reason, measured: null };
  if (value === null) return finding;
  const [start_ms = null, end_ms = null] = range;
  finding.measured = {
    metric,
    value: round(value),
    min: roundOrNull(min),
    max: roundOrNull(max),
    unit,
    start_ms: start_ms === null ? null : Math.round(start_ms),
    end_ms: end_ms === null ? null : Math.round(end_ms),
    passed: isGood,
  };
  return finding;
}

/** The result without a score, with the reason. */
export function unscored(reason: string, evidence: Evidence): Score {
  return { score: null, status: 'unscored', reason, evidence: toNumbers(evidence), findings: [] };
}

/** The known numbers, rounded. */
function toNumbers(evidence: Evidence): Record<string, number> {
  const numbers: Record<string, number> = {};
  for (const [name, value] of Object.entries(evidence)) if (value !== null) numbers[name] = round(value);
  return numbers;
}
