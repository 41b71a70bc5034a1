import { sweepOrphanedObjects } from '../../engine/index.ts';
import { defineHousekeeping } from '../../jobs/index.ts';

/** No row refers to a preview, so the sweep deletes each one after a day. */
const sweep = {
  name: 'previews',
  prefix: 'previews/',
  pattern: /^previews\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.wav$/,
  named: () => Promise.resolve(new Set<string>()),
};

export const expiredPreviews = defineHousekeeping('expired_previews', (app) =>
  sweepOrphanedObjects(app, sweep, app.wallClock()),
);
