/** Options that a single call can override. */
export interface RequestOptions {
  /** Aborts the call, even between attempts. */
  signal?: AbortSignal;
  /** Milliseconds for the whole call. */
  timeoutMs?: number;
  /** How many times a failed attempt is retried. */
  maxRetries?: number;
  /** Additional headers of this request. */
  headers?: Record<string, string>;
  /** The workspace of this call. */
  workspaceId?: string;
}

/** Options of a POST. */
export interface KeyedOptions extends RequestOptions {
  /**
   * Makes it safe to repeat the call, even after a restart of your program. Default: a random key for each
   * call.
   */
  idempotencyKey?: string;
}

/** Options of a write that is rejected if the resource has changed meanwhile. */
export interface MatchOptions extends RequestOptions {
  /**
   * The `ETag` of the version that you read. If the version is not current, the call throws
   * `PreconditionFailedError`.
   */
  ifMatch?: string;
}
