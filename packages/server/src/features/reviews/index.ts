export { findGuest, type GuestCredential, looksLikeGuestToken } from './guests/index.ts';
export { refreshReviewOfRun } from './run-lines/index.ts';
