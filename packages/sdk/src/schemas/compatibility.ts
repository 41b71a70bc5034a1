import { asConnectionError, type Core } from '../core/request.ts';
import type { RequestOptions } from '../core/request-options.ts';
import type { Route } from '../core/route.ts';
import { ConnectionError, ResponseError } from '../errors/errors.ts';
import { CONTRACT, healthLive } from '../generated/calls.ts';
import { withinDeadline } from '../transport/deadline.ts';
import { asChanges, type Change } from './contract-changes.ts';

export type { Change } from './contract-changes.ts';

/** How this client's contract and the service's contract differ. */
export interface Compatibility {
  /**
   * `breaking`: this client may send something that the service rejects, or miss something that it expects.
   */
  verdict: 'same' | 'additive' | 'breaking';
  /** The version and hash of this client's contract. */
  client: string;
  /** The version and hash of the service's contract; null if it does not report them. */
  service: string | null;
  /** The breaking changes; empty unless the verdict is `breaking`. */
  changes: Change[];
}

const DOCUMENT: Route = {
  id: 'contract.document',
  method: 'GET',
  path: '/openapi.json',
  open: true,
};

const READING = 'Reading the contract of the service';
const MINUTE_MS = 60_000;

/** Requests the hash of the service's contract and, if it differs, the contract itself. */
export async function compatibilityOf(core: Core, options: RequestOptions = {}): Promise<Compatibility> {
  const client = `${CONTRACT.version}+${CONTRACT.hash}`;
  const { response } = await core.send({ route: healthLive, options });
  const service = response.headers.get('x-contract-version');
  if (service === client) return { verdict: 'same', client, service, changes: [] };
  const limits = { timeoutMs: options.timeoutMs ?? MINUTE_MS, signal: options.signal, name: READING };
  const document: unknown = await withinDeadline(limits, async ({ signal }) => {
    const response = await core.open({ route: DOCUMENT, options: { ...options, signal } });
    try {
      return JSON.parse(await response.text());
    } catch (error) {
      if (error instanceof SyntaxError) throw new ResponseError('The contract of the service is not JSON.');
      throw asConnectionError(error, READING);
    }
  });
  const changes = asChanges(document);
  if (changes === undefined) throw new ConnectionError('The service returns no contract to compare with.');
  return { verdict: changes.length > 0 ? 'breaking' : 'additive', client, service, changes };
}
