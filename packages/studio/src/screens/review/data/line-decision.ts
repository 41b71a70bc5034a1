import type { ReviewDecision, ReviewDecisionEntry, ReviewItem } from '@voiceloom/sdk';
import type { Write } from '../../../api/outbox/writes.ts';

/** A line as this person sees it, including their decision that the service does not have yet. */
export interface LineDecision {
  decision: ReviewDecision | null;
  audio_id: string | null;
  reason: string | null;
  note: string | null;
  /** The person who decided. Null for a decision of this person that is not sent yet. */
  by: string | null;
  state: 'saved' | Write['state'];
  theirs?: ReviewItem | undefined;
  /** Whether this person may not change the decision of the other person. */
  isProtected?: boolean | undefined;
  message?: string | undefined;
}

export type PendingDecisions = ReadonlyMap<number, LineDecision>;

/**
 * The latest decision of this person for each line, until the service has stored it. If another person decided the same
 * line, `isProtected` receives the line with that person's decision, and decides whether this person may not change it.
 */
export function getPendingDecisions(
  writes: readonly Write[],
  isProtected: (theirs: ReviewItem, state: Write['state']) => boolean = () => false,
): PendingDecisions {
  const pendingDecisions = new Map<number, LineDecision>();
  for (const write of writes) {
    let bodies: ReviewDecisionEntry[] = [];
    if (write.kind === 'decide') bodies = [{ no: write.no, ...write.body }];
    if (write.kind === 'decide_many') bodies = write.entries;
    const { state, theirs, message } = write;
    const ownDecision = { state, theirs, message, isProtected: theirs && isProtected(theirs, state) };
    // Every entry has a number: this page decides about lines, not about filters.
    for (const { no = 0, decision, audio_id = null, reason = null, note = null } of bodies) {
      const earlierDecision = pendingDecisions.get(no);
      // If the service did not take an earlier decision, this one waits until the person has resolved that.
      const isBlocked = earlierDecision !== undefined && earlierDecision.state !== 'waiting';
      const outcome = isBlocked ? earlierDecision : ownDecision;
      pendingDecisions.set(no, { ...outcome, decision, audio_id, reason, note, by: null });
    }
  }
  return pendingDecisions;
}

/** The decision of a line as this person sees it: their own unsent one, or else the stored one. */
export function getDecision(item: ReviewItem, pending: LineDecision | undefined): LineDecision {
  if (pending) return pending;
  const { decision, chosen_audio_id, reason, note, decided_by } = item;
  return { decision, audio_id: chosen_audio_id, reason, note, by: decided_by?.name ?? null, state: 'saved' };
}

/** Whether the person must choose between their own decision and that of another person. */
export const isConflict = (state: LineDecision['state']): boolean =>
  state === 'conflict' || state === 'locked';

/** Whether the line is to be spoken again. */
export const isSentBack = (decision: ReviewDecision | null): boolean =>
  decision === 'rejected' || decision === 'needs_work';

/** The number of unsent decisions and comments. Each decision of a batch counts. */
export const countWaiting = (writes: readonly Write[]): number =>
  writes.reduce((sum, write) => {
    if (write.state !== 'waiting') return sum;
    if (write.kind === 'decide_many') return sum + write.entries.length;
    return sum + 1;
  }, 0);
