import { rounded } from './rounding.ts';

/** A validator's judgement. Without a measurement there is no score: `unscored` with the reason. */
export type Score = {
  score: number | null;
  status: 'pass' | 'fail' | 'unscored';
  /** What cost points, or why there is no score; null when nothing is wrong. */
  reason: string | null;
  /** The numbers behind the score. */
  evidence: Record<string, number>;
};

/** One check: its own score and, where it is below 100, what is wrong. */
export type Finding = { score: number; reason: string | null };
export type Evidence = Record<string, number | null>;

const AT_BROKEN_LIMIT = 80;

/**
 * Within the limit 100. A broken limit costs 20 points at once and the rest in a straight line, so that it is
 * 0 at `zeroAt`.
 */
export function limitScore(value: number, limit: number, zeroAt: number): number {
  if (value <= limit) return 100;
  return clampScore(AT_BROKEN_LIMIT * (1 - (value - limit) / Math.max(zeroAt - limit, Number.EPSILON)));
}

export function clampScore(score: number): number {
  return Math.max(0, Math.min(100, Math.round(score * 10) / 10));
}

/** The worst check decides: one fatal defect makes a take unusable, whatever else is right. */
export function judged(findings: Finding[], threshold: number, evidence: Evidence): Score {
  const score = Math.min(100, ...findings.map((finding) => finding.score));
  const reasons = findings.map((finding) => finding.reason).filter((reason) => reason !== null);
  return {
    score,
    status: score >= threshold ? 'pass' : 'fail',
    reason: reasons.length > 0 ? reasons.join(' ') : null,
    evidence: numbersOf(evidence),
  };
}

export function unscored(reason: string, evidence: Evidence): Score {
  return { score: null, status: 'unscored', reason, evidence: numbersOf(evidence) };
}

function numbersOf(evidence: Evidence): Record<string, number> {
  const numbers: Record<string, number> = {};
  for (const [name, value] of Object.entries(evidence)) if (value !== null) numbers[name] = rounded(value);
  return numbers;
}
