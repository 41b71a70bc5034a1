import type { KeyedProviderId } from '@voiceloom/contract';
import { allowedTargets, guardedFetch, NoAnswerError } from './http.ts';
import {
  type Credentials,
  type HttpProviderOptions,
  type KeyCheck,
  toRequest,
  type Vendor,
} from './http-partner.ts';
import { scoringEndpoint } from './scoring/http-scoring.ts';
import { ADAPTERS } from './speech/index.ts';
import { anthropic } from './translation/anthropic.ts';
import { deepl } from './translation/deepl.ts';

export type { Credentials } from './http-partner.ts';

type CheckedVendor = Vendor & { keyCheck: KeyCheck };

/** All providers with a check of their key. Each one occurs once. */
const VENDORS: ReadonlyMap<string, CheckedVendor> = new Map(
  [...ADAPTERS, deepl, anthropic, scoringEndpoint].map((vendor) => [vendor.id, vendor]),
);

/** The result of a check. `forbidden`: the service may not send requests to the address. */
export type KeyVerdict =
  | { kind: 'accepted' | 'rejected' }
  | { kind: 'unreachable' | 'forbidden'; reason: string };

/** Tests a key with cheap requests to its provider. Verdicts and errors contain nothing of the key. */
export interface KeyVerifier {
  verify(request: { provider: KeyedProviderId; credentials: Credentials; now: Date }): Promise<KeyVerdict>;
}

export interface KeyVerifierOptions extends Pick<HttpProviderOptions, 'hosts_allowed' | 'urls' | 'lookup'> {
  timeout_ms?: number;
}

const TIMEOUT_MS = 8_000;
const MAX_BODY_BYTES = 65_536;

/** All providers are called in the same way. The differences are in their `keyCheck`. */
export function createKeyVerifier(options: KeyVerifierOptions): KeyVerifier {
  return {
    async verify({ provider, credentials, now }) {
      const vendor = VENDORS.get(provider);
      if (vendor === undefined) throw new Error(`The provider ${provider} has no check of its key.`);
      try {
        return await checkKey(vendor, options, { credentials, now });
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error;
        return { kind: error.kind === 'refused' ? 'forbidden' : 'unreachable', reason: error.message };
      }
    },
  };
}

/** The first response that is not unclear decides. */
async function checkKey(
  vendor: CheckedVendor,
  { urls, hosts_allowed, lookup, timeout_ms = TIMEOUT_MS }: KeyVerifierOptions,
  { credentials, now }: { credentials: Credentials; now: Date },
): Promise<KeyVerdict> {
  const base = (urls[vendor.id] ?? vendor.baseUrl(credentials)).replace(/(?<!\/)\/+$/, '');
  let last = 0;
  for (const call of vendor.keyCheck.calls(credentials)) {
    const url = new URL(`${base}${call.path}`);
    const request = await toRequest(vendor, call, { url, credentials, now });
    const allow = allowedTargets(url, hosts_allowed);
    const limits = { timeout_ms, max_body_bytes: MAX_BODY_BYTES };
    const response = await guardedFetch(url, { ...request, ...limits }, { allow, ...(lookup && { lookup }) });
    last = response.status;
    let verdict = vendor.keyCheck.judge?.(response);
    // What the status says about the key, for providers without a `judge`.
    if (last >= 200 && last < 300) verdict ??= 'accepted';
    if (last === 401 || last === 403) verdict ??= 'rejected';
    if (verdict !== undefined && verdict !== 'unclear') return { kind: verdict };
  }
  return { kind: 'unreachable', reason: `The provider returned status ${last}.` };
}
