/**
 * What the caller does about a failure: `quota` is money, `concurrency` waits for a free place, `busy` backs off,
 * `invalid_input` names the line and is never retried, `gone` is a retired model.
 */
export type ProviderErrorKind =
  | 'auth'
  | 'quota'
  | 'concurrency'
  | 'busy'
  | 'invalid_input'
  | 'unsupported'
  | 'transient'
  | 'gone';

/** Every failure of a provider, in the terms of this service. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;
  readonly retry_after_ms: number | undefined;

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: { retry_after_ms?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ProviderError';
    this.kind = kind;
    this.retry_after_ms = options.retry_after_ms;
  }
}
