export interface ErrorFacts {
  message: string;
  status?: number;
  type?: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  code?: string | undefined;
  decline_code?: string;
  param?: string | undefined;
  /** Additional fields, such as the failed intent. */
  more?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** An error in Stripe's format; by default 400 `invalid_request_error`. */
export class StripeApiError extends Error {
  readonly facts: ErrorFacts;
  readonly status: number;
  /** Keeps the changes before the error: a failed payment was still tried. */
  readonly keep: boolean;

  constructor(facts: ErrorFacts, keep = false) {
    super(facts.message);
    this.name = 'StripeFault';
    this.facts = facts;
    this.status = facts.status ?? 400;
    this.keep = keep;
  }

  /** Stripe stores no response for a key if the request never began. */
  get began(): boolean {
    const { code } = this.facts;
    return ![401, 409, 429].includes(this.status) && !code?.startsWith('parameter_');
  }

  body(requestLog: string): { error: Record<string, unknown> } {
    const { message, type = 'invalid_request_error', code, decline_code, param, more } = this.facts;
    return {
      error: {
        code,
        ...(code && { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
        decline_code,
        message,
        param,
        request_log_url: requestLog,
        type,
        ...more,
      },
    };
  }
}

/** Stripe's error for an ID without an object. */
export function missing(kind: string, id: string, param = 'id'): StripeApiError {
  return new StripeApiError({
    status: 404,
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
}

export function parameterMissing(param: string): StripeApiError {
  return new StripeApiError({
    code: 'parameter_missing',
    message: `Missing required param: ${param}.`,
    param,
  });
}

export function parameterUnknown(param: string): StripeApiError {
  return new StripeApiError({
    code: 'parameter_unknown',
    message: `Received unknown parameter: ${param}`,
    param,
  });
}

export function invalid(message: string, param?: string, code?: string): StripeApiError {
  return new StripeApiError({ message, param, code });
}
