import { type CatalogOperation, isDestructive, isReadOnly } from '@voiceloom/sdk/catalog';

/** A mark that is set again as easily as it was taken away. */
const MARKS = new Set(['voices.unfavorite', 'templates.unfavorite']);
/** What ends the use of something that was there, though it is sent as a POST. */
const ENDING = new Set([
  'api_keys.rotate',
  'runs.cancel',
  'users.cancel_subscription',
  'users.change_plan',
  'webhook_endpoints.rotate_secret',
]);
/** Makes something new each time, though it is sent as a PATCH. */
const NEW_EACH_TIME = new Set(['api_keys.rotate']);
/** A POST that comes to the same when it is sent again. */
const REPEATABLE = new Set([
  'members.accept_invite',
  'runs.cancel',
  'runs.pause',
  'runs.resume',
  'templates.favorite',
  'uploads.confirm',
  'users.cancel_scheduled_change',
  'users.cancel_subscription',
  'voices.favorite',
]);

/** Whether something is gone afterwards: a person is asked before. */
export const takesAway = (operation: CatalogOperation): boolean =>
  isDestructive(operation) && !MARKS.has(operation.id);

/** Whether it does more than add: what was there is gone or another afterwards. */
export const overwrites = (operation: CatalogOperation): boolean =>
  takesAway(operation) || ENDING.has(operation.id) || ['PUT', 'PATCH'].includes(operation.method);

/** Whether calling it again with the same input changes nothing more. */
export const isRepeatable = (operation: CatalogOperation): boolean =>
  isReadOnly(operation) ||
  REPEATABLE.has(operation.id) ||
  (operation.method !== 'POST' && !NEW_EACH_TIME.has(operation.id));
