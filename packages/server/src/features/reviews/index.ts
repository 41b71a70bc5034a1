export { findGuest, type GuestCredential, looksLikeGuestToken } from './guest.ts';
export { refreshReviewOfRun } from './refresh.ts';
