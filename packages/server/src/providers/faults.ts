import { retryAfterMs } from '@voiceloom/contract';
import type { GuardedResponse, NoAnswerError } from './http.ts';
import { ProviderError, type ProviderErrorKind } from './provider-error.ts';

/** Converts a response to an error of this service. Undefined if the status alone determines the error. */
export type FaultReader = (answer: GuardedResponse) => ProviderError | undefined;

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
export function faultOf(answer: GuardedResponse, read?: FaultReader): ProviderError | undefined {
  const own = read?.(answer);
  if (own) return own;
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  let kind = BY_STATUS[status] ?? 'invalid_input';
  // A redirect will not change.
  if (status < 400) kind = 'unusable';
  else if (BY_STATUS[status] === undefined && (status >= 500 || status === 408)) kind = 'transient';
  return fault(kind, answer);
}

/** An error of this kind with the message of the provider, and with the delay that the provider requests. */
export function fault(kind: ProviderErrorKind, answer: GuardedResponse, reason?: string): ProviderError {
  let cause = reason;
  // A message about a key may contain the key.
  if (kind === 'auth') cause ??= 'the key is not accepted, or it lacks a permission.';
  cause ??= messageOf(answer);
  const message = cause
    ? `It returned status ${answer.status}: ${cause}`
    : `It returned status ${answer.status}.`;
  // The header contains seconds or a date.
  const delay_ms = retryAfterMs(answer.headers['retry-after'], Date.now());
  if (delay_ms === undefined) return new ProviderError(kind, message, {});
  return new ProviderError(kind, message, { retry_after_ms: Math.min(MAX_WAIT_MS, delay_ms) });
}

/**
 * The error if there is no response. If the address is not allowed, the customer must change it. Every other cause may
 * be temporary.
 */
export function unanswered(error: NoAnswerError): ProviderError {
  return new ProviderError(error.kind === 'refused' ? 'auth' : 'transient', error.message, { cause: error });
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
export function messageOf(answer: GuardedResponse): string {
  let message = findMessage(jsonOf(answer));
  if (/^text\//.test(answer.headers['content-type'] ?? ''))
    message ??= answer.body.subarray(0, 2_000).toString('utf8');
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
export function jsonOf({ body }: Pick<GuardedResponse, 'body'>): unknown {
  const first = body.subarray(0, 64).toString('latin1').trimStart()[0];
  if ((first !== '{' && first !== '[') || body.length > 65_536) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The beginning of the body in lowercase, for keyword searches. */
export function wordsOf({ body }: GuardedResponse): string {
  return body.subarray(0, 4_096).toString('utf8').toLowerCase();
}

/** For providers that limit concurrent requests, but not requests per minute. */
export const limitsConcurrency: FaultReader = (answer) =>
  answer.status === 429 ? fault('concurrency', answer) : undefined;

/** For OpenAI: the same status means a rate limit or a missing payment. Only the code distinguishes them. */
export const openaiFault: FaultReader = (answer) => {
  if (answer.status < 400) return undefined;
  const words = wordsOf(answer);
  if (answer.status === 429 && /insufficient_quota|billing_hard_limit/.test(words))
    return fault('quota', answer);
  if (answer.status === 404 && /model_not_found|does not exist|deprecated/.test(words))
    return fault('gone', answer);
  return undefined;
};

/**
 * For ElevenLabs: a 401 can mean missing credits. A 429 means either too many concurrent requests or an overloaded
 * service.
 */
export const elevenlabsFault: FaultReader = (answer) => {
  if (answer.status < 400) return undefined;
  const words = wordsOf(answer);
  if (/quota_exceeded|payment_required/.test(words)) return fault('quota', answer);
  if (/too_many_concurrent_requests|concurrent_limit/.test(words)) return fault('concurrency', answer);
  if (answer.status === 429) return fault('busy', answer);
  if (/model_not_found|model_deprecated/.test(words)) return fault('gone', answer);
  if (/voice_not_found|voice_does_not_exist/.test(words)) return fault('invalid_input', answer);
  return undefined;
};
