import type { contract } from '@voiceloom/contract';
import type { App } from '../../app.ts';
import type { Handlers } from '../../handler.ts';
import { previewSpoken } from './actions.ts';

export function textRoutes(app: App): Handlers<typeof contract.text> {
  return {
    normalize: async ({ caller, body }) => ({ data: await previewSpoken(app, { caller, body }) }),
  };
}
