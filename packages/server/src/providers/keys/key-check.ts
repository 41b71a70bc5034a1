import type { GuardedResponse } from '../http.ts';

/** Credentials as their provider's schema reads them. */
export type Credentials = Readonly<Record<string, string | undefined>>;

/** A request that shows whether a key is good, and costs nothing or next to nothing. */
export interface KeyRequest {
  method: 'GET' | 'POST';
  /** Below the provider's base address. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/** What an answer says of the key; `unclear` says nothing, such as 404 or 500. */
export type KeyAnswer = 'accepted' | 'rejected' | 'unclear';

/** How a provider tells whether a key is good. */
export interface KeyCheck {
  /** Where the provider is; a customer's own address for servers of their own. */
  baseUrl(credentials: Credentials): string;
  /** In order; the next is asked while the answers say nothing. */
  requests(credentials: Credentials, parts: { url: string; now: Date }): KeyRequest[] | Promise<KeyRequest[]>;
  /** Where the status alone does not tell. Undefined: it does. */
  judge?(response: GuardedResponse): KeyAnswer | undefined;
}

/** What a status says by itself. */
export function judgeStatus(status: number): KeyAnswer {
  if (status >= 200 && status < 300) return 'accepted';
  return status === 401 || status === 403 ? 'rejected' : 'unclear';
}
