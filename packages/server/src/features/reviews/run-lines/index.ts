export { getOrCreateReview } from './open.ts';
export { refreshReviewOfRun } from './refresh.ts';
export { estimateReviewRetry, retryReviewLines } from './retry.ts';
