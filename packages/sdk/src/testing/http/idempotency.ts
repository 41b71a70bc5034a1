import type { State } from '../state.ts';
import { ApiError } from './api-error.ts';

/** A response whose whole body is known; not a stream. */
export interface JsonResponse {
  status: number;
  headers: Record<string, string>;
  /** Null without a body, as with 304. */
  body: string | null;
}

const KEPT_MS = 24 * 3_600_000;

function assertSame(one: string, other: string): void {
  if (one === other) return;
  const details = [
    { field: 'headers.idempotency-key', message: 'Was already used for a different request.' },
  ];
  const message = 'This Idempotency-Key was already used for a different request.';
  throw new ApiError('IDEMPOTENCY_KEY_REUSED', message, { details });
}

/** The work of each key, done once. */
export type Once = ReturnType<typeof onceByKey>;

/**
 * Does the work of a key once, and repeats its response for 24 hours of the virtual clock; those with 5xx and 429 are
 * not repeated.
 */
export function onceByKey({ clock }: State) {
  const kept = new Map<string, { fingerprint: string; until: number; response: JsonResponse | null }>();
  return async (
    { key, fingerprint }: { key: string; fingerprint: string },
    work: () => Promise<JsonResponse>,
  ): Promise<JsonResponse> => {
    const known = kept.get(key);
    if (known && known.until > clock.now()) {
      assertSame(known.fingerprint, fingerprint);
      if (known.response === null) {
        const message = 'The first request with this Idempotency-Key is still running.';
        throw new ApiError('IDEMPOTENCY_IN_PROGRESS', message, { retryAfterSeconds: 1 });
      }
      const headers = { ...known.response.headers, 'idempotent-replayed': 'true' };
      return { ...known.response, headers };
    }
    const entry = { fingerprint, until: clock.now() + KEPT_MS, response: null as JsonResponse | null };
    kept.set(key, entry);
    entry.response = await work();
    if (entry.response.status >= 500 || entry.response.status === 429) kept.delete(key);
    return entry.response;
  };
}
