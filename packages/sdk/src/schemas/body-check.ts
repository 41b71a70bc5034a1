import type { Logger } from '../core/log.ts';
import type { Middleware } from '../transport/fetch.ts';

/** The middleware behind `unknownFields`; what it compares with is loaded with the first body or query. */
export function bodyCheck(mode: 'warn' | 'error', logger: Logger | undefined): Middleware {
  const told = new Set<string>();
  return async (request, next) => {
    if ((request.body ?? /\?/.test(request.url)) && !request.attempt) {
      const checks = import('./unknown-fields.ts');
      // A warning is not worth a call that fails, where the module cannot be loaded.
      const module = await (mode === 'error' ? checks : checks.catch(() => undefined));
      module?.checkRequest(request, { mode, logger, told });
    }
    return next(request);
  };
}
