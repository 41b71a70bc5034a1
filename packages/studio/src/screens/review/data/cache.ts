import type { QueryKey } from '@tanstack/react-query';
import type {
  Review,
  ReviewComment,
  ReviewDecision,
  ReviewEvent,
  ReviewItem,
  ReviewItemDetail,
  ReviewItems,
} from '@voiceloom/sdk';
import { client, queries } from '../../../api/client.ts';

export const reviewKey = (id: string): QueryKey => ['review', id];
export const pagesKey = (id: string): QueryKey => ['review', id, 'items'];
export const itemKey = (id: string, no: number): QueryKey => ['review', id, 'item', no];
const historyKey = (id: string, no: number): QueryKey => ['review', id, 'history', no];

/** Details and histories are loaded again after this time, long before their links expire (15 minutes). */
const DETAIL_FRESH_MS = 5 * 60_000;
/** Cached details of lines that are no longer visible, so that going back is fast. */
const MAX_DETAILS = 50;
const MAX_EVENTS = 50;

/** The last events of a line, the newest first. */
export const historyQuery = (id: string, no: number) => ({
  queryKey: historyKey(id, no),
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<ReviewEvent[]> =>
    client.reviews.history(id, { no }, { signal }).toArray({ limit: MAX_EVENTS }),
  staleTime: DETAIL_FRESH_MS,
});

export const itemQuery = (id: string, no: number) => ({
  queryKey: itemKey(id, no),
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<ReviewItemDetail> =>
    client.reviews.item(id, String(no), { signal }),
  staleTime: DETAIL_FRESH_MS,
});

/**
 * Removes details of lines that were read long ago, so that memory stays limited after thousands of lines.
 */
export function removeOldDetails(id: string): void {
  const cache = queries.getQueryCache();
  const unseen = cache
    .findAll({ queryKey: [...reviewKey(id), 'item'], type: 'inactive', fetchStatus: 'idle' })
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  for (const query of unseen.slice(MAX_DETAILS)) cache.remove(query);
}

/** A changed line. Versions older than the known one have no effect. */
export type ItemChange = Partial<ReviewItem> & Pick<ReviewItem, 'no' | 'version'>;

export const getReview = (id: string) => queries.getQueryData<Review>(reviewKey(id));

const updateReview = (id: string, change: Partial<Review>) =>
  queries.setQueryData<Review>(reviewKey(id), (review) => review && { ...review, ...change });

/** The line from the latest response or event. The cache can also contain older versions of it, on pages from before a re-run. */
export function findItem(id: string, no: number): ReviewItem | undefined {
  const pages = queries.getQueriesData<ReviewItems>({ queryKey: pagesKey(id) });
  const versions: ReviewItem[] = pages.flatMap(
    ([, page]) => page?.items.filter((item) => item.no === no) ?? [],
  );
  const detail = queries.getQueryData<ReviewItemDetail>(itemKey(id, no));
  if (detail) versions.push(detail);
  return versions.sort((one, other) => other.version - one.version)[0];
}

/** Changes lines in every page and pane that shows them. Returns the previous versions of those that changed. */
function patchItems(id: string, nos: ReadonlySet<number>, patch: (item: ReviewItem) => ReviewItem) {
  const itemsBefore = new Map<number, ReviewItem>();
  const apply = (item: ReviewItem): ReviewItem => {
    if (!nos.has(item.no)) return item;
    const newItem = patch(item);
    if (newItem !== item && !itemsBefore.has(item.no)) itemsBefore.set(item.no, item);
    return newItem;
  };
  queries.setQueriesData<ReviewItems>({ queryKey: pagesKey(id) }, (page) => {
    if (!page?.items.some(({ no }) => nos.has(no))) return page;
    return { ...page, items: page.items.map(apply) };
  });
  for (const no of nos)
    queries.setQueryData<ReviewItemDetail>(itemKey(id, no), (detail) => {
      if (!detail) return detail;
      const newDetail = apply(detail);
      if (newDetail === detail) return detail;
      return { ...detail, ...newDetail };
    });
  return itemsBefore;
}

/** `isCounted`: whether the progress of the review already includes the changes. */
export function applyChanges(id: string, changes: readonly ItemChange[], isCounted = false): void {
  const byNo = new Map(changes.map((change) => [change.no, change]));
  const itemsBefore = patchItems(id, new Set(byNo.keys()), (item) => {
    const change = byNo.get(item.no);
    if (!change || change.version <= item.version) return item;
    return { ...item, ...change };
  });
  queries.setQueryData<Review>(reviewKey(id), (review) => {
    if (!review || isCounted) return review;
    let { progress } = review;
    for (const [no, item] of itemsBefore)
      progress = moveCount(progress, {
        locale: item.locale_code,
        before: item.decision,
        after: byNo.get(no)?.decision,
      });
    if (progress === review.progress) return review;
    return { ...review, progress };
  });
  invalidateHistory(id, byNo.keys());
}

