import type { ReviewRetryInput, RunEstimate } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import { ApiError } from '../../../errors.ts';
import type { WorkspaceCaller } from '../../../handler/handler.ts';
import { addCallerActivity } from '../../../ledger/activity.ts';
import { previewRetryAction, retryRunAction } from '../../runs/index.ts';
import { isLockedSql, rejectTooManyLines, selectTargetedItems } from '../items.ts';
import { getReview, lockReview, type ReviewRef } from '../select-review.ts';
import { addRunChangedEvent, refreshReviewOfRun } from './refresh.ts';

type RetryApp = Parameters<typeof retryRunAction>[0];
interface Retry {
  ref: ReviewRef<WorkspaceCaller>;
  body: ReviewRetryInput;
}

/** The maximum number of lines in a retry. */
const MAX_LINES = 100_000;
/** The maximum length of all their notes, because each worker of the run keeps them in memory. */
const MAX_NOTE_CHARACTERS = 1_000_000;

/** Whether an approved take is not the delivered one. Then the retry delivers this take and speaks nothing. */
const approvesOther = sql<boolean>`(review_item.decision = 'approved'
  and review_item.chosen_audio_id is distinct from review_item.take_id)`;

/** Updates the items after the last retry, in case the review has not processed its end yet. */
async function catchUp(app: RetryApp, { ref }: Retry): Promise<void> {
  const { current_run_id } = await getReview(app.db, ref);
  await refreshReviewOfRun(app, current_run_id);
}

/** The run to retry, and the lines of the items in their locales, with the notes of their decisions. */
async function resolveLines(db: Db, { ref, body }: Retry) {
  const { workflow_id, current_run_id: run_id } = await getReview(db, ref);
  const isDefault = body.filter === undefined && body.nos === undefined;
  const rejectedTarget = { filter: { decision: ['rejected' as const, 'needs_work' as const] } };
  const lines = await selectTargetedItems(db, ref, isDefault ? rejectedTarget : body)
    .select(['review_item.no', 'review_item.line_id', 'review_item.locale_code', 'review_item.note'])
    .select([isLockedSql.as('is_locked'), approvesOther.as('approves_other')])
    .orderBy('review_item.no')
    .limit(MAX_LINES + 1)
    .execute();
  if (lines.length === 0) throw new ApiError('CONFLICT', 'The review has no lines to speak again.');
  rejectTooManyLines(MAX_LINES, lines.length);
  const lockedLine = lines.find(({ is_locked, approves_other }) => is_locked && !approves_other);
  if (lockedLine)
    throw new ApiError('CONFLICT', `The take of line ${lockedLine.no} is locked. Unlock it first.`);
  const length = lines.reduce((sum, { note }) => sum + (note?.length ?? 0), 0);
  if (length > MAX_NOTE_CHARACTERS)
    throw new ApiError(
      'CONFLICT',
      `The notes of these lines have ${length} characters, over the limit of ${MAX_NOTE_CHARACTERS}. Select fewer lines.`,
    );
  const retryLines = lines.map(({ line_id, locale_code, note }) => ({ line_id, locale_code, note }));
  return { workflow_id, run_id, body: { lines: retryLines, respeak: false, max_credits: body.max_credits } };
}

/** The cost of a retry, which starts nothing. */
export async function estimateReviewRetry(app: RetryApp, retry: Retry): Promise<RunEstimate> {
  await catchUp(app, retry);
  return previewRetryAction(app, retry.ref.caller, await resolveLines(app.db, retry));
}

/** Starts the retry as the current run of the review, in one transaction. Returns the workflow and the new run. */
export async function retryReviewLines(app: RetryApp, retry: Retry & { now: Date }) {
  const { ref, now } = retry;
  const { review_id, caller } = ref;
  await catchUp(app, retry);
  const runRetry = await resolveLines(app.db, retry);
  const onStarted = async (tx: Db, run_id: string): Promise<void> => {
    const { current_run_id } = await lockReview(tx, ref);
    if (current_run_id !== runRetry.run_id)
      throw new ApiError(
        'CONFLICT',
        'Lines of the review have been spoken again in the meantime. Check them first.',
      );
    await tx.insertInto('review_run').values({ run_id, review_id }).execute();
    await tx.updateTable('review').set({ current_run_id: run_id }).where('id', '=', review_id).execute();
    await addRunChangedEvent(tx, { review_id, caller, now }, { run_id, status: 'pending', nos: [] });
    const resource = { type: 'review', id: review_id };
    const metadata = { run_id, lines: runRetry.body.lines.length };
    const entry = { action: 'reviewed', kind: 'review_lines_retried', resource, metadata } as const;
    await addCallerActivity(tx, caller, entry, now);
  };
  const run_id = await retryRunAction(app, caller, { ...runRetry, onStarted });
  return { workflow_id: runRetry.workflow_id, run_id };
}
