import { ConnectionError, ResponseError } from './client-errors.ts';
import { type ErrorFacts, errorOfStatus, type VoiceloomError } from './errors.ts';
import type { CountedPagination, ErrorEnvelope, Meta, Pagination } from './generated/types.ts';
import { retryAfterMs } from './retry.ts';

/** An answer with everything around its data. */
export interface ApiResult<T> {
  data: T;
  meta: Meta;
  /** Of paged lists; `total` where the list is counted. */
  pagination?: Pagination | CountedPagination;
  /** Status and headers; its body has been read. */
  response: Response;
}

const requestIdOf = (response: Response) => response.headers.get('x-request-id') ?? undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isEnvelope(body: unknown): body is ErrorEnvelope {
  const error = (body as ErrorEnvelope | null | undefined)?.error;
  return typeof error?.code === 'string' && typeof error.message === 'string';
}

function factsOf(response: Response, body: unknown): ErrorFacts {
  const requestId = requestIdOf(response);
  const wait = retryAfterMs(response.headers, Date.now());
  if (!isEnvelope(body)) {
    const message = `The answer is ${response.status}${response.statusText && ` ${response.statusText}`}.`;
    return { code: 'HTTP_ERROR', message, requestId, retryAfterMs: wait };
  }
  const { code, message, details } = body.error;
  return { code, message, details, requestId: requestId ?? body.meta?.request_id, retryAfterMs: wait };
}

/** A redirect is never followed: the credential would go along. */
export function redirectError(response: Response): VoiceloomError | undefined {
  const isRedirect = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400);
  if (!isRedirect) return undefined;
  const target = response.headers.get('location');
  const place = target ? ` to ${target}` : '';
  return new ConnectionError(`The service redirects${place}; redirects are not followed. Check baseUrl.`, {
    status: response.status,
    requestId: requestIdOf(response),
  });
}

/** The error of an answer that is not a success. Reads its body. */
export async function readError(response: Response): Promise<VoiceloomError> {
  const body = parsed(await response.text());
  return errorOfStatus(response.status, factsOf(response, body));
}

/** The answer of a success; throws ResponseError where it is not `{data, meta}`. */
export async function readResult<T>(response: Response): Promise<ApiResult<T>> {
  const text = await response.text();
  const body = parsed(text) as ApiResult<T> | null | undefined;
  if (typeof body !== 'object' || body === null || !('data' in body)) {
    const shown = text.length === 0 ? 'nothing' : JSON.stringify(text.slice(0, 80));
    throw new ResponseError(`The answer is not the JSON of this API; it begins with ${shown}.`, {
      status: response.status,
      requestId: requestIdOf(response),
    });
  }
  const { data, meta, pagination } = body;
  return { data, meta, ...(pagination && { pagination }), response };
}
