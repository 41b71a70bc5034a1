import { useQuery } from '@tanstack/react-query';
import type { Review } from '@voiceloom/sdk';
import { client, queries } from '../../../api/client.ts';
import { reviewKey } from './cache.ts';

/** The ID of the review of a run, opened by its first visitor. A run has one when it has ended. */
export const useOpened = (workflowId: string, runId: string) =>
  useQuery({
    queryKey: ['review-of', workflowId, runId],
    queryFn: async () => {
      const review = await client.reviews.open(workflowId, runId);
      // Of an earlier visit, nothing is up to date.
      queries.removeQueries({ queryKey: reviewKey(review.id), type: 'inactive' });
      queries.setQueryData<Review>(reviewKey(review.id), review);
      // The run has a review now.
      void queries.invalidateQueries({ queryKey: ['run', workflowId, runId, 'overview'] });
      return review.id;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Nothing is read before the ID is known. `always`: the counts of a moment ago do not do. */
export const useReview = (id: string | undefined, refetchOnMount: true | 'always' = true) =>
  useQuery({
    queryKey: reviewKey(id ?? ''),
    queryFn: () => client.reviews.get(id ?? ''),
    enabled: id !== undefined,
    refetchOnMount,
  });
