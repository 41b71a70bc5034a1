import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import { ApiError } from '../../errors.ts';
import type { Handlers } from '../../handler/handler.ts';
import { watchParts } from './checks.ts';

export function healthRoutes(app: App, version: string): Handlers<typeof contract.health> {
  const partsAt = watchParts(app);
  return {
    live: async () => ({ data: { status: 'ok', version } }),
    ready: async ({ now }) => {
      const { failing: details, storage, workers } = await partsAt(now);
      if (details.length > 0) {
        throw new ApiError('UNAVAILABLE', 'The service is not ready.', { details, retryAfterSeconds: 2 });
      }
      return { data: { status: 'ready', checks: { database: 'ok', storage, workers } } };
    },
  };
}
