import type { ErrorEnvelope } from '@voiceloom/contract';
import type { Response } from 'express';
import type { App } from '../app.ts';
import { isDatabaseAway, isDatabaseBusy, isDatabaseConflict } from '../db/index.ts';
import { ApiError } from '../errors.ts';
import { isStorageError, isStorageFull } from '../storage/index.ts';
import { requestContext } from './context.ts';
import { sendJson } from './operations/reply.ts';

export type RespondError = (res: Response, error: unknown) => void;

const RETRY_AFTER_SECONDS = 5;

/** Converts any thrown value into an error that the caller may see. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isStorageFull(error)) {
    return createUnavailableError(
      'The storage of the service is full. Try again after its operator has freed space.',
    );
  }
  if (isStorageError(error, 'UNAVAILABLE')) return createAwayError('storage');
  if (isDatabaseConflict(error))
    return createUnavailableError(
      'The request conflicted with another change. Nothing was changed. Try again shortly.',
    );
  if (isDatabaseBusy(error)) {
    return createUnavailableError(
      'The service is busy: the database did not respond in time. Try again shortly.',
    );
  }
  if (isDatabaseAway(error)) return createAwayError('database');
  // Express rejects a path such as `/%` before it tries any route, and sets a status on the error.
  if (error instanceof URIError && 'status' in error && error.status === 400)
    return new ApiError('BAD_REQUEST', 'The path has an invalid percent-encoding.');
  return new ApiError(
    'SERVER_ERROR',
    'The service failed. Include the request ID when you report this error.',
  );
}

/** The error for a database or storage (`part`) that does not respond. */
function createAwayError(part: string): ApiError {
  return createUnavailableError(`The service cannot reach its ${part} at the moment.`);
}

/** The error after which a client may try again soon. */
function createUnavailableError(message: string): ApiError {
  return new ApiError('UNAVAILABLE', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** The error envelope as JSON. */
export function errorBody(error: ApiError, requestId: string, now: Date): string {
  const { code, message, details } = error;
  const envelope: ErrorEnvelope = {
    error: details === undefined ? { code, message } : { code, message, details },
    meta: { request_id: requestId, timestamp: now.toISOString() },
  };
  return JSON.stringify(envelope);
}

/** Every error response is created here. Internal errors are logged once. */
export function createErrorHandler({ log, clock }: Pick<App, 'log' | 'clock'>): RespondError {
  return (res, error) => {
    const context = requestContext(res);
    const apiError = toApiError(error);
    if (apiError.status >= 500 && !context.is_error_logged) {
      context.is_error_logged = true;
      const facts = { request_id: context.request_id, route: context.route, err: error };
      // An outage is logged as a warning, so that an alert for errors does not fire for each request during it.
      if (isStorageFull(error)) log.error(facts, 'storage full');
      else if (isStorageError(error, 'UNAVAILABLE')) log.warn(facts, 'storage away');
      else if (isDatabaseConflict(error)) log.warn(facts, 'database conflict');
      else if (isDatabaseBusy(error)) log.warn(facts, 'database busy');
      else if (isDatabaseAway(error)) log.warn(facts, 'database away');
      else if (apiError.code === 'UNAVAILABLE') log.warn(facts, 'unavailable');
      else log.error(facts, 'request failed');
    }
    if (res.headersSent) {
      res.destroy();
      return;
    }
    if (apiError.retryAfterSeconds !== undefined) res.setHeader('Retry-After', apiError.retryAfterSeconds);
    if (apiError.status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
    res.setHeader('Cache-Control', 'no-store');
    sendJson(res, apiError.status, errorBody(apiError, context.request_id, clock()));
  };
}
