import type { Core } from '../core/request.ts';
import type { ReviewEvent, ReviewsOperations } from '../generated/types.ts';
import type { EventOptions } from './run-ids.ts';

/** Reviews: the operations of the API, and the events of a review. */
export interface Reviews extends ReviewsOperations {
  /**
   * The events of the review, each exactly once. Dropped connections are reopened. The stream has no end: abort
   * its signal, or leave the loop.
   *
   * @example
   * ```ts
   * for await (const event of client.reviews.events(reviewId)) {
   *   console.log(event.type, event.actor.name);
   *   if (event.actor.kind === 'user') break;
   * }
   * ```
   */
  events(reviewId: string, options?: EventOptions): AsyncGenerator<ReviewEvent, void, undefined>;
}

/** The reviews group of a client. The stream reader is imported with the first call. */
export function createReviews(core: Core, operations: ReviewsOperations): Reviews {
  async function* events(reviewId: string, options?: EventOptions) {
    const { followReview } = await import('./stream.ts');
    yield* followReview(core, reviewId, options);
  }
  return { ...operations, events };
}
