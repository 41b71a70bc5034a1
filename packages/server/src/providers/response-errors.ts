import { retryAfterMs } from '@voiceloom/contract';
import type { GuardedResponse } from './http.ts';
import { ProviderError, type ProviderErrorKind } from './provider-error.ts';

/** Converts a response to an error of this service. Undefined if the status alone determines the error. */
export type ErrorReader = (response: GuardedResponse) => ProviderError | undefined;

const MAX_WAIT_MS = 10 * 60_000;

/** Other statuses from 400 to 499, except 408, mean that the request is invalid. */
const BY_STATUS: Readonly<Record<number, ProviderErrorKind>> = {
  401: 'auth',
  402: 'quota',
  403: 'auth',
  410: 'gone',
  429: 'busy',
  503: 'busy',
  529: 'busy',
};

/** The error of a response. Undefined if the response is a success. */
export function findError(response: GuardedResponse, readError?: ErrorReader): ProviderError | undefined {
  const error = readError?.(response);
  if (error) return error;
  const { status } = response;
  if (status >= 200 && status < 300) return undefined;
  let kind = BY_STATUS[status] ?? 'invalid_input';
  // A redirect will not change.
  if (status < 400) kind = 'unusable';
  else if (BY_STATUS[status] === undefined && (status >= 500 || status === 408)) kind = 'transient';
  return toProviderError(kind, response);
}

/** An error of this kind with the message of the provider, and with the delay that the provider requests. */
export function toProviderError(
  kind: ProviderErrorKind,
  response: GuardedResponse,
  reason?: string,
): ProviderError {
  let cause = reason;
  // A message about a key may contain the key.
  if (kind === 'auth') cause ??= 'the key is not accepted, or it lacks a permission.';
  cause ??= readMessage(response);
  const ending = cause ? `: ${cause}` : '.';
  const message = `It returned status ${response.status}${ending}`;
  // The header contains seconds or a date.
  const delay_ms = retryAfterMs(response.headers['retry-after'], Date.now());
  if (delay_ms === undefined) return new ProviderError(kind, message, {});
  return new ProviderError(kind, message, { retry_after_ms: Math.min(MAX_WAIT_MS, delay_ms) });
}

const MAX_MESSAGE = 300;
const MESSAGE_FIELDS = [
  'message',
  'error',
  'detail',
  'title',
  'err_msg',
  'error_message',
  'errorMessage',
  'Message',
];

/** The message in an error body on one line, from any of the usual fields. `withoutSecrets` has masked credentials. */
export function readMessage(response: GuardedResponse): string {
  let message = findMessage(parseJson(response));
  if (/^text\//.test(response.headers['content-type'] ?? ''))
    message ??= response.body.subarray(0, 2_000).toString('utf8');
  return (message ?? '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_MESSAGE)
    .toWellFormed();
}

function findMessage(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return depth > 3 ? undefined : findMessage(value[0], depth + 1);
  if (typeof value !== 'object' || value === null || depth > 3) return undefined;
  for (const field of MESSAGE_FIELDS) {
    if (!(field in value)) continue;
    const message = findMessage((value as Record<string, unknown>)[field], depth + 1);
    if (message) return message;
  }
  return undefined;
}

/** The body as JSON, or undefined. Does not parse long bodies, because they are audio. */
export function parseJson({ body }: Pick<GuardedResponse, 'body'>): unknown {
  const firstCharacter = body.subarray(0, 64).toString('latin1').trimStart()[0];
  if ((firstCharacter !== '{' && firstCharacter !== '[') || body.length > 65_536) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The beginning of the body in lowercase, for keyword searches. */
export function readKeywords({ body }: GuardedResponse): string {
  return body.subarray(0, 4_096).toString('utf8').toLowerCase();
}

/** For providers that limit concurrent requests, but not requests per minute. */
export const readConcurrencyError: ErrorReader = (response) =>
  response.status === 429 ? toProviderError('concurrency', response) : undefined;

/** For OpenAI: the same status means a rate limit or a missing payment. Only the code distinguishes them. */
export const readOpenaiError: ErrorReader = (response) => {
  if (response.status < 400) return undefined;
  const words = readKeywords(response);
  if (response.status === 429 && /insufficient_quota|billing_hard_limit/.test(words))
    return toProviderError('quota', response);
  if (response.status === 404 && /model_not_found|does not exist|deprecated/.test(words))
    return toProviderError('gone', response);
  return undefined;
};

/**
 * For ElevenLabs: a 401 can mean missing credits. A 429 means either too many concurrent requests or an overloaded
 * service.
 */
export const readElevenlabsError: ErrorReader = (response) => {
  if (response.status < 400) return undefined;
  const words = readKeywords(response);
  if (/quota_exceeded|payment_required/.test(words)) return toProviderError('quota', response);
  if (/too_many_concurrent_requests|concurrent_limit/.test(words))
    return toProviderError('concurrency', response);
  if (response.status === 429) return toProviderError('busy', response);
  if (/model_not_found|model_deprecated/.test(words)) return toProviderError('gone', response);
  if (/voice_not_found|voice_does_not_exist/.test(words)) return toProviderError('invalid_input', response);
  return undefined;
};
