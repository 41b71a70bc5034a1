import { useQuery } from '@tanstack/react-query';
import { client, queries } from '../../../api/client.ts';

/** As many of them work at most; of the others, the newest are shown. */
const MOST_LINKS = 100;
const linksKey = (reviewId: string) => ['review-links', reviewId];

/** The share links of a review: all that work, or also the last ones that no longer do. */
export const useLinks = (reviewId: string, which: { active?: true } = {}) =>
  useQuery({
    queryKey: [...linksKey(reviewId), which],
    queryFn: () => client.reviews.links(reviewId, which).toArray({ limit: MOST_LINKS }),
  });

export const readLinksAgain = (reviewId: string) =>
  queries.invalidateQueries({ queryKey: linksKey(reviewId) });
