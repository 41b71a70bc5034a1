import type { Review, ReviewDecision, ReviewItem, ReviewTake } from '@voiceloom/sdk';
import { type Pending, shownOf } from '../data/shown.ts';
import { type Decided, useDecide } from '../data/use-decide.ts';
import type { Live } from '../data/use-live.ts';
import type { Rights } from '../rights.ts';
import type { useMarks } from './use-marks.ts';
import { useUnlock } from './use-unlock.ts';

interface Options {
  review: Review;
  live: Live;
  pending: Pending;
  rights: Rights;
  announce: (what: string) => void;
  item: ReviewItem | undefined;
  marking: ReturnType<typeof useMarks>;
  takeNow: () => ReviewTake | undefined;
  focusGrid: () => void;
}

/** Decisions by keys and buttons, about the selected lines or else the current line. */
export function useDecisions(options: Options) {
  const { review, live, pending, rights, announce, item, marking, takeNow } = options;
  const { marks, clearMarks } = marking;
  const decisions = useDecide(review.id, { outbox: live.outbox, announce, rights });
  const unlocking = useUnlock(options);
  const decideMarked = (decision: ReviewDecision) => {
    if (decisions.decide([...marks.values()], { decision })) clearMarks();
  };
  return {
    decideMarked,
    unlocking,
    unlock: () => unlocking.unlock(marks.size > 0 ? [...marks.keys()] : item ? [item.no] : []),
    decide: (decision: ReviewDecision) => {
      if (marks.size > 0) decideMarked(decision);
      else if (item) {
        const { reason, note } = shownOf(item, pending.get(item.no));
        const isAsked = decision === 'rejected' || decision === 'needs_work';
        const audio_id = decision === 'approved' ? (takeNow()?.audio_id ?? null) : null;
        decisions.decide([item], { decision, audio_id, ...(isAsked && { reason, note }) });
      }
    },
    decideWith: (body: Decided) => {
      if (item) decisions.decide([item], body);
    },
    /** Undoes the last decision. Returns the line if it was only one. */
    undo: () => {
      const undone = decisions.undo();
      return undone.length === 1 ? undone[0]?.no : undefined;
    },
  };
}
