import type { Voiceloom } from './client.ts';
import type { ScopedMethods } from './generated/scopes.ts';
import type { Scope } from './generated/types.ts';
import type { WorkflowChanges } from './workflows.ts';

/** What the client has beside the operations of the API. */
interface ScopedOwnMethods {
  /** What makes a run of its ids. */
  'workflows:read': 'runs.handle' | 'runs.reopen';
  /** All steps of an upload. */
  'uploads:write': 'uploads.upload';
}

type ScopedNames<Held extends Scope> =
  | ScopedMethods[Held | 'any']
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
