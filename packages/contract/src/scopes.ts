import type { z } from 'zod';
import { oneOf } from './primitives.ts';

/** Every scope of API keys, in the form `<area>:<action>`. */
export const SCOPES = [
  'workflows:read',
  'workflows:run',
  'workflows:write',
  'reviews:read',
  'reviews:write',
  'voices:read',
  'voices:write',
  'dictionary:read',
  'dictionary:write',
  'uploads:write',
  'workspace:read',
  'templates:read',
  'catalog:read',
  'webhooks:write',
] as const;

export const GuestPermission = oneOf(
  'GuestPermission',
  'What guests can do. Each permission includes the previous ones.',
  ['listen', 'comment', 'decide'],
);
export type GuestPermission = z.infer<typeof GuestPermission>;

export const Scope = oneOf('Scope', 'A permission of an API key, in the form `<area>:<action>`.', SCOPES);
export type Scope = z.infer<typeof Scope>;

/** The default scopes of a new key: reading everything, and running workflows. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter(
  (scope) => scope.endsWith(':read') || scope === 'workflows:run',
);
