import type { Logger } from '../core/log.ts';
import type { Middleware } from '../transport/fetch.ts';

/** The middleware behind `unknownFields`. The schemas are imported for the first request with a body or a query. */
export function bodyCheck(mode: 'warn' | 'error', logger: Logger | undefined): Middleware {
  const reportedFields = new Set<string>();
  return async (request, next) => {
    const hasInput = request.body ?? request.url.includes('?');
    // Later attempts send the same.
    if (hasInput && request.attempt === 0) {
      const checks = import('./check-request.ts');
      // If the import fails, a mere warning must not fail the call.
      const module = await (mode === 'error' ? checks : checks.catch(() => undefined));
      module?.checkRequest(request, { mode, logger, reportedFields });
    }
    return next(request);
  };
}
