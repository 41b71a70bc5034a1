import type { Review } from '@voiceloom/sdk';
import { Button } from 'react-aria-components';
import { count, when } from '../../format/format.ts';
import { text } from '../../text/en.ts';
import type { Filter } from './data/filter.ts';

const words = text.review;

/** The assignments of the current user or guest, with their progress. */
export function Mine(props: {
  review: Review;
  isGuest: boolean;
  filter: Filter;
  onChange: (change: Filter) => void;
}) {
  const {
    review: { assignments, me },
    isGuest,
    filter,
    onChange,
  } = props;
  // For guests, `assignments` contains only those of their link.
  const ownAssignments = assignments.filter(({ assignee }) => isGuest || assignee.id === me.id);
  const [firstAssignment] = ownAssignments;
  if (!firstAssignment) return null;
  const total = ownAssignments.reduce((sum, { items_count }) => sum + items_count, 0);
  const openCount = ownAssignments.reduce((sum, { open_count }) => sum + open_count, 0);
  const unfinished = ownAssignments.filter(({ open_count }) => open_count > 0);
  const dueTimes = unfinished.map(({ due_at }) => due_at).filter((due_at) => due_at !== null);
  const [due] = dueTimes.sort();
  const isOn = filter.assignee === firstAssignment.assignee.id;
  return (
    <section className="row mine" aria-label={words.mine}>
      <span>
        {words.mine}{' '}
        <span className="soft numbers">
          {words.done(count(total - openCount), count(total))}
          {due && ` · ${words.dueAt(when(due))}`}
        </span>
      </span>
      <progress aria-label={words.mineProgress} value={total - openCount} max={Math.max(1, total)} />
      <Button
        className="button small"
        aria-pressed={isOn}
        onPress={() => onChange({ assignee: isOn ? undefined : firstAssignment.assignee.id })}
      >
        {isOn ? words.showAll : words.showMine}
      </Button>
    </section>
  );
}
