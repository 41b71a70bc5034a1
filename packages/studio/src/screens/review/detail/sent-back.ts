import type { ReviewEvent } from '@voiceloom/sdk';

/**
 * The last decision that sent the previous take of a line back. `events`: the newest first. Decisions about the new take do
 * not count, even if they were undone.
 */
export function findSentBack(events: readonly ReviewEvent[]) {
  const change = events.findIndex(({ type }) => type === 'review.run_changed');
  for (const event of events.slice(change + 1)) {
    const stateAfter = event.type === 'review.decided' ? event.data.items[0]?.after : undefined;
    if (stateAfter?.decision === 'rejected' || stateAfter?.decision === 'needs_work')
      return { ...stateAfter, decision: stateAfter.decision };
  }
  return undefined;
}
