import type { KeyedProviderId } from '@voiceloom/contract';
import { allowedTargets, guardedFetch, NoResponseError } from './http.ts';
import {
  type Credentials,
  type HttpProviderOptions,
  type KeyCheck,
  toRequest,
  type Vendor,
} from './http-provider.ts';
import { scoringEndpoint } from './scoring/http-scoring.ts';
import { ADAPTERS } from './speech/index.ts';
import { anthropic } from './translation/anthropic.ts';
import { deepl } from './translation/deepl.ts';

export type { Credentials } from './http-provider.ts';

/** All providers with a check of their key. Each one occurs once. */
const VENDORS: ReadonlyMap<string, Vendor & { keyCheck: KeyCheck }> = new Map(
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
  const { urls, hosts_allowed, lookup, timeout_ms = TIMEOUT_MS } = options;
  return {
    async verify({ provider, credentials, now }) {
      const vendor = VENDORS.get(provider);
      if (vendor === undefined) throw new Error(`The provider ${provider} has no check of its key.`);
      const base = (urls[vendor.id] ?? vendor.baseUrl(credentials)).replace(/(?<!\/)\/+$/, '');
      let status = 0;
      try {
        // The first response that is not unclear decides.
        for (const call of vendor.keyCheck.calls(credentials)) {
          const url = new URL(`${base}${call.path}`);
          const request = await toRequest(vendor, call, { url, credentials, now });
          const guard = { allow: allowedTargets(url, hosts_allowed), ...(lookup && { lookup }) };
          const init = { ...request, timeout_ms, max_body_bytes: MAX_BODY_BYTES };
          const response = await guardedFetch(url, init, guard);
          status = response.status;
          let verdict = vendor.keyCheck.judge?.(response);
          // The meaning of the status, for providers without a `judge`.
          if (status >= 200 && status < 300) verdict ??= 'accepted';
          if (status === 401 || status === 403) verdict ??= 'rejected';
          if (verdict !== undefined && verdict !== 'unclear') return { kind: verdict };
        }
      } catch (error) {
        if (!(error instanceof NoResponseError)) throw error;
        return { kind: error.kind === 'forbidden' ? 'forbidden' : 'unreachable', reason: error.message };
      }
      return { kind: 'unreachable', reason: `The provider returned status ${status}.` };
    },
  };
}
