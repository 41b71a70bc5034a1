/** Why a delivery was rejected. */
export type WebhookErrorCode =
  | 'MISSING_HEADER'
  | 'INVALID_TIMESTAMP'
  | 'TIMESTAMP_TOO_OLD'
  | 'TIMESTAMP_TOO_NEW'
  | 'NO_MATCHING_SIGNATURE'
  | 'INVALID_BODY'
  | 'BODY_TOO_LARGE'
  | 'UNKNOWN_ENDPOINT'
  | 'INVALID_SECRET'
  | 'INVALID_OPTIONS'
  | 'DUPLICATE';

const STATUSES: Partial<Record<WebhookErrorCode, 200 | 404 | 413 | 500>> = {
  DUPLICATE: 200,
  UNKNOWN_ENDPOINT: 404,
  BODY_TOO_LARGE: 413,
  INVALID_SECRET: 500,
  INVALID_OPTIONS: 500,
};

/**
 * A rejected delivery; `code` is the reason and `status` the response status to return. Return 200 for a
 * duplicate, so that it is not sent again.
 *
 * @example
 * ```ts
 * try {
 *   const event = await verify(await request.text(), request.headers, secret);
 * } catch (error) {
 *   if (error instanceof WebhookError) return new Response(error.message, { status: error.status });
 *   throw error;
 * }
 * ```
 */
export class WebhookError extends Error {
  /** The machine-readable cause. */
  readonly code: WebhookErrorCode;
  /**
   * The response status to return: 200 for a duplicate, 404 if no secret was found, 413 for a large body, 500
   * if the receiver is misconfigured, so that the event is sent again, else 400.
   */
  readonly status: 200 | 400 | 404 | 413 | 500;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.name = 'WebhookError';
    this.code = code;
    this.status = STATUSES[code] ?? 400;
  }
}

/** The error for a body that exceeds the limit. */
export const tooLarge = (most: number): WebhookError =>
  new WebhookError('BODY_TOO_LARGE', `The body is larger than ${most} bytes.`);
