import { z } from 'zod';

/** Every scope an API key can hold, in the form `<area>:<action>`. */
export const SCOPES = [
  'workflows:read',
  'workflows:run',
  'workflows:write',
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

/** A right that an API key holds; an operation that takes keys names the one it needs. */
export const Scope = z
  .enum(SCOPES)
  .meta({ id: 'Scope', description: 'A right of an API key, `<area>:<action>`.' });
export type Scope = z.infer<typeof Scope>;

/** The scopes of a key that is created without any: everything readable, and starting runs. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter(
  (scope) => scope.endsWith(':read') || scope === 'workflows:run',
);
