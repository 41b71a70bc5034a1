import { StripeApiError } from '../stripe-error.ts';

/** The kinds of faults, which happen before or after the effect of a request. */
export const FAULT_KINDS = [
  'rate_limit',
  'server_error',
  'server_error_after',
  'hang',
  'hang_after',
  'cut_before',
  'cut_after',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  kind: FaultKind;
  /** The HTTP method. Undefined matches any. */
  method?: string | undefined;
  /** The beginning of the path. Undefined matches any. */
  path?: string | undefined;
  /** The number of matching requests to which it applies. */
  times: number;
  retry_after_s?: number | undefined;
}

/** Closes the connection without a response. */
export class Cut extends Error {}

/** Finds the fault that applies to this request and decrements its remaining count. */
export function takeFault(faults: Fault[], method: string, path: string): Fault | undefined {
  const fault = faults.find(
    (one) =>
      one.times > 0 &&
      (one.method === undefined || one.method === method) &&
      (one.path === undefined || path.startsWith(one.path)),
  );
  if (fault) fault.times -= 1;
  return fault;
}

/** Applies the fault if its kind belongs to `when`. A request that hangs waits until its function in `hanging` runs. */
export async function disturb(
  { kind, retry_after_s = 1 }: Fault,
  when: 'before' | 'after',
  hanging: Set<() => void>,
): Promise<void> {
  if (kind.endsWith('_after') !== (when === 'after')) return;
  if (kind === 'rate_limit')
    throw new StripeApiError({
      status: 429,
      code: 'rate_limit',
      message: 'Request rate limit exceeded. (Injected fault.)',
      headers: { 'Retry-After': String(retry_after_s), 'Stripe-Rate-Limited-Reason': 'global-rate' },
    });
  if (kind.startsWith('server_error'))
    throw new StripeApiError({
      status: 500,
      type: 'api_error',
      message: 'An unknown error occurred. (Injected fault.)',
    });
  if (kind.startsWith('cut')) throw new Cut();
  await new Promise<void>((resolve) => hanging.add(resolve));
}
