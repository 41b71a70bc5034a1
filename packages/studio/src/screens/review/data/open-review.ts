import { useQuery } from '@tanstack/react-query';
import type { Review } from '@voiceloom/sdk';
import { client, queries } from '../../../api/client.ts';
import { reviewKey } from './cache.ts';

/** The ID of the review of a run. The first visitor after the end of the run opens the review. */
export const useOpenReview = (workflowId: string, runId: string) =>
  useQuery({
    queryKey: ['review-of', workflowId, runId],
    queryFn: async () => {
      const review = await client.reviews.open(workflowId, runId);
      // Data from an earlier visit is out of date.
      queries.removeQueries({ queryKey: reviewKey(review.id), type: 'inactive' });
      queries.setQueryData<Review>(reviewKey(review.id), review);
      // The cached overview may not have the review yet.
      void queries.invalidateQueries({ queryKey: ['run', workflowId, runId, 'overview'] });
      return review.id;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Waits for the ID. With `always`, cached counts are not enough and are read again. */
export const useReview = (id: string | undefined, refetchOnMount: true | 'always' = true) =>
  useQuery({
    queryKey: reviewKey(id ?? ''),
    queryFn: () => client.reviews.get(id ?? ''),
    enabled: id !== undefined,
    refetchOnMount,
  });
