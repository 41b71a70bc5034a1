export { approvedLines, awaitsApproval, findCurrentReview } from './gate.ts';
