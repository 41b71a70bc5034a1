import { type ErrorFacts, VoiceloomError } from './errors.ts';

type Facts = Omit<ErrorFacts, 'code' | 'message'>;

/** No answer came: refused, reset, cut, or redirected. */
export class ConnectionError extends VoiceloomError {
  constructor(message: string, facts?: Facts) {
    super({ ...facts, code: 'CONNECTION_FAILED', message });
  }
}

/** The call did not end within its time; `cause` is the last failed attempt, if there was one. */
export class TimeoutError extends VoiceloomError {
  constructor(message: string, facts?: Facts) {
    super({ ...facts, code: 'TIMEOUT', message });
  }
}

/** Your AbortSignal ended the call; `cause` is its reason. */
export class AbortError extends VoiceloomError {
  constructor(message: string, facts?: Facts) {
    super({ ...facts, code: 'ABORTED', message });
  }
}

/** The answer is not what the service sends: cut JSON, a page of a proxy. */
export class ResponseError extends VoiceloomError {
  constructor(message: string, facts?: Facts) {
    super({ ...facts, code: 'INVALID_RESPONSE', message });
  }
}

/** The call cannot be made with these arguments: an empty id, no credential. Nothing was sent. */
export class InputError extends VoiceloomError {
  constructor(message: string) {
    super({ code: 'INVALID_INPUT', message });
  }
}
