import type { RunStatus } from '@voiceloom/contract';

/** What may follow what. Every change of a run is a compare-and-set that holds the run's row. */
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

/** How a run ends once every line has: too many failed lines, or nothing but failures, fail it. Skipped lines do not count. */
export function endStatus(counts: EndCounts): 'completed' | 'failed' {
  if (counts.lines_failed > counts.max_failed_lines) return 'failed';
  const spoken = counts.lines_total - counts.lines_skipped;
  return counts.lines_failed > 0 && counts.lines_failed === spoken ? 'failed' : 'completed';
}
