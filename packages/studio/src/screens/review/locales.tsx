import type { Review } from '@voiceloom/sdk';
import { count, language } from '../../format/format.ts';
import { text } from '../../text/en.ts';

const words = text.review;
const NAMES = [
  'items_count',
  'approved_count',
  'waived_count',
  'rejected_count',
  'needs_work_count',
] as const;
type Counts = Record<(typeof NAMES)[number], number>;

/** The languages of a review with their progress. */
export function Locales(props: {
  progress: Review['progress'];
  current: string | undefined;
  onChoose: (locale: string | undefined) => void;
}) {
  const { progress, current, onChoose } = props;
  const totals = NAMES.map((name) => [name, progress.reduce((sum, counts) => sum + counts[name], 0)]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the section scrolls horizontally
    <section className="locales" tabIndex={0} aria-label={text.setup.locales}>
      {progress.length > 1 && (
        <Tab
          label={words.allLocales}
          counts={Object.fromEntries(totals) as Counts}
          isOn={current === undefined}
          onPress={() => onChoose(undefined)}
        />
      )}
      {progress.map((counts) => (
        <Tab
          key={counts.locale_code}
          label={language(counts.locale_code)}
          counts={counts}
          isOn={current === counts.locale_code || progress.length === 1}
          onPress={() => onChoose(counts.locale_code)}
        />
      ))}
    </section>
  );
}

/** Lines that were sent back are not done, so they are counted separately. */
function Tab(props: { label: string; counts: Counts; isOn: boolean; onPress: () => void }) {
  const { label, counts, isOn, onPress } = props;
  const { items_count, approved_count, waived_count, rejected_count, needs_work_count } = counts;
  const sentBack = rejected_count + needs_work_count;
  const facts = [
    words.settled.approved(count(approved_count), count(items_count)),
    waived_count > 0 && words.settled.waived(count(waived_count)),
    sentBack > 0 && words.settled.sentBack(count(sentBack)),
  ];
  return (
    <button type="button" className={isOn ? 'locale on' : 'locale'} aria-pressed={isOn} onClick={onPress}>
      <span className="locale-name">
        {label} <span className="soft numbers">{facts.filter(Boolean).join(', ')}</span>
      </span>
      <progress
        aria-label={words.progressOf(label)}
        value={approved_count + waived_count}
        max={Math.max(1, items_count)}
      />
    </button>
  );
}
