import { useQuery } from '@tanstack/react-query';
import type { ReviewEvent, ReviewTake } from '@voiceloom/sdk';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { when } from '../../../format/format.ts';
import { Loaded } from '../../../parts/states.tsx';
import { text } from '../../../text/en.ts';
import { historyKey } from '../data/cache.ts';

const words = text.review;
const MOST = 50;

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

const historyQuery = (reviewId: string, no: number) => ({
  queryKey: historyKey(reviewId, no),
  queryFn: () => client.reviews.history(reviewId, { no }).toArray({ limit: MOST }),
});

/** The last decision that sent a line back, with its reason, so that a person can judge the new take against it. */
export function SentBack({ reviewId, no }: Omit<Props, 'takes'>) {
  const { data: events = [] } = useQuery(historyQuery(reviewId, no));
  const decisions = events.flatMap((event) =>
    event.type === 'review.decided' ? (event.data.items[0]?.after ?? []) : [],
  );
  // The history is newest first.
  const last = decisions.find(({ decision }) => decision === 'rejected' || decision === 'needs_work');
  if (last?.decision !== 'rejected' && last?.decision !== 'needs_work') return null;
  return (
    <p dir="auto">
      <span className="label">{words.before[last.decision]}</span>
      {[last.reason, last.note].filter(Boolean).join(' · ') || words.noReason}
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
                <strong dir="auto">{event.actor.name}</strong> {whatOf(event, takes)}{' '}
                <span className="soft">{when(event.at)}</span>
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}

function whatOf(event: ReviewEvent, takes: readonly ReviewTake[]): string {
  switch (event.type) {
    case 'review.decided': {
      const { before, after } = event.data.items[0] ?? {};
      // A note is saved separately, so this event changes only the note.
      if (before && after?.decision && before.decision === after.decision && before.note !== after.note)
        return [words.noted, after.note].filter(Boolean).join(' · ');
      const take = takes.findIndex(({ audio_id }) => audio_id === after?.chosen_audio_id);
      const what = words.did[after?.decision ?? 'open'];
      return [what, take >= 0 && words.take(take + 1), after?.note].filter(Boolean).join(' · ');
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
