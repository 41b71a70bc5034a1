import type { ReviewDecision, ReviewItem } from '@voiceloom/sdk';
import type { Write } from '../../../api/outbox/writes.ts';

/** A line as this person sees it, including their decision that the service does not have yet. */
export interface Shown {
  decision: ReviewDecision | null;
  audio_id: string | null;
  reason: string | null;
  note: string | null;
  /** The person who decided. Null for a decision of this person that is not sent yet. */
  by: string | null;
  state: 'saved' | Write['state'];
  theirs?: ReviewItem | undefined;
  /** Whether this person may not change the decision of the other person. */
  isHeld?: boolean | undefined;
  message?: string | undefined;
}

export type Pending = ReadonlyMap<number, Shown>;

/**
 * The latest decision of this person for each line, until the service has stored it. If another person decided the same
 * line, `isHeld` receives the line with that person's decision.
 */
export function pendingOf(
  writes: readonly Write[],
  isHeld: (theirs: ReviewItem, state: Write['state']) => boolean = () => false,
): Pending {
  const pending = new Map<number, Shown>();
  const add = (no: number, shown: Shown) => {
    const before = pending.get(no);
    // If an earlier decision has a conflict, this one waits until the person resolves the conflict.
    pending.set(no, before && before.state !== 'waiting' ? { ...shown, ...heldBy(before) } : shown);
  };
  for (const write of writes) {
    const { state, theirs, message } = write;
    const facts = { by: null, state, theirs, message, isHeld: theirs && isHeld(theirs, state) };
    if (write.kind === 'decide') add(write.no, { ...bodyOf(write.body), ...facts });
    if (write.kind === 'decide_many')
      for (const entry of write.entries) add(entry.no ?? 0, { ...bodyOf(entry), ...facts });
  }
  return pending;
}

const heldBy = ({ state, theirs, message, isHeld }: Shown) => ({ state, theirs, message, isHeld });

type Body = {
  decision: ReviewDecision | null;
  audio_id?: string | null;
  reason?: string | null;
  note?: string | null;
};

const bodyOf = ({ decision, audio_id = null, reason = null, note = null }: Body) => ({
  decision,
  audio_id,
  reason,
  note,
});

export function shownOf(item: ReviewItem, pending: Shown | undefined): Shown {
  if (pending) return pending;
  const { decision, chosen_audio_id, reason, note, decided_by } = item;
  return { decision, audio_id: chosen_audio_id, reason, note, by: decided_by?.name ?? null, state: 'saved' };
}

/** The number of unsent decisions and comments. Each decision of a batch counts. */
export const countWaiting = (writes: readonly Write[]): number =>
  writes.reduce((sum, write) => {
    if (write.state !== 'waiting') return sum;
    return sum + (write.kind === 'decide_many' ? write.entries.length : 1);
  }, 0);
