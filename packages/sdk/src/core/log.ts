import { VoiceloomError } from '../errors/errors.ts';
import type { Middleware } from '../transport/fetch.ts';

/**
 * Receives the log messages of a client; `console` works. `facts` are plain values, never a credential, a
 * body or a query. An exception from the logger does not fail a call.
 *
 * @example
 * ```ts
 * const logger: Logger = {
 *   debug: (message, facts) => console.log(message, facts),
 *   warn: (message, facts) => console.log('warning', message, facts),
 * };
 * const client = new Voiceloom({ apiKey, logger });
 * ```
 */
export interface Logger {
  /** Called for every attempt that got a response. */
  debug?(message: string, facts: object): void;
  /** Called for attempts without a response, and for deprecated operations. */
  warn?(message: string, facts: object): void;
}

/** Wraps `logger` so that its exceptions fail no call: the service may already have done the work. */
export function forgiving(logger: Logger): Required<Logger> {
  const safely = (level: keyof Logger) => (message: string, facts: object) => {
    try {
      logger[level]?.(message, facts);
    } catch {
      // There is nowhere left to report this.
    }
  };
  return { debug: safely('debug'), warn: safely('warn') };
}

/**
 * The middleware behind the `logger` option. Pass it to `connect()` as the last of its `middleware`. It
 * reports each deprecated operation once.
 *
 * @example
 * ```ts
 * import { connect, logging } from '@voiceloom/sdk';
 * const connection = connect({ apiKey, middleware: [logging(console)] });
 * ```
 */
export function logging(logger: Logger): Middleware {
  const reportedOperations = new Set<string>();
  const { debug, warn } = forgiving(logger);
  return async (request, next) => {
    const { operation, method, path, attempt } = request;
    const begunAt = Date.now();
    const facts = () => ({ operation, method, path, attempt, durationMs: Date.now() - begunAt });
    try {
      const response = await next(request);
      const { status, headers } = response;
      const requestId = headers.get('x-request-id');
      debug('voiceloom responded', { ...facts(), status, requestId });
      const [deprecation, sunset] = [headers.get('deprecation'), headers.get('sunset')];
      if ((deprecation ?? sunset) !== null && !reportedOperations.has(operation)) {
        reportedOperations.add(operation);
        const link = headers.get('link');
        warn('voiceloom operation is deprecated', { operation, deprecation, sunset, link });
      }
      return response;
    } catch (error) {
      const reason = error instanceof VoiceloomError ? error.message : 'middleware failed';
      warn('voiceloom got no response', { ...facts(), reason });
      throw error;
    }
  };
}
