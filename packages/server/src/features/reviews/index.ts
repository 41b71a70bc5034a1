export { approvedLines, awaitsApproval, selectReviewBy } from './gate.ts';
export { findGuest, type GuestCredential, looksLikeGuest } from './guest.ts';
