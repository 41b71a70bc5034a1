export { approvedLines, awaitsApproval, selectReviewBy } from './gate.ts';
