import { errorStatuses } from '../generated/test-contract.ts';
import type { ErrorCode } from '../generated/types.ts';
import { ApiError } from './api-error.ts';
import type { OperationId } from './operation.ts';
import { operations } from './operations.ts';

/** What goes wrong with a request. */
export type FaultKind =
  | {
      /** The connection breaks before anything is done. */
      kind: 'reset';
    }
  | {
      /** The connection breaks after the work was done: the answer is lost. */
      kind: 'lost_answer';
    }
  | {
      /** No answer comes, until the caller gives up. */
      kind: 'silence';
    }
  | {
      /** Status and half a body come, then nothing more. */
      kind: 'stalled_body';
    }
  | {
      /** A success whose JSON ends in the middle. */
      kind: 'cut_json';
    }
  | {
      /** 429 with `Retry-After`. */
      kind: 'rate_limited';
      /** What `Retry-After` says. Default 1. */
      retry_after_seconds?: number;
    }
  | {
      /** An error of the API. */
      kind: 'error';
      /** Its code, which has its status. */
      code: ErrorCode;
      /** Its sentence. Default: that the test asked for it. */
      message?: string;
      /** What `Retry-After` says. Default: there is none. */
      retry_after_seconds?: number;
    }
  | {
      /** A page of a proxy in the place of an answer. */
      kind: 'proxy_page';
      /** Its status. */
      status: 502 | 503 | 504;
    }
  | {
      /** A success with a field more than this version of the package knows. */
      kind: 'drift';
      /** The name of the field. */
      field?: string;
    };

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

const KINDS: readonly FaultKind['kind'][] = [
  'rate_limited',
  'error',
  'reset',
  'lost_answer',
  'silence',
  'stalled_body',
  'cut_json',
  'proxy_page',
  'drift',
];

/** The ids that are most like a word: of the same group, or with the same name. */
function like(word: string): string {
  const [group, name] = word.split('.');
  const near = operations
    .map(({ id }) => id as string)
    .filter((id) => {
      const [ownGroup, ownName] = id.split('.');
      return ownGroup === group || ownName === name;
    });
  return near.length === 0
    ? 'They are called as in `client`, such as `runs.start`.'
    : `There are ${near.join(', ')}.`;
}

/** Refuses a fault that would never come. */
function refuseUnknown({ on, times = 1, ...fault }: Fault): void {
  if (on !== undefined && !operations.some(({ id }) => id === on)) {
    throw new TypeError(`There is no operation ${on} that could fail. ${like(on)}`);
  }
  if (!KINDS.includes(fault.kind)) {
    throw new TypeError(`There is no fault of the kind ${fault.kind}; there are ${KINDS.join(', ')}.`);
  }
  if (!Number.isInteger(times) || times < 1) {
    throw new TypeError(`A fault comes once or more often, not ${times} times.`);
  }
  if (fault.kind === 'error' && !(fault.code in errorStatuses)) {
    throw new TypeError(`The API has no error ${fault.code}.`);
  }
}

/** A plan without faults. */
export function faultPlan(): FaultPlan {
  let planned: { fault: Fault; left: number }[] = [];
  return {
    add: (fault) => {
      refuseUnknown(fault);
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

function stalled(response: Response, half: Uint8Array, signal: AbortSignal | null): Response {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(half);
      signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true });
    },
  });
  const { status, headers } = response;
  return new Response(body, { status, headers });
}

async function drifted(response: Response, field: string): Promise<string> {
  const body = (await response.json()) as { data: unknown };
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
  const { status, headers, ok } = response;
  // What has no body, such as 304, comes as it is.
  if (!['stalled_body', 'cut_json', 'drift'].includes(fault.kind) || response.body === null) return response;
  if (fault.kind === 'drift') {
    const isData = ok && headers.get('content-type')?.startsWith('application/json');
    if (!isData) return response;
    return new Response(await drifted(response, fault.field ?? 'added_later'), { status, headers });
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  const half = bytes.slice(0, Math.ceil(bytes.length / 2));
  return fault.kind === 'stalled_body'
    ? stalled(response, half, signal)
    : new Response(half, { status, headers });
}
