import { useQueries } from '@tanstack/react-query';
import type { ReviewFilter, ReviewItem, ReviewItems } from '@voiceloom/sdk';
import { useEffect, useRef } from 'react';
import { client, queries } from '../../../api/client.ts';
import { pagesKey } from './cache.ts';
import { stillMatches } from './filter.ts';

/** Lines of a page. */
const PAGE = 100;

export interface Range {
  first: number;
  last: number;
}

/** One reading of the list: its filter, and the number of times that it was read again. */
export interface Reading {
  filter: ReviewFilter;
  round: number;
}

const readingKey = (reviewId: string, { filter, round }: Reading) => [...pagesKey(reviewId), filter, round];

/** The known lines of a reading that no longer match its filter. They stay in the list until it is read again. */
export function findOutdatedLines(reviewId: string, reading: Reading, beforePage = Number.POSITIVE_INFINITY) {
  const { decision, assignment, new_take } = reading.filter;
  if (!decision && !assignment && !new_take) return [];
  return queries
    .getQueriesData<ReviewItems>({ queryKey: readingKey(reviewId, reading) })
    .filter(([key]) => Number(key.at(-1)) < beforePage)
    .flatMap(([, page]) => page?.items ?? [])
    .filter((item) => !stillMatches(reading.filter, item));
}

export type Lines = ReturnType<typeof useLines>;

/** The lines of a reading. Loads only the pages near `range` and `cursor`. */
export function useLines(options: { reviewId: string; reading: Reading; range: Range; cursor: number }) {
  const { reviewId, reading, range, cursor } = options;
  const pages = [...new Set([0, ...listPages(range), ...listPages({ first: cursor, last: cursor + 1 })])];
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...readingKey(reviewId, reading), page],
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<ReviewItems> => {
        // The service no longer counts lines that left. Without this correction, the same number of lines would be skipped.
        const offset = Math.max(0, page * PAGE - findOutdatedLines(reviewId, reading, page).length);
        return client.reviews.items(reviewId, { ...reading.filter, offset, limit: PAGE }, { signal });
      },
      // Events keep the pages up to date.
      staleTime: Number.POSITIVE_INFINITY,
      // The offset of a page depends on all pages before it, so they must stay in memory.
      gcTime: Number.POSITIVE_INFINITY,
    })),
  });
  const byPage = new Map(pages.map((page, index) => [page, results[index]]));
  const total = byPage.get(0)?.data?.total;
  const lastTotal = useRef(0);
  useEffect(() => {
    if (total !== undefined) lastTotal.current = total;
  }, [total]);
  const failure = results.find(({ isError }) => isError);
  // While the list is read again, its previous length, so that the scroll position stays.
  const currentTotal = total ?? (reading.round > 0 ? lastTotal.current : 0);
  return {
    isPending: total === undefined,
    /** Whether there is nothing to show yet. */
    isLoading: total === undefined && currentTotal === 0 && failure?.error === undefined,
    total: currentTotal,
    /** Also finds lines on pages that are no longer visible, because a selection may span several pages. */
    getLine: (index: number): ReviewItem | undefined => {
      const page = Math.floor(index / PAGE);
      const data =
        byPage.get(page)?.data ?? queries.getQueryData<ReviewItems>([...readingKey(reviewId, reading), page]);
      return data?.items[index % PAGE];
    },
    error: failure?.error,
    retry: () => void failure?.refetch(),
  };
}

/** The numbers of the pages that contain a range of rows. */
function listPages({ first, last }: Range): number[] {
  const firstPage = Math.floor(Math.max(0, first) / PAGE);
  const lastPage = Math.floor(Math.max(0, last) / PAGE);
  return Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index);
}
