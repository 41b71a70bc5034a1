import { z } from 'zod';
import { area, lastEventHeader } from '../../area.ts';
import { listOf, objectOf } from '../../envelope.ts';
import { c } from '../../kit.ts';
import { Empty } from '../../primitives.ts';
import { Run } from '../runs/schemas.ts';
import { RunEstimate } from '../workflows/schemas.ts';
import { ReviewComment, ReviewCommentChange, ReviewCommentInput } from './comments.ts';
import { ReviewEvent, ReviewEventStream, ReviewHistoryQuery } from './events.ts';
import {
  EnterReview,
  GuestSession,
  NewReviewLink,
  ReviewLink,
  ReviewLinkInput,
  ReviewLinksQuery,
} from './links.ts';
import {
  Review,
  ReviewAssignment,
  ReviewAssignmentInput,
  ReviewDecisionInput,
  ReviewDecisions,
  ReviewDecisionsInput,
  ReviewItem,
  ReviewItemDetail,
  ReviewItems,
  ReviewItemsQuery,
  ReviewRetryInput,
  ReviewUnlocked,
  ReviewUnlockInput,
} from './schemas.ts';

const access = { auth: 'jwt_or_key', scope: 'reviews:read', role: 'viewer', workspace: 'header' } as const;

const decides = { scope: 'reviews:write', role: 'editor' } as const;

const retries = { scope: 'workflows:run', role: 'editor' } as const;

const comments = { scope: 'reviews:write', role: 'viewer' } as const;

const item = {
  no: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, { error: 'Must be the position of a line, a number from 1.', abort: true })
    .meta({ examples: ['1'] }),
};