/** Later runs may speak these lines again. A line that was approved after `at` is locked again. */
export function applyUnlocked(id: string, nos: readonly number[], at?: string): void {
  const isLater = (time: string | null) => at !== undefined && time !== null && time > at;
  patchItems(id, new Set(nos), (item) => {
    if (!item.is_locked || isLater(item.decided_at)) return item;
    return { ...item, is_locked: false };
  });
  invalidateHistory(id, nos);
}

function invalidateHistory(id: string, nos: Iterable<number>): void {
  for (const no of nos) void queries.invalidateQueries({ queryKey: historyKey(id, no) });
}

/** A change of the decision about one line. Null: the line is open. */
interface DecisionChange {
  locale: string;
  before: ReviewDecision | null;
  /** Undefined if the decision stays. */
  after: ReviewDecision | null | undefined;
}

/** The counts after the decision about one line changed. */
function moveCount(progress: Review['progress'], change: DecisionChange): Review['progress'] {
  const { locale, before, after } = change;
  if (after === undefined || before === after) return progress;
  const less = `${before ?? 'open'}_count` as const;
  const more = `${after ?? 'open'}_count` as const;
  return progress.map((counts) => {
    if (counts.locale_code !== locale) return counts;
    return { ...counts, [less]: counts[less] - 1, [more]: counts[more] + 1 };
  });
}

/** Adds or updates a comment of a line, and updates the counts. */
export async function applyComment(id: string, no: number, comment: ReviewComment): Promise<void> {
  invalidateHistory(id, [no]);
  const key = itemKey(id, no);
  const detail = queries.getQueryData<ReviewItemDetail>(key);
  if (detail)
    queries.setQueryData<ReviewItemDetail>(key, {
      ...detail,
      comments: withComment(detail.comments, comment),
    });
  else if (findItem(id, no)) await queries.fetchQuery(itemQuery(id, no));
  const comments = queries.getQueryData<ReviewItemDetail>(key)?.comments;
  if (!comments) return;
  const visibleComments = comments.filter(({ is_deleted }) => !is_deleted);
  const comments_count = visibleComments.length;
  const unresolved_count = visibleComments.filter(
    (comment) => comment.parent_id === null && !comment.is_resolved,
  ).length;
  patchItems(id, new Set([no]), (item) => ({ ...item, comments_count, unresolved_count }));
}

/** An older version of a comment has no effect. A deleted comment stays if it has replies. */
function withComment(comments: readonly ReviewComment[], comment: ReviewComment): ReviewComment[] {
  const index = comments.findIndex(({ id }) => id === comment.id);
  const earlierComment = comments[index];
  if (!earlierComment) return [...comments, comment];
  if (earlierComment.version > comment.version) return [...comments];
  const hasReplies = comments.some(({ parent_id, is_deleted }) => parent_id === comment.id && !is_deleted);
  if (comment.is_deleted && !hasReplies) return comments.filter(({ id }) => id !== comment.id);
  return comments.with(index, comment);
}

/** Shows an event. Returns whether the lines must be read again, because it does not name them. */
export function applyEvent(id: string, event: ReviewEvent): boolean {
  const { seq = 0 } = getReview(id) ?? {};
  // The review was read after this event.
  const isCounted = seq >= event.id;
  updateReview(id, { seq: Math.max(seq, event.id) });
  switch (event.type) {
    case 'review.decided': {
      const { items, refetch } = event.data;
      if (refetch) return true;
      const changes = items.map(({ no, version, after }) => {
        // A line that is open again has no decision by anybody.
        const byline = after.decision !== null && { decided_by: event.actor, decided_at: event.at };
        // Approval locks the take, every other decision unlocks it.
        const is_locked = after.decision === 'approved';
        return { no, version, ...after, decided_by: null, decided_at: null, ...byline, is_locked };
      });
      applyChanges(id, changes, isCounted);
      return false;
    }
    case 'review.commented':
    case 'review.comment_changed':
      applyComment(id, event.data.no, event.data.comment).catch(() => undefined);
      return false;
    case 'review.assigned': {
      const { assignment_id, assignee, nos, refetch } = event.data;
      if (refetch) return true;
      patchItems(id, new Set(nos), (item) => ({ ...item, assignment_id: assignee && assignment_id }));
      invalidateHistory(id, nos);
      return false;
    }
    case 'review.unlocked':
      applyUnlocked(id, event.data.nos, event.at);
      return event.data.refetch;
    case 'review.gate_changed':
      updateReview(id, { approved_at: event.data.approved_at });
      return false;
    case 'review.run_changed': {
      const { nos, refetch } = event.data;
      // Prevents the approval of a take that was replaced while the page showed it.
      for (const no of nos) void queries.resetQueries({ queryKey: itemKey(id, no) });
      if (refetch) void queries.resetQueries({ queryKey: [...reviewKey(id), 'item'] });
      return true;
    }
    default:
      // An event of a newer service. The page reads again what it cannot update.
      return true;
  }
}
