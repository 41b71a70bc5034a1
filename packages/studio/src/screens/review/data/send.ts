import { ConflictError, PreconditionFailedError, type ReviewItem, VoiceloomError } from '@voiceloom/sdk';
import { client } from '../../../api/client.ts';
import { isLocked, type SendResult, type Write } from '../../../api/outbox/writes.ts';
import { applyComment } from './cache.ts';

/** The result of writes about comments, which change no line. */
const NO_LINES: SendResult = { items: [], conflicts: [] };

/**
 * Sends a write. You can repeat it safely: the service ignores a decision that it already has, and an idempotency key
 * that it has already seen.
 */
export async function sendWrite(reviewId: string, write: Write, signal: AbortSignal): Promise<SendResult> {
  const keyed = { signal, idempotencyKey: write.id };
  switch (write.kind) {
    case 'decide':
      return decide(reviewId, write, signal);
    case 'decide_many': {
      const { saved, conflicts } = await client.reviews.decideMany(
        reviewId,
        { entries: write.entries },
        keyed,
      );
      return { items: saved, conflicts };
    }
    case 'comment':
      await applyComment(
        reviewId,
        write.no,
        await client.reviews.comment(reviewId, String(write.no), write.body, keyed),
      );
      return NO_LINES;
    case 'change_comment':
      return ignoreMissing(async () => {
        const { comment_id, change, no } = write;
        const comment = await client.reviews.updateComment(reviewId, comment_id, change, { signal });
        await applyComment(reviewId, no, comment);
      });
    case 'delete_comment':
      return ignoreMissing(
        async () => void (await client.reviews.deleteComment(reviewId, write.comment_id, { signal })),
      );
  }
}

type DecideWrite = Extract<Write, { kind: 'decide' }>;

/** Stores a decision about one line. If someone else changed the line first, returns it as a conflict. */
async function decide(
  reviewId: string,
  { no, version, body }: DecideWrite,
  signal: AbortSignal,
): Promise<SendResult> {
  try {
    const item = await client.reviews.decide(reviewId, String(no), body, { signal, ifMatch: `"${version}"` });
    return { items: [item], conflicts: [] };
  } catch (error) {
    if (!(error instanceof PreconditionFailedError || error instanceof ConflictError)) throw error;
    const serverItem: ReviewItem = await client.reviews.item(reviewId, String(no), { signal });
    // A line without audio cannot be approved. That is not a conflict with another person.
    if (error instanceof ConflictError && !isLocked(serverItem)) throw error;
    return { items: [], conflicts: [serverItem] };
  }
}

/** If another person deleted the comment, there is nothing to change. */
async function ignoreMissing(act: () => Promise<void>): Promise<SendResult> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof VoiceloomError) || error.status !== 404) throw error;
  }
  return NO_LINES;
}
