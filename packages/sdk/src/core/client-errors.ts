import { type ErrorFacts, VoiceloomError } from './errors.ts';

type Facts = Omit<ErrorFacts, 'code' | 'message'>;

/** No response arrived: the connection was refused, reset, cut off or redirected. */
export class ConnectionError extends VoiceloomError {
  constructor(message: string, facts?: Facts) {
    super({ ...facts, code: 'CONNECTION_FAILED', message });
  }
}

/** The call exceeded its time limit; `cause` is the last failed attempt, if any. */
export class TimeoutError extends VoiceloomError {
  constructor(message: string, facts?: Facts) {
    super({ ...facts, code: 'TIMEOUT', message });
  }
}

/** Your AbortSignal aborted the call; `cause` is its reason. */
export class AbortError extends VoiceloomError {
  constructor(message: string, facts?: Facts) {
    super({ ...facts, code: 'ABORTED', message });
  }
}

/** The response is not one of the service: truncated JSON, or a proxy's error page. */
export class ResponseError extends VoiceloomError {
  constructor(message: string, facts?: Facts) {
    super({ ...facts, code: 'INVALID_RESPONSE', message });
  }
}

/** The arguments are invalid, such as an empty id or a missing credential. Nothing was sent. */
export class InputError extends VoiceloomError {
  constructor(message: string) {
    super({ code: 'INVALID_INPUT', message });
  }
}
