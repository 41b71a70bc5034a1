import {
  ConnectionError,
  type ErrorFacts,
  errorOfStatus,
  ResponseError,
  type VoiceloomError,
} from '../errors/errors.ts';
import { retryAfterMs } from '../generated/rules/retry-after.ts';
import type { CountedPagination, ErrorEnvelope, Meta, Pagination } from '../generated/types.ts';
import { platform } from './deadline.ts';
import type { ServiceResponse } from './fetch.ts';

/** A response with its data and metadata. */
export interface ApiResult<T> {
  /** The data of the operation. */
  data: T;
  /** The request ID and the time of the response. */
  meta: Meta;
  /** For paged lists; `total` only if the list is counted. */
  pagination?: Pagination | CountedPagination;
  /** Whether this response repeats that of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
  /** Status and headers; its body has been read. */
  response: ServiceResponse;
}

const requestIdOf = (response: ServiceResponse) => response.headers.get('x-request-id') ?? undefined;

/** The value of JSON text, or undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Redirects are never followed, because the credential would be sent along. */
export function redirectError(response: ServiceResponse): VoiceloomError | undefined {
  const isRedirect = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400);
  if (!isRedirect) return undefined;
  // The body is not needed.
  response.body?.cancel().catch(() => {});
  // Without the query, which may contain a signature.
  const target = response.headers.get('location')?.replace(/[?#][^\s)]*/g, '');
  return new ConnectionError(
    `The service redirected to ${target || 'another address'}. Redirects are not followed: check baseUrl.`,
    {
      status: response.status,
      requestId: requestIdOf(response),
    },
  );
}

/** The error of an unsuccessful response. Reads its body. */
export async function readError(response: ServiceResponse): Promise<VoiceloomError> {
  const { error, meta } = (parseJson(await response.text()) ?? {}) as Partial<ErrorEnvelope>;
  const { status, headers } = response;
  let facts: ErrorFacts = { code: 'HTTP_ERROR', message: `The response has status ${status}.` };
  if (typeof error?.code === 'string' && typeof error.message === 'string') facts = error;
  return errorOfStatus(status, {
    ...facts,
    requestId: requestIdOf(response) ?? meta?.request_id,
    retryAfterMs: retryAfterMs(headers.get('retry-after'), Date.now()),
  });
}

/** The result of a successful response; throws ResponseError if it is not `{data, meta}`. */
export async function readResult<T>(response: ServiceResponse): Promise<ApiResult<T>> {
  const text = await platform.textOf(response);
  const body = parseJson(text) as ApiResult<T> | null | undefined;
  if (typeof body !== 'object' || body === null || !('data' in body)) {
    throw new ResponseError(`The response is not from this API: ${JSON.stringify(text.slice(0, 80))}.`, {
      status: response.status,
      requestId: requestIdOf(response),
    });
  }
  body.replayed = response.headers.get('idempotent-replayed') === 'true';
  body.response = response;
  return body;
}
