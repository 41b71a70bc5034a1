import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { GuestPermission, GuestSession, Review, ReviewFilter } from '@voiceloom/sdk';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { queries } from '../../api/client.ts';
import { Empty, Failure, Loaded, Skeleton } from '../../parts/states.tsx';
import { text } from '../../text/en.ts';
import { AssignDialog, type Target } from './assign.tsx';
import { Bulk, DecideAllDialog } from './bulk.tsx';
import { reviewKey } from './data/cache.ts';
import { type Filter, readFilter, toReviewFilter } from './data/filter.ts';
import { countWaiting, getPendingDecisions } from './data/line-decision.ts';
import { findOutdatedLines, type Lines, type Range, useLines } from './data/lines.ts';
import { useOpenReview, useReview } from './data/open-review.ts';
import { useLive } from './data/use-live.ts';
import { useDesk } from './desk/use-desk.ts';
import { Detail } from './detail/detail.tsx';
import { Filters } from './filters.tsx';
import { Grid } from './grid/grid.tsx';
import { readKeysOn, turnKeys } from './keys.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { Locales } from './locales.tsx';
import { Mine } from './mine.tsx';
import { Notices } from './notices.tsx';
import './review.css';
import { countSentBack, RetryDialog } from './retry.tsx';
import { isProtected, type Rights, useRights } from './rights.ts';
import { ShareDialog } from './share.tsx';
import { silence } from './sound.ts';

const words = text.review;
const PATH = '/productions/$workflowId/runs/$runId/review';

/** The review of a run, opened by its first visitor. */
export function ReviewScreen() {
  const { workflowId, runId } = useParams({ from: PATH });
  const openReview = useOpenReview(workflowId, runId);
  return (
    <Loaded query={openReview} isPage>
      {(id) => <ReviewOf key={id} id={id} />}
    </Loaded>
  );
}

/** The review that a share link is about. */
export const GuestReview = ({ session }: { session: GuestSession }) => (
  <ReviewOf id={session.review_id} permission={session.permission} />
);

/** `permission` is set for guests. */
type Visit = { permission?: GuestPermission | undefined };

function ReviewOf({ id, permission }: Visit & { id: string }) {
  const review = useReview(id);
  return <Loaded query={review}>{(data) => <Desk review={data} permission={permission} />}</Loaded>;
}

