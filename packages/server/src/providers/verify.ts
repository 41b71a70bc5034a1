import type { KeyedProviderId } from '@voiceloom/contract';
import { allowedTargets, type GuardedResponse, guardedFetch, type Lookup, NoAnswerError } from './http.ts';
import { KEY_CHECKS } from './keys/checks.ts';
import {
  type Credentials,
  judgeStatus,
  type KeyAnswer,
  type KeyCheck,
  type KeyRequest,
} from './keys/key-check.ts';

export type { Credentials } from './keys/key-check.ts';

/** What became of a check. `forbidden`: the address is one that requests may not go to. */
export type KeyVerdict =
  | { kind: 'accepted' }
  | { kind: 'rejected' }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'forbidden'; reason: string };

/** Tries a key at its provider with one cheap request. Neither verdicts nor errors carry any of the key. */
export interface KeyVerifier {
  verify(request: { provider: KeyedProviderId; credentials: Credentials; now: Date }): Promise<KeyVerdict>;
}

export interface KeyVerifierOptions {
  /** Hosts on this machine or in private networks that requests may go to, as `host` or `host:port`. */
  hosts_allowed: readonly string[];
  /** Other addresses of providers, by id. */
  urls: Readonly<Record<string, string>>;
  timeout_ms?: number;
  lookup?: Lookup;
}

const TIMEOUT_MS = 8_000;
const MAX_BODY_BYTES = 65_536;

/** Every provider is asked in the same way; what differs is in its `KeyCheck`. */
export function createKeyVerifier(options: KeyVerifierOptions): KeyVerifier {
  return {
    async verify({ provider, credentials, now }) {
      const check = KEY_CHECKS[provider];
      const url = (options.urls[provider] ?? check.baseUrl(credentials)).replace(/\/+$/, '');
      try {
        const requests = await check.requests(credentials, { url, now });
        return await firstClear(requests, (request) => ask({ check, url, options }, request));
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error;
        return { kind: error.kind === 'refused' ? 'forbidden' : 'unreachable', reason: error.message };
      }
    },
  };
}

type Answered = { answer: KeyAnswer; status: number };

/** The first answer that says something counts. */
async function firstClear(
  requests: KeyRequest[],
  send: (request: KeyRequest) => Promise<Answered>,
): Promise<KeyVerdict> {
  let last = 0;
  for (const request of requests) {
    const { answer, status } = await send(request);
    if (answer !== 'unclear') return { kind: answer };
    last = status;
  }
  return { kind: 'unreachable', reason: `The provider returned status ${last}.` };
}

interface Place {
  check: KeyCheck;
  url: string;
  options: KeyVerifierOptions;
}

async function ask({ check, url, options }: Place, { path, ...request }: KeyRequest): Promise<Answered> {
  const target = new URL(`${url}${path}`);
  const { timeout_ms = TIMEOUT_MS, lookup, hosts_allowed } = options;
  const allow = allowedTargets(target, hosts_allowed);
  const response: GuardedResponse = await guardedFetch(
    target,
    { ...request, timeout_ms, max_body_bytes: MAX_BODY_BYTES },
    { allow, ...(lookup && { lookup }) },
  );
  return { answer: check.judge?.(response) ?? judgeStatus(response.status), status: response.status };
}
