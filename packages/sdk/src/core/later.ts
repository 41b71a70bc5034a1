import type { Middleware } from '../transport/fetch.ts';

/** Middleware that is imported with its first request. If the import fails, calls run without it. */
export function later(load: () => Promise<Middleware>): Middleware {
  let loading: Promise<Middleware | undefined> | undefined;
  return async (request, next) => {
    loading ??= load().catch(() => (loading = undefined));
    const layer = await loading;
    return layer ? layer(request, next) : next(request);
  };
}
