import type { Voiceloom } from './client.ts';
import type { ScopedMethods } from './generated/scopes.ts';
import type { Scope } from './generated/types.ts';
import type { WorkflowChanges } from './workflows.ts';

/** What the client has beside the operations of the API. */
interface OwnMethods {
  'workflows:read': 'runs.handle' | 'runs.reopen';
  'uploads:write': 'uploads.upload';
}

type Callable<Held extends Scope> =
  | ScopedMethods[Held | 'any']
  | (Held extends keyof OwnMethods ? OwnMethods[Held] : never);

type MethodOf<Group extends string, Callable> = Callable extends `${Group}.${infer Method}` ? Method : never;

type Groups<Names> = {
  readonly [Group in keyof Voiceloom as Group extends string
    ? [MethodOf<Group, Names>] extends [never]
      ? never
      : Group
    : never]: Pick<Voiceloom[Group], MethodOf<Group & string, Names> & keyof Voiceloom[Group]>;
};

/** The change by a function reads and replaces. */
type Changes<Held extends Scope> = ['workflows:read' | 'workflows:write'] extends [Held]
  ? { readonly workflows: WorkflowChanges }
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
  Groups<Callable<Held>> &
  Changes<Held>;
