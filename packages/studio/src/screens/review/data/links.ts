import { useQuery } from '@tanstack/react-query';
import { client, queries } from '../../../api/client.ts';

/** A review has at most this many active links. The list shows the newest of the inactive ones. */
const MAX_LINKS = 100;
const linksKey = (reviewId: string) => ['review-links', reviewId];

/** The share links of a review: only active ones, or also the newest inactive ones. */
export const useLinks = (reviewId: string, filter: { active?: true } = {}) =>
  useQuery({
    queryKey: [...linksKey(reviewId), filter],
    queryFn: () => client.reviews.links(reviewId, filter).toArray({ limit: MAX_LINKS }),
  });

export const readLinksAgain = (reviewId: string) =>
  queries.invalidateQueries({ queryKey: linksKey(reviewId) });
