import { StripeFault } from '../stripe-error.ts';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

interface Kept {
  fingerprint: string;
  at: number;
  answer: Answer | undefined;
}

const KEPT_S = 24 * 3_600;

export type IdempotencyKeys = ReturnType<typeof createIdempotencyKeys>;

/** Responses by idempotency key, for one day. */
export function createIdempotencyKeys(now: () => number) {
  const keys = new Map<string, Kept>();
  return {
    /** The response to the first request with this key, or undefined if this is the first. */
    begin: (key: string, fingerprint: string): Answer | undefined => {
      const kept = keys.get(key);
      if (kept && kept.at + KEPT_S > now()) return replayed(key, kept, fingerprint);
      keys.set(key, { fingerprint, at: now(), answer: undefined });
      return undefined;
    },
    /** If `answer` is undefined, the request never began, and its key can be used again. */
    end: (key: string, answer: Answer | undefined): void => {
      const kept = keys.get(key);
      if (kept && answer) kept.answer = answer;
      else keys.delete(key);
    },
  };
}

function replayed(key: string, kept: Kept, fingerprint: string): Answer {
  if (kept.fingerprint !== fingerprint)
    throw new StripeFault({
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  if (!kept.answer)
    throw new StripeFault({
      status: 409,
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    });
  return { ...kept.answer, headers: { ...kept.answer.headers, 'Idempotent-Replayed': 'true' } };
}
