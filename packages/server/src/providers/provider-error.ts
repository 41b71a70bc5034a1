/**
 * The kinds of errors by how the caller reacts: `quota` needs a payment, `concurrency` waits for a free slot, `busy`
 * backs off, `invalid_input` fails the line without a retry, `gone` means that the model was retired, `unusable` is a
 * success without a usable result, which gets few retries, because each call may be billed.
 */
export type ProviderErrorKind =
  | 'auth'
  | 'quota'
  | 'concurrency'
  | 'busy'
  | 'invalid_input'
  | 'unsupported'
  | 'transient'
  | 'unusable'
  | 'gone';

/** An error of a provider, translated to the terms of this service. */
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
