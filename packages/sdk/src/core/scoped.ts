import type { Operations } from '../generated/operations.ts';
import type { Scope } from '../generated/types.ts';
import type { Voiceloom } from './client.ts';
import type { WorkflowChanges } from './workflows.ts';

/** What the client has beside the operations of the API. */
interface ScopedOwnMethods {
  /** What makes a run of its ids. */
  'workflows:read': 'runs.handle' | 'runs.reopen';
  /** All steps of an upload. */
  'uploads:write': 'uploads.upload';
}

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The methods that an API key with these scopes may call: `apiKeys.list` of the operation `api_keys.list`. */
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

/** The change by a function reads and replaces. */
type ScopedChanges<Held extends Scope> = ['workflows:read' | 'workflows:write'] extends [Held]
  ? Readonly<Record<'workflows', WorkflowChanges>>
  : unknown;

/**
 * A client whose key holds these scopes and no others: calls that the service would refuse with INSUFFICIENT_SCOPE, or
 * because they need the token of a person, do not compile. It is a type alone; the key decides what is allowed.
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
