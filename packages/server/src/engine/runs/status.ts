import type { RunStatus } from '@voiceloom/contract';

/** The allowed transitions. Every change of a run is a compare-and-set under the run's row lock. */
const NEXT: Record<RunStatus, readonly RunStatus[]> = {
  pending: ['running', 'paused', 'failed', 'cancelled'],
  running: ['paused', 'completed', 'failed', 'cancelled'],
  paused: ['running', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

export function canBecome(from: RunStatus, to: RunStatus): boolean {
  return NEXT[from].includes(to);
}

export function isFinal(status: RunStatus): boolean {
  return NEXT[status].length === 0;
}

export interface EndCounts {
  lines_total: number;
  lines_failed: number;
  lines_skipped: number;
  max_failed_lines: number;
}

/**
 * The final status of a run. It fails if too many lines failed or none succeeded. Skipped lines do not count.
 */
export function endStatus(counts: EndCounts): 'completed' | 'failed' {
  if (counts.lines_failed > counts.max_failed_lines) return 'failed';
  const spoken = counts.lines_total - counts.lines_skipped;
  return counts.lines_failed > 0 && counts.lines_failed === spoken ? 'failed' : 'completed';
}
