import type { GuardedResponse } from '../http.ts';

/** Credentials as parsed by their provider's schema. */
export type Credentials = Readonly<Record<string, string | undefined>>;

/** A request that shows whether a key is valid, at little or no cost. */
export interface KeyRequest {
  method: 'GET' | 'POST';
  /** The path below the provider's base URL. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/** What a response means for the key. `unclear` means nothing, for example after a 404 or 500. */
export type KeyAnswer = 'accepted' | 'rejected' | 'unclear';

/** How to check a key of a provider. */
export interface KeyCheck {
  /** The provider's URL, or the customer's own server. */
  baseUrl(credentials: Credentials): string;
  /** Requests in order. The next one is sent while responses are unclear. */
  requests(credentials: Credentials, parts: { url: string; now: Date }): KeyRequest[] | Promise<KeyRequest[]>;
  /** For responses whose status is not enough; undefined if it is. */
  judge?(response: GuardedResponse): KeyAnswer | undefined;
}

/** What a status alone means. */
export function judgeStatus(status: number): KeyAnswer {
  if (status >= 200 && status < 300) return 'accepted';
  return status === 401 || status === 403 ? 'rejected' : 'unclear';
}