/** The list of lines, and the current line. */
function Desk({ review, permission }: Visit & { review: Review }) {
  const [filter, setFilter] = useFilter();
  const [round, setRound] = useState(0);
  const readAgain = useCallback(() => {
    setRound((last) => last + 1);
    for (const part of ['item', 'history'])
      void queries.invalidateQueries({ queryKey: [...reviewKey(review.id), part] });
    void queries.invalidateQueries({ queryKey: reviewKey(review.id), exact: true });
  }, [review.id]);
  const liveState = useLive(review, readAgain);
  const { id, assignments } = review;
  // As text, so that `reading` changes only if the content of the filter does.
  const filterJson = JSON.stringify(toReviewFilter(filter, { assignments }));
  const reading = useMemo(() => ({ filter: JSON.parse(filterJson), round }), [filterJson, round]);
  const [range, showRange] = useState<Range>({ first: 0, last: 20 });
  const setRange = useCallback(
    (newRange: Range) =>
      showRange((lastRange) => {
        if (lastRange.first === newRange.first && lastRange.last === newRange.last) return lastRange;
        return newRange;
      }),
    [],
  );
  const [cursor, setCursor] = useState(0);
  const lines = useLines({ reviewId: id, reading, range, cursor });
  useCursorLimits({ total: lines.total, filter, cursor, setCursor });
  const writes = liveState.outbox.writes.use();
  const rights = useRights(review, permission);
  const { isGuest, personId } = rights;
  const pending = useMemo(
    () => getPendingDecisions(writes, (theirs, state) => isProtected({ isGuest, personId }, theirs, state)),
    [writes, isGuest, personId],
  );
  const assignees = useMemo(
    () => new Map(assignments.map((assignment) => [assignment.id, assignment.assignee.name])),
    [assignments],
  );
  // Stops the sound when the person leaves the page.
  useEffect(() => silence, []);
  const [areKeysOn, setKeysOn] = useState(readKeysOn);
  const desk = useDesk({
    review,
    live: liveState,
    lines,
    cursor,
    setCursor,
    pending,
    filter,
    setFilter,
    areKeysOn,
    rights,
  });
  // While a person moves quickly through the list, the pane updates later.
  const item = useDeferredValue(desk.item);
  const { grid, isSheet, setDialog, unlocking } = desk;
  const hasSources = useSources(lines.getLine, range);
  const { decision, ...otherFilters } = filter;
  // If the list shows all open lines, an empty list means that there are none.
  const isOnlyOpen = decision === 'open' && Object.values(otherFilters).every((value) => value === undefined);
  const outdatedCount = findOutdatedLines(id, reading).length;
  const matchCount = lines.total - outdatedCount;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys work in the whole area
    <div
      tabIndex={-1}
      className={`review ${isSheet ? 'sheet-open' : ''} ${filter.locale ? 'one-locale' : ''}`}
      onKeyDown={desk.onKeyDown}
    >
      <Head review={review} rights={rights} onKeys={() => setDialog('keys')} onOpen={setDialog} />
      <Locales
        progress={review.progress}
        current={filter.locale}
        onChoose={(locale) => setFilter({ locale })}
      />
      <Mine review={review} isGuest={rights.isGuest} filter={filter} onChange={setFilter} />
      <Filters review={review} isGuest={rights.isGuest} filter={filter} onChange={setFilter} />
      <Notices live={liveState} isGuest={rights.isGuest} />
      {unlocking.error !== null && (
        <Failure error={unlocking.error} onRetry={unlocking.retry} onClose={unlocking.dismiss} />
      )}
      <div className="row tools">
        <Bulk
          markedLines={desk.marks.size}
          total={matchCount}
          onDecide={desk.decideMarked}
          onDecideAll={() => setDialog('all')}
          onAssign={() => setDialog('assign_all')}
          rights={rights}
          onClear={desk.clearMarks}
        />
        {outdatedCount > 0 && (
          <Button className="button small quiet" onPress={readAgain}>
            {words.leftLines(outdatedCount)}
          </Button>
        )}
      </div>
      {lines.error !== undefined && <Failure error={lines.error} onRetry={lines.retry} />}
      <div className="split">
        {lines.isLoading ? (
          <Skeleton rows={10} />
        ) : (
          <Grid
            ref={grid}
            {...{ total: lines.total, getLine: lines.getLine, cursor, pending, assignees, hasSources }}
            marks={desk.marks}
            actions={desk.rowActions}
            onRange={setRange}
            empty={<Empty>{isOnlyOpen ? words.noOpenLines : words.noLines}</Empty>}
          />
        )}
        {item && (
          <Detail
            reviewId={id}
            item={item}
            chosenTakeId={desk.chosenTakeId}
            pending={pending.get(item.no)}
            writes={writes}
            owner={`${id} ${review.me.id}`}
            rights={rights}
            isUnlocking={unlocking.isPending}
            actions={desk.detailActions}
          />
        )}
      </div>
      <p className="hidden" role="status" aria-live="polite">
        {desk.announcement}
      </p>
      {desk.dialog === 'keys' && (
        <KeysDialog
          rights={rights}
          areOn={areKeysOn}
          onTurn={(isOn) => {
            turnKeys(isOn);
            setKeysOn(isOn);
          }}
          onClose={desk.closeDialog}
        />
      )}
      <DeskDialog
        {...{ review, filter, matchCount, desk }}
        reviewFilter={reading.filter}
        isSending={countWaiting(writes) > 0}
        onChange={readAgain}
      />
    </div>
  );
}

/** The dialog for lines or the whole review that the person has opened. */
function DeskDialog(props: {
  review: Review;
  filter: Filter;
  reviewFilter: ReviewFilter;
  /** The number of lines that match the filter. */
  matchCount: number;
  desk: ReturnType<typeof useDesk>;
  isSending: boolean;
  onChange: () => void;
}) {
  const { review, filter, reviewFilter, matchCount, desk, isSending, onChange } = props;
  const { item, marks, closeDialog } = desk;
  switch (desk.dialog) {
    case 'share':
      return <ShareDialog review={review} onClose={closeDialog} />;
    case 'retry':
      return <RetryDialog review={review} isSending={isSending} onClose={closeDialog} />;
    case 'assign':
    case 'assign_all': {
      let target: Target = { nos: [...marks.keys()] };
      if (marks.size === 0 && item) target = { nos: [item.no] };
      if (marks.size === 0 && desk.dialog === 'assign_all')
        target = { filter: reviewFilter, total: matchCount };
      return <AssignDialog review={review} target={target} onClose={closeDialog} />;
    }
    case 'all':
      return (
        <DecideAllDialog
          reviewId={review.id}
          filter={reviewFilter}
          total={matchCount}
          decidedLines={countDecided(review, filter)}
          onClose={closeDialog}
          onDone={(savedCount, conflicts) => {
            closeDialog();
            desk.announce(words.decidedAll(savedCount, conflicts));
            onChange();
          }}
        />
      );
    default:
      return null;
  }
}

