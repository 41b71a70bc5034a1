import { type CatalogOperation, isDestructive, isReadOnly } from '@voiceloom/sdk/contract';

/** Marks that are as easy to set as to remove. */
const MARKS = new Set(['voices.unfavorite', 'templates.unfavorite']);
/** POST operations that end the use of something. */
const ENDING = new Set([
  'api_keys.rotate',
  'runs.cancel',
  'users.cancel_subscription',
  'users.change_plan',
  'webhook_endpoints.rotate_secret',
]);
/** A PATCH that creates something new each time. */
const NEW_EACH_TIME = new Set(['api_keys.rotate']);
/** Idempotent POST operations. */
const REPEATABLE = new Set([
  'members.accept_invite',
  'members.decline_invite',
  'runs.cancel',
  'runs.pause',
  'runs.resume',
  'templates.favorite',
  'uploads.confirm',
  'users.cancel_scheduled_change',
  'users.cancel_subscription',
  'voices.favorite',
]);

/** Whether the operation removes something, which requires a confirmation. */
export const takesAway = (operation: CatalogOperation): boolean =>
  isDestructive(operation) && !MARKS.has(operation.id);

/** Whether existing data is changed or deleted. */
export const overwrites = (operation: CatalogOperation): boolean =>
  takesAway(operation) || ENDING.has(operation.id) || ['PUT', 'PATCH'].includes(operation.method);

/** Whether repeating the call with the same input has no further effect. */
export const isRepeatable = (operation: CatalogOperation): boolean =>
  isReadOnly(operation) ||
  REPEATABLE.has(operation.id) ||
  (operation.method !== 'POST' && !NEW_EACH_TIME.has(operation.id));
