import type { Review, ReviewDecision, ReviewDecisionInput, ReviewItem, ReviewTake } from '@voiceloom/sdk';
import { getDecision, isSentBack, type PendingDecisions } from '../data/line-decision.ts';
import { useDecide } from '../data/use-decide.ts';
import type { Live } from '../data/use-live.ts';
import type { Rights } from '../rights.ts';
import type { useMarks } from './use-marks.ts';
import { useUnlock } from './use-unlock.ts';

/** Decisions by keys and buttons, about the selected lines or else the current line. */
export function useDecisions(options: {
  review: Review;
  live: Live;
  pending: PendingDecisions;
  rights: Rights;
  announce: (message: string) => void;
  item: ReviewItem | undefined;
  marking: ReturnType<typeof useMarks>;
  takeNow: () => ReviewTake | undefined;
  focusGrid: () => void;
}) {
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
    unlock: () => {
      if (marks.size > 0) unlocking.unlock([...marks.keys()]);
      else if (item) unlocking.unlock([item.no]);
    },
    decide: (decision: ReviewDecision) => {
      if (marks.size > 0) return decideMarked(decision);
      if (!item) return;
      const { reason, note } = getDecision(item, pending.get(item.no));
      const body: ReviewDecisionInput = { decision, audio_id: null };
      if (decision === 'approved') body.audio_id = takeNow()?.audio_id ?? null;
      if (isSentBack(decision)) Object.assign(body, { reason, note });
      decisions.decide([item], body);
    },
    decideWith: (body: ReviewDecisionInput) => {
      if (item) decisions.decide([item], body);
    },
    /** Undoes the last decision. Returns the line if it was only one. */
    undo: () => {
      const [firstLine, ...otherLines] = decisions.undo();
      return otherLines.length === 0 ? firstLine?.no : undefined;
    },
  };
}