/** The filter is in the URL, so that links and the back button lead to the same lines. */
function useFilter(): [Filter, (change: Filter) => void] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const setFilter = useCallback(
    (change: Filter) => {
      // Keeps the fragment, because it is the secret of a share link.
      void navigate({
        to: '.',
        hash: true,
        replace: true,
        search: (lastFilter: Filter) =>
          Object.fromEntries(
            Object.entries({ ...lastFilter, ...change }).filter(([, value]) => value !== undefined),
          ),
      } as never);
    },
    [navigate],
  );
  return [useMemo(() => readFilter(search), [search]), setFilter];
}

/** Moves the cursor to the start when the filter changes, except for the language, where lines keep their positions. */
function useCursorLimits(options: {
  total: number;
  filter: Filter;
  cursor: number;
  setCursor: (index: number) => void;
}): void {
  const { total, filter, cursor, setCursor } = options;
  const { locale: _, ...otherFilters } = filter;
  const list = JSON.stringify(otherFilters);
  useEffect(() => {
    if (list) setCursor(0);
  }, [list, setCursor]);
  useEffect(() => {
    if (total > 0 && cursor >= total) setCursor(total - 1);
  }, [total, cursor, setCursor]);
}

/** The number of decided lines that match a filter. Zero for filters other than language, which have no counts. */
function countDecided({ progress }: Review, { locale, ...otherFilters }: Filter): number {
  if (Object.values(otherFilters).some((value) => value !== undefined)) return 0;
  return progress
    .filter(({ locale_code }) => locale === undefined || locale_code === locale)
    .reduce((sum, counts) => sum + counts.items_count - counts.open_count, 0);
}

/** Whether to show the column of source texts. Once shown, it stays, so that scrolling does not change the columns. */
function useSources(getLine: Lines['getLine'], { first, last }: Range): boolean {
  const hasSources = useRef(false);
  for (let index = first; index <= last && !hasSources.current; index += 1)
    hasSources.current = (getLine(index)?.source_script ?? null) !== null;
  return hasSources.current;
}

/** The title of the review, its approval, and the actions about the whole review. */
function Head(props: {
  review: Review;
  rights: Rights;
  onKeys: () => void;
  onOpen: (dialog: 'share' | 'retry') => void;
}) {
  const { review, rights, onKeys, onOpen } = props;
  const { workflow_id, workflow_name, current_run_id, current_run_number } = review;
  const params = { workflowId: workflow_id, runId: current_run_id };
  const sentBack = countSentBack(review);
  return (
    <div className="head">
      <div>
        {rights.isGuest ? (
          <span className="soft" dir="auto">
            {words.back(current_run_number)} · {words.you(review.me.name)}
          </span>
        ) : (
          <Link to="/productions/$workflowId/runs/$runId" params={params}>
            {words.back(current_run_number)}
          </Link>
        )}
        <h1 dir="auto">{workflow_name}</h1>
      </div>
      <Gate review={review} />
      <div className="row">
        <Button className="button small quiet" onPress={onKeys}>
          {words.keys.button}
        </Button>
        {!rights.isGuest && rights.mayDecide && sentBack > 0 && (
          <Button className="button" onPress={() => onOpen('retry')}>
            {words.retry.button(sentBack)}
          </Button>
        )}
        {!rights.isGuest && rights.mayDecide && (
          <Button className="button" onPress={() => onOpen('share')}>
            {words.share.button}
          </Button>
        )}
        {!rights.isGuest && (
          <Link
            className={review.approved_at === null ? 'button' : 'button primary'}
            to="/productions/$workflowId/runs/$runId/deliver"
            params={params}
          >
            {text.run.deliver}
          </Link>
        )}
      </div>
    </div>
  );
}

/** Whether everything is approved, or the delivery waits for that. */
function Gate({ review: { approved_at, requires_approval } }: { review: Review }) {
  if (approved_at !== null) return <span className="status pass">✓ {words.allApproved}</span>;
  return requires_approval && <span className="status warn">‖ {words.gateWaits}</span>;
}
