/** What goes wrong: before the request has its effect, or after. */
export type FaultKind =
  | 'rate_limit'
  | 'server_error'
  | 'server_error_after'
  | 'hang'
  | 'hang_after'
  | 'cut_before'
  | 'cut_after';

export const FAULT_KINDS: readonly FaultKind[] = [
  'rate_limit',
  'server_error',
  'server_error_after',
  'hang',
  'hang_after',
  'cut_before',
  'cut_after',
];

export interface Fault {
  kind: FaultKind;
  /** Undefined: any. */
  method?: string | undefined;
  /** The beginning of the path; undefined: any. */
  path?: string | undefined;
  /** How many matching requests it hits. */
  times: number;
  retry_after_s?: number | undefined;
}

/** The fault that hits this request, used up by one. */
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
