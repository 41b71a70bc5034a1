import { StripeApiError } from '../stripe-error.ts';

export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

interface StoredRequest {
  fingerprint: string;
  at: number;
  response: HttpResponse | undefined;
}

const LIFETIME_S = 24 * 3_600;

export type IdempotencyKeys = ReturnType<typeof createIdempotencyKeys>;

/** Responses by idempotency key, for one day. */
export function createIdempotencyKeys(now: () => number) {
  const requests = new Map<string, StoredRequest>();
  return {
    /** The response to the first request with this key, or undefined if this is the first. */
    begin: (key: string, fingerprint: string): HttpResponse | undefined => {
      const first = requests.get(key);
      if (!first || first.at + LIFETIME_S <= now()) {
        requests.set(key, { fingerprint, at: now(), response: undefined });
        return undefined;
      }
      if (first.fingerprint !== fingerprint)
        throw new StripeApiError({
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        });
      if (!first.response)
        throw new StripeApiError({
          status: 409,
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        });
      return { ...first.response, headers: { ...first.response.headers, 'Idempotent-Replayed': 'true' } };
    },
    /** If `response` is undefined, the request never began, and its key can be used again. */
    end: (key: string, response: HttpResponse | undefined): void => {
      const request = requests.get(key);
      if (request && response) request.response = response;
      else requests.delete(key);
    },
  };
}
