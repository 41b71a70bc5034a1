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
  const mine = assignments.filter(({ assignee }) => isGuest || assignee.id === me.id);
  const [first] = mine;
  if (!first) return null;
  const total = mine.reduce((sum, { items_count }) => sum + items_count, 0);
  const open = mine.reduce((sum, { open_count }) => sum + open_count, 0);
  const unfinished = mine.filter(({ open_count }) => open_count > 0);
  const [due] = unfinished.flatMap(({ due_at }) => due_at ?? []).sort();
  const isOn = filter.assignee === first.assignee.id;
  return (
    <section className="row mine" aria-label={words.mine}>
      <span>
        {words.mine}{' '}
        <span className="soft numbers">
          {words.done(count(total - open), count(total))}
          {due && ` · ${words.dueAt(when(due))}`}
        </span>
      </span>
      <progress aria-label={words.mineProgress} value={total - open} max={Math.max(1, total)} />
      <Button
        className="button small"
        aria-pressed={isOn}
        onPress={() => onChange({ assignee: isOn ? undefined : first.assignee.id })}
      >
        {isOn ? words.showAll : words.showMine}
      </Button>
    </section>
  );
}
