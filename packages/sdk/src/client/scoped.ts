import type { Operations, Scope } from '../generated/types.ts';
import type { Voiceloom } from './client.ts';
import type { WorkflowChanges } from './workflows.ts';

/** The client's own methods, which no single operation provides. */
interface ScopedOwnMethods {
  /** Methods that create a run handle from IDs. */
  'workflows:read': 'runs.handle' | 'runs.reopen';
  /** All steps of an upload. */
  'uploads:write': 'uploads.upload';
}

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The methods that an API key with these scopes may call, such as `apiKeys.list` for `api_keys.list`. */
export type ScopedNames<Held extends Scope> =
  | {
      [Id in keyof Operations]: Operations[Id]['scope'] extends Held | 'any' ? CamelCase<Id> : never;
    }[keyof Operations]
  | (Held extends keyof ScopedOwnMethods ? ScopedOwnMethods[Held] : never);

type ScopedMethod<Group extends string, Callable> = Callable extends `${Group}.${infer Method}`
  ? Method
  : never;

type ScopedGroups<Names> = {
  readonly [Group in keyof Voiceloom as Group extends string
    ? [ScopedMethod<Group, Names>] extends [never]
      ? never
      : Group
    : never]: Pick<Voiceloom[Group], ScopedMethod<Group & string, Names> & keyof Voiceloom[Group]>;
};

/** Updating with a function both reads and writes the workflow. */
type ScopedChanges<Held extends Scope> = ['workflows:read' | 'workflows:write'] extends [Held]
  ? Readonly<Record<'workflows', WorkflowChanges>>
  : unknown;

/**
 * A client whose key has exactly these scopes. Calls that would fail with INSUFFICIENT_SCOPE, or that require
 * a user token, do not compile. This is a type only; the key decides what is allowed.
 *
 * @example
 * ```ts
 * const client: ScopedTo<'workflows:read' | 'workflows:run'> = new Voiceloom({ apiKey });
 * const run = await client.runs.start(workflowId).wait();
 * ```
 */
export type ScopedTo<Held extends Scope> = Pick<
  Voiceloom,
  'baseUrl' | 'download' | 'compatibility' | 'toJSON'
> &
  ScopedGroups<ScopedNames<Held>> &
  ScopedChanges<Held>;
