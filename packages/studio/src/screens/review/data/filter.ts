import type { Review, ReviewFilter, ReviewItem } from '@voiceloom/sdk';

/** The filters of the list. They are the query of the URL, so that a link leads to the same lines. */
export interface Filter {
  locale?: string | undefined;
  search?: string | undefined;
  character?: string | undefined;
  verdict?: string | undefined;
  decision?: string | undefined;
  /** The ID of a person, or `nobody`. */
  assignee?: string | undefined;
  outlier?: true | undefined;
  too_long?: true | undefined;
  new_take?: true | undefined;
}

const NAMES = ['locale', 'search', 'character', 'verdict', 'decision', 'assignee'] as const;
const FLAGS = ['outlier', 'too_long', 'new_take'] as const;
const VERDICTS = ['pass', 'fail', 'unscored'] as const;
export const DECISION_FILTERS = ['open', 'approved', 'rejected', 'needs_work', 'waived'] as const;

/** The valid parts of a URL, which a person may have typed. */
export function readFilter(search: Record<string, unknown>): Filter {
  const filter: Filter = {};
  for (const name of NAMES) {
    const value = search[name];
    // The router reads numbers as numbers.
    if (typeof value === 'string' || typeof value === 'number') filter[name] = String(value).slice(0, 200);
  }
  if (!VERDICTS.some((verdict) => verdict === filter.verdict)) delete filter.verdict;
  if (!DECISION_FILTERS.some((decision) => decision === filter.decision)) delete filter.decision;
  for (const name of FLAGS) if (search[name] === true) filter[name] = true;
  return filter;
}

/** The filter in the format of the service. */
export function toReviewFilter(filter: Filter, { assignments }: Pick<Review, 'assignments'>): ReviewFilter {
  const { locale, character, verdict, decision, assignee } = filter;
  const search = filter.search?.trim();
  const reviewFilter: ReviewFilter = {};
  if (locale !== undefined) reviewFilter.locale = [locale];
  if (search) reviewFilter.search = search;
  if (character !== undefined) reviewFilter.character = [character];
  if (verdict !== undefined) reviewFilter.verdict = [verdict as (typeof VERDICTS)[number]];
  if (decision !== undefined) reviewFilter.decision = [decision as (typeof DECISION_FILTERS)[number]];
  if (assignee !== undefined) {
    const ownAssignments = assignments.filter((assignment) => assignment.assignee.id === assignee);
    reviewFilter.assignment = ownAssignments.map(({ id }) => id);
  }
  for (const name of FLAGS) if (filter[name]) reviewFilter[name] = true;
  return reviewFilter;
}

/** Whether a listed line still matches the filter. Checks only values that people can change. */
export function stillMatches({ decision, assignment, new_take }: ReviewFilter, item: ReviewItem): boolean {
  if (new_take && !(item.has_new_take && item.decision === null)) return false;
  if (decision && !decision.includes(item.decision ?? 'open')) return false;
  return !assignment || (item.assignment_id !== null && assignment.includes(item.assignment_id));
}
