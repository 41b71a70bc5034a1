import { useQuery } from '@tanstack/react-query';
import { client, queries } from '../../../api/client.ts';

const MOST_LINKS = 100;
const linksKey = (reviewId: string) => ['review-links', reviewId];

/** The share links of a review, also those that no longer work. */
export const useLinks = (reviewId: string) =>
  useQuery({
    queryKey: linksKey(reviewId),
    queryFn: () => client.reviews.links(reviewId).toArray({ limit: MOST_LINKS }),
  });

export const readLinksAgain = (reviewId: string) =>
  queries.invalidateQueries({ queryKey: linksKey(reviewId) });