/** Decisions about the lines of a run. */
export const reviews = area('reviews', access, {
  open: {
    endpoint: 'POST /api/v1/workflows/:workflow_id/runs/:run_id/review',
    scope: 'reviews:write',
    summary: 'Open the review of a run',
    description:
      'Returns the review of the run, or creates it if it does not exist. If the run is a retry that was started from a review, it belongs to that review. The lines of a review are the lines of its run that have text to speak. Returns 409 until the run has ended, and for a run of over 200,000 lines.',
    responses: { 200: objectOf(Review) },
    errors: ['CONFLICT'],
  },
  get: {
    endpoint: 'GET /api/v1/reviews/:review_id',
    guest: 'listen',
    summary: 'Get a review',
    description: 'Returns the review with its progress.',
    responses: { 200: objectOf(Review) },
  },
  items: {
    endpoint: 'GET /api/v1/reviews/:review_id/items',
    guest: 'listen',
    summary: 'List the lines of a review',
    description:
      'Returns a page of lines from any offset, with the exact number of lines. Default order: the order of the script.',
    query: ReviewItemsQuery,
    responses: { 200: objectOf(ReviewItems) },
  },
  item: {
    endpoint: 'GET /api/v1/reviews/:review_id/items/:no',
    guest: 'listen',
    params: item,
    summary: 'Get a line of a review',
    description: 'Returns the line with its takes: signed URLs, levels, word timestamps and verdicts.',
    responses: { 200: objectOf(ReviewItemDetail) },
  },
  decide: {
    endpoint: 'PUT /api/v1/reviews/:review_id/items/:no/decision',
    ...decides,
    guest: 'decide',
    params: item,
    summary: 'Decide about a line',
    description:
      'Stores the decision. If the line already has this decision and take, an outdated `If-Match` is not an error, and nothing changes. With a current `If-Match`, you can change the reason or the note. An approved take is locked: later runs of the workflow reuse it while the text of the line is unchanged. Returns 409 if you approve a line without audio, or if you withdraw the approval of a locked take that a run has used without `unlock`.',
    body: ReviewDecisionInput,
    responses: { 200: objectOf(ReviewItem) },
    errors: ['PRECONDITION_FAILED', 'CONFLICT'],
  },
  decideMany: {
    endpoint: 'POST /api/v1/reviews/:review_id/decisions',
    ...decides,
    guest: 'decide',
    summary: 'Decide about several lines',
    description:
      'Stores up to 500 decisions, or one decision for all lines of a filter. Lines that have changed in the meantime stay unchanged and are returned as conflicts. Returns 409 if the filter matches over 20,000 lines.',
    body: ReviewDecisionsInput,
    responses: { 200: objectOf(ReviewDecisions) },
    errors: ['CONFLICT'],
  },
  comment: {
    endpoint: 'POST /api/v1/reviews/:review_id/items/:no/comments',
    ...comments,
    guest: 'comment',
    params: item,
    summary: 'Comment on a line',
    description:
      'Adds a comment to a line, or to a position in one of its takes. A line has at most 1,000 comments.',
    body: ReviewCommentInput,
    responses: { 201: objectOf(ReviewComment) },
    errors: ['CONFLICT'],
  },
  updateComment: {
    endpoint: 'PATCH /api/v1/reviews/:review_id/comments/:comment_id',
    ...comments,
    guest: 'comment',
    summary: 'Change a comment',
    description:
      'Changes the text or resolves the comment. Everyone can resolve a comment. Only its author and editors can change the text.',
    body: ReviewCommentChange,
    responses: { 200: objectOf(ReviewComment) },
    errors: ['CONFLICT', 'PRECONDITION_FAILED'],
  },
  deleteComment: {
    endpoint: 'DELETE /api/v1/reviews/:review_id/comments/:comment_id',
    ...comments,
    guest: 'comment',
    summary: 'Delete a comment',
    description:
      'Only the author of the comment and editors can delete it. The text is removed, and replies remain.',
    responses: { 200: objectOf(Empty) },
    errors: ['CONFLICT', 'PRECONDITION_FAILED'],
  },
  assign: {
    endpoint: 'POST /api/v1/reviews/:review_id/assignments',
    ...decides,
    summary: 'Assign lines',
    description:
      'Assigns lines to a member of the workspace, or to the guests of a share link. A new assignment of a line replaces the previous one. A review has at most 200 assignments.',
    body: ReviewAssignmentInput,
    responses: { 201: objectOf(ReviewAssignment) },
    errors: ['CONFLICT'],
  },
  unassign: {
    endpoint: 'DELETE /api/v1/reviews/:review_id/assignments/:assignment_id',
    ...decides,
    summary: 'Remove an assignment',
    description: 'Its lines are then unassigned. Their decisions remain.',
    responses: { 200: objectOf(Empty) },
  },
  unlock: {
    endpoint: 'POST /api/v1/reviews/:review_id/unlock',
    ...decides,
    summary: 'Unlock approved takes',
    description:
      'Allows later runs of the workflow to speak these lines again. Their decisions remain. Returns 409 if over 20,000 lines match.',
    body: ReviewUnlockInput,
    responses: { 200: objectOf(ReviewUnlocked) },
    errors: ['CONFLICT'],
  },
  retryPreview: {
    endpoint: 'POST /api/v1/reviews/:review_id/retry/preview',
    ...retries,
    summary: 'Preview a retry',
    description:
      'Returns the cost of speaking lines again, and the notes of decisions that the models cannot use. Nothing is stored or charged.',
    body: ReviewRetryInput.prefault({}),
    responses: { 200: objectOf(RunEstimate) },
    errors: ['CONFLICT'],
  },
  retry: {
    endpoint: 'POST /api/v1/reviews/:review_id/retry',
    ...retries,
    located: true,
    summary: 'Speak lines again',
    description:
      'Starts a run that speaks the selected lines again, each in its own locale. All other takes stay. If a model supports directions, it receives the note of each decision. When the run completes, lines with a new take are open again: they have no decision. All other lines keep their decisions. Returns 409 if no line matches, if the take of a line is locked, or if the run of the review has not ended.',
    body: ReviewRetryInput.prefault({}),
    responses: { 202: objectOf(Run) },
    errors: [
      'INSUFFICIENT_CREDITS',
      'BUDGET_EXCEEDED',
      'CONFLICT',
      'RUN_ALREADY_ACTIVE',
      'CONCURRENT_RUN_LIMIT',
    ],
  },
  history: {
    endpoint: 'GET /api/v1/reviews/:review_id/history',
    guest: 'listen',
    summary: 'List the events of a review',
    description: 'Returns the history of the review, newest first.',
    query: ReviewHistoryQuery,
    responses: { 200: listOf(ReviewEvent) },
  },
  events: {
    endpoint: 'GET /api/v1/reviews/:review_id/events',
    guest: 'listen',
    summary: 'Stream the events of a review',
    description:
      'Server-sent events: `event` is the type, `id` increases, `data` is a `ReviewEvent` as JSON. A comment line is sent every 15 seconds. The stream ends after an hour. To continue, connect again with `Last-Event-ID`.',
    headers: lastEventHeader,
    responses: { 200: c.otherResponse({ contentType: 'text/event-stream', body: ReviewEventStream }) },
  },
  createLink: {
    endpoint: 'POST /api/v1/reviews/:review_id/links',
    ...decides,
    summary: 'Create a share link',
    description:
      'Returns a link that lets people without an account take part in the review. A review has at most 100 active links. Returns 422 if the link would show no lines.',
    body: ReviewLinkInput,
    responses: { 201: objectOf(NewReviewLink) },
    errors: ['CONFLICT'],
  },
  links: {
    endpoint: 'GET /api/v1/reviews/:review_id/links',
    ...decides,
    summary: 'List the share links of a review',
    description: 'Returns the links, newest first, including those that no longer work.',
    query: ReviewLinksQuery,
    responses: { 200: listOf(ReviewLink) },
  },
  revokeLink: {
    endpoint: 'DELETE /api/v1/reviews/:review_id/links/:link_id',
    ...decides,
    summary: 'Revoke a share link',
    description:
      'Its guests immediately lose access, and their streams end. Their decisions and comments remain. Idempotent.',
    responses: { 200: objectOf(Empty) },
  },
  enter: {
    endpoint: 'POST /api/v1/review-links/enter',
    auth: 'none',
    scope: null,
    role: null,
    workspace: 'none',
    addressLimit: 20,
    summary: 'Enter a review with a share link',
    description:
      'Returns a token for a guest. Returns 403 if the passcode is missing or wrong, 404 if the link is unknown, revoked or expired, and 429 after 20 requests from one IP address in a minute, or after 5 wrong passcodes for one link in 10 minutes.',
    body: EnterReview,
    responses: { 201: objectOf(GuestSession) },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
  },
});
