import { ApiError } from './api-error.ts';
import type { World } from './world.ts';

/** An answer as it goes out. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Null where there is none, as with 304. */
  body: string | null;
}

type Kept = { fingerprint: string; until: number; answer: Answer | undefined };

/** Repeats the first answer to a key. */
export interface IdempotencyKeys {
  once(request: { key: string; fingerprint: string }, work: () => Promise<Answer>): Promise<Answer>;
}

const KEEP_MS = 24 * 3_600_000;

/** Answers that are kept for 24 hours of the virtual clock; those of 5xx and 429 are not. */
export function idempotencyKeys({ clock }: World): IdempotencyKeys {
  const kept = new Map<string, Kept>();
  const repetition = ({ answer, fingerprint }: Kept, given: string): Answer => {
    if (fingerprint !== given) {
      const details = [{ field: 'headers.idempotency-key', message: 'Used for a different request.' }];
      const message = 'This Idempotency-Key was used for a different request.';
      throw new ApiError('IDEMPOTENCY_KEY_REUSED', message, { details });
    }
    if (answer === undefined) {
      const message = 'The first request with this Idempotency-Key is still running.';
      throw new ApiError('IDEMPOTENCY_IN_PROGRESS', message, { retryAfterSeconds: 1 });
    }
    return { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } };
  };
  return {
    once: async ({ key, fingerprint }, work) => {
      const known = kept.get(key);
      if (known && known.until > clock.now()) return repetition(known, fingerprint);
      const entry: Kept = { fingerprint, until: clock.now() + KEEP_MS, answer: undefined };
      kept.set(key, entry);
      try {
        entry.answer = await work();
      } catch (error) {
        kept.delete(key);
        throw error;
      }
      if (entry.answer.status >= 500 || entry.answer.status === 429) kept.delete(key);
      return entry.answer;
    },
  };
}
