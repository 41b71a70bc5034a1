export { findGuest, type GuestCredential, looksLikeGuest } from './guest.ts';
export { refreshReview } from './refresh.ts';
