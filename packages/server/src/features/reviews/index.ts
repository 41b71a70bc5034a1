export { findGuest, type GuestCredential, looksLikeGuest } from './guest.ts';
export { renameAuthor } from './notify.ts';
export { refreshReview } from './refresh.ts';
