import { useQuery } from '@tanstack/react-query';
import type { ReviewEvent, ReviewTake } from '@voiceloom/sdk';
import { useState } from 'react';
import { when } from '../../../format/format.ts';
import { Loaded } from '../../../parts/states.tsx';
import { text } from '../../../text/en.ts';
import { historyQuery } from '../data/cache.ts';
import { findSentBack } from './sent-back.ts';

const words = text.review;

interface Props {
  reviewId: string;
  no: number;
  takes: readonly ReviewTake[];
}

/** The history of a line, loaded on demand. */
export function History(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="history" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.history}</summary>
      {isOpen && <Events {...props} />}
    </details>
  );
}

/** The last decision that sent a line back, with its reason, so that a person can judge the new take against it. */
export function SentBack({ reviewId, no }: { reviewId: string; no: number }) {
  const { data: events, isPending } = useQuery(historyQuery(reviewId, no));
  // Keeps the place of the usual two lines.
  if (isPending) return <p aria-hidden="true" className="place" />;
  const sentBack = findSentBack(events ?? []);
  if (sentBack === undefined) return null;
  return (
    <p dir="auto">
      <span className="label">{words.before[sentBack.decision]}</span>
      {[sentBack.reason, sentBack.note].filter(Boolean).join(' · ') || words.noReason}
    </p>
  );
}

function Events({ reviewId, no, takes }: Props) {
  const query = useQuery(historyQuery(reviewId, no));
  return (
    <Loaded query={query} rows={2}>
      {(events) =>
        events.length === 0 ? (
          <p className="soft">{words.noHistory}</p>
        ) : (
          <ol>
            {events.map((event) => (
              <li key={event.id}>
                <strong dir="auto">{event.actor.name}</strong> {describeEvent(event, takes)}{' '}
                <span className="soft">{when(event.at)}</span>
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}

/** An event of a line in words, such as “approved · Take 2”. */
function describeEvent(event: ReviewEvent, takes: readonly ReviewTake[]): string {
  switch (event.type) {
    case 'review.decided': {
      const { before, after } = event.data.items[0] ?? {};
      // A note is saved separately, so this event changes only the note.
      if (before && after?.decision && before.decision === after.decision && before.note !== after.note)
        return [words.noted, after.note].filter(Boolean).join(' · ');
      const take = takes.findIndex(({ audio_id }) => audio_id === after?.chosen_audio_id);
      const act = words.did[after?.decision ?? 'open'];
      return [act, take >= 0 && words.take(take + 1), after?.note].filter(Boolean).join(' · ');
    }
    case 'review.commented':
      return words.commented(event.data.comment.body);
    case 'review.comment_changed':
      return event.data.comment.is_resolved ? words.resolvedComment : words.changedComment;
    case 'review.assigned':
      return event.data.assignee ? words.assignedTo(event.data.assignee.name) : words.unassigned;
    case 'review.run_changed':
      return words.spokenAgain(takes.find(({ run_id }) => run_id === event.data.run_id)?.run_number);
    default:
      return words.changed;
  }
}
