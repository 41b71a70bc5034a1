import type { ErrorCode } from '../generated/types.ts';
import { ApiError } from './api-error.ts';
import type { OperationId } from './operation.ts';

/** What goes wrong with a request. */
export type FaultKind =
  /** The connection breaks before anything is done. */
  | { kind: 'reset' }
  /** The connection breaks after the work was done: the answer is lost. */
  | { kind: 'lost_answer' }
  /** No answer comes, until the caller gives up. */
  | { kind: 'silence' }
  /** Status and half a body come, then nothing more. */
  | { kind: 'stalled_body' }
  /** A success whose JSON ends in the middle. */
  | { kind: 'cut_json' }
  /** 429 with `Retry-After`. Default 1 second. */
  | { kind: 'rate_limited'; retry_after_seconds?: number }
  /** An error of the API. */
  | { kind: 'error'; code: ErrorCode; message?: string; retry_after_seconds?: number }
  /** A page of a proxy in the place of an answer. */
  | { kind: 'proxy_page'; status: 502 | 503 | 504 }
  /** A success with a field more than this version of the package knows. */
  | { kind: 'drift'; field?: string };

/** A fault and when it comes. */
export type Fault = FaultKind & {
  /** The operation that it comes in. Default: the next one, whichever it is. */
  on?: OperationId;
  /** How often it comes. Default once. */
  times?: number;
};

/** The faults that are still to come. */
export interface FaultPlan {
  add(fault: Fault): void;
  /** The fault of a request, if there is one; it is used up. */
  take(operation: OperationId | undefined): FaultKind | undefined;
  clear(): void;
}

/** A plan without faults. */
export function faultPlan(): FaultPlan {
  let planned: { fault: Fault; left: number }[] = [];
  return {
    add: (fault) => {
      planned.push({ fault, left: fault.times ?? 1 });
    },
    take: (operation) => {
      const next = planned.find(({ fault }) => fault.on === undefined || fault.on === operation);
      if (next === undefined) return undefined;
      next.left -= 1;
      planned = planned.filter(({ left }) => left > 0);
      return next.fault;
    },
    clear: () => {
      planned = [];
    },
  };
}

const brokenConnection = () =>
  new TypeError('fetch failed', { cause: new Error('The test server broke the connection.') });

/** Never settles, until the caller gives up. */
function untilAborted(signal: AbortSignal | null): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function stalled(response: Response, text: string, signal: AbortSignal | null): Response {
  const half = new TextEncoder().encode(text.slice(0, Math.ceil(text.length / 2)));
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(half);
      signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true });
    },
  });
  const { status, headers } = response;
  return new Response(body, { status, headers });
}

function drifted(text: string, field: string): string {
  const body = JSON.parse(text) as { data: unknown };
  const add = (value: unknown) =>
    typeof value === 'object' && value !== null ? { ...value, [field]: 'new' } : value;
  body.data = Array.isArray(body.data) ? body.data.map(add) : add(body.data);
  return JSON.stringify(body);
}

/** What comes before any work; undefined where the work is done. Throws as `fetch` does. */
export function refuseFor(fault: FaultKind, signal: AbortSignal | null): Promise<Response> | undefined {
  if (fault.kind === 'reset') throw brokenConnection();
  if (fault.kind === 'silence') return untilAborted(signal);
  if (fault.kind === 'rate_limited') {
    const retryAfterSeconds = fault.retry_after_seconds ?? 1;
    const message = `Too many requests; try again in ${retryAfterSeconds} s.`;
    throw new ApiError('RATE_LIMITED', message, { retryAfterSeconds });
  }
  if (fault.kind === 'error') {
    const { code, message = `The test asked for ${code}.`, retry_after_seconds: seconds } = fault;
    throw new ApiError(code, message, {
      ...(code === 'VALIDATION_ERROR' && { details: [] }),
      ...(seconds !== undefined && { retryAfterSeconds: seconds }),
    });
  }
  if (fault.kind !== 'proxy_page') return undefined;
  const headers = { 'content-type': 'text/html' };
  return Promise.resolve(
    new Response('<html><h1>Bad gateway</h1></html>', { status: fault.status, headers }),
  );
}

/** What a fault makes of an answer. */
export async function spoil(
  response: Response,
  fault: FaultKind | undefined,
  signal: AbortSignal | null,
): Promise<Response> {
  if (fault === undefined) return response;
  if (fault.kind === 'lost_answer') throw brokenConnection();
  if (!['stalled_body', 'cut_json', 'drift'].includes(fault.kind)) return response;
  const text = await response.text();
  if (fault.kind === 'stalled_body') return stalled(response, text, signal);
  const { status, headers } = response;
  const isError = status >= 400;
  const body =
    fault.kind === 'drift' && !isError
      ? drifted(text, fault.field ?? 'added_later')
      : text.slice(0, Math.ceil(text.length / 2));
  return new Response(body, { status, headers });
}
