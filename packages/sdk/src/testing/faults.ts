import { operations } from '../client/catalog.ts';
import { errorStatuses } from '../generated/test-responses.ts';
import type { ErrorCode } from '../generated/types.ts';
import { ApiError } from './http/api-error.ts';
import type { OperationId } from './options.ts';

/** The kinds of faults with their options. `unknown` means that a kind has no options. */
interface FaultOptions {
  /** 429 with `Retry-After`, which is 1 by default. */
  rate_limited: { retry_after_seconds?: number };
  /**
   * An error of the API. Its status follows from its code. The default message names the code. There is a `Retry-After`
   * only if it is given.
   */
  error: { code: ErrorCode; message?: string; retry_after_seconds?: number };
  /** The connection breaks before the operation runs. */
  reset: unknown;
  /** The operation runs, then the connection breaks: the response is lost. */
  lost_response: unknown;
  /** No response comes until the caller gives up. */
  silence: unknown;
  /** A success whose JSON ends in the middle. */
  cut_json: unknown;
  /** An HTML page of a proxy. */
  proxy_page: { status: 502 | 503 | 504 };
  /** A success with a field that this version of the package does not know. By default, no operation has it. */
  drift: { field?: string };
}

/** How a request fails. */
export type FaultKind = {
  [Kind in keyof FaultOptions]: { kind: Kind } & FaultOptions[Kind];
}[keyof FaultOptions];

/** A fault, and the requests that it affects. */
export type Fault = FaultKind & {
  /** The operation that fails. Default: any. */
  on?: OperationId;
  /** How many requests fail. Default 1. */
  times?: number;
};

/** Throws a TypeError if a fault can never occur. */
export function assertPossible({ on, times = 1, ...fault }: Fault): void {
  if (on !== undefined && !operations.some(({ id }) => id === on)) {
    const parts = on.split('.');
    const ids = operations.map(({ id }) => id);
    // Of the same group, or with the same name.
    const similar = ids.filter((id) => id.split('.').some((part) => parts.includes(part)));
    const hint =
      similar.length === 0 ? 'Operation IDs look like `runs.start`.' : `Similar: ${similar.join(', ')}.`;
    throw new TypeError(`There is no operation ${on}. ${hint}`);
  }
  if (!Object.hasOwn(behaviors, fault.kind)) {
    const kinds = Object.keys(behaviors).join(', ');
    throw new TypeError(`There is no fault kind ${fault.kind}. Use one of: ${kinds}.`);
  }
  if (!Number.isInteger(times) || times < 1) {
    throw new TypeError(`times must be an integer of at least 1, not ${times}.`);
  }
  if (fault.kind === 'error' && !Object.hasOwn(errorStatuses, fault.code)) {
    throw new TypeError(`The API has no error ${fault.code}.`);
  }
}

/** Takes the fault of a request from the planned ones, if there is one. */
export function takeFault(planned: Fault[], operation: OperationId | undefined): FaultKind | undefined {
  const at = planned.findIndex(({ on }) => on === undefined || on === operation);
  const fault = planned[at];
  if (fault === undefined) return undefined;
  const remaining = (fault.times ?? 1) - 1;
  if (remaining > 0) planned[at] = { ...fault, times: remaining };
  else planned.splice(at, 1);
  return fault;
}

/** Fails like `fetch` when a connection breaks. */
function breakConnection(): never {
  throw new TypeError('fetch failed', { cause: new Error('The test server closed the connection.') });
}

/** A response with a new field in its data, or in each item of a list. */
async function withField(response: Response, field: string): Promise<Response> {
  const { status, headers, ok } = response;
  if (!ok || !headers.get('content-type')?.startsWith('application/json')) return response;
  const body = (await response.json()) as { data: unknown };
  const add = (value: unknown) =>
    typeof value === 'object' && value !== null ? { ...value, [field]: 'new' } : value;
  const data = Array.isArray(body.data) ? body.data.map(add) : add(body.data);
  return new Response(JSON.stringify({ ...body, data }), { status, headers });
}

type Serve = () => Promise<Response>;
type Behavior<Own> = (serve: Serve, fault: Own, signal: AbortSignal) => Response | Promise<Response>;

/** How each kind of fault responds to a request. `serve` runs the operation. */
const behaviors: { [Kind in keyof FaultOptions]: Behavior<FaultKind & { kind: Kind }> } = {
  rate_limited: (_, { retry_after_seconds: seconds = 1 }) => {
    const headers = { 'retry-after': String(seconds) };
    throw new ApiError('RATE_LIMITED', `Too many requests; try again in ${seconds} s.`, { headers });
  },
  error: (_, { code, message = `The test requested the error ${code}.`, retry_after_seconds: seconds }) => {
    throw new ApiError(code, message, {
      ...(code === 'VALIDATION_ERROR' && { details: [] }),
      ...(seconds !== undefined && { headers: { 'retry-after': String(seconds) } }),
    });
  },
  reset: breakConnection,
  lost_response: (serve) => serve().then(breakConnection),
  // Ends when the caller gives up.
  silence: (_serve, _fault, signal) =>
    new Promise((_, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  cut_json: async (serve) => {
    const response = await serve();
    const { status, headers } = response;
    const bytes = new Uint8Array(await response.arrayBuffer());
    return new Response(bytes.slice(0, Math.ceil(bytes.length / 2)), { status, headers });
  },
  proxy_page: (_, { status }) =>
    new Response('<html><h1>Bad gateway</h1></html>', { status, headers: { 'content-type': 'text/html' } }),
  drift: (serve, { field = 'added_later' }) => serve().then((response) => withField(response, field)),
};

/** Serves a request with its planned fault, if any. */
export async function serveWith(fault: FaultKind | undefined, signal: AbortSignal, serve: Serve) {
  if (fault === undefined) return serve();
  return (behaviors[fault.kind] as Behavior<FaultKind>)(serve, fault, signal);
}
