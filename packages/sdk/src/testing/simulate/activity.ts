import { blanks } from '../../generated/test-contract.ts';
import type { Activity } from '../../generated/types.ts';
import type { Caller } from '../handler.ts';
import type { World } from '../world.ts';
import { personOf } from './people.ts';

/** What the log of a workspace is told; `user_id` is null where the service acts by itself. */
export interface Noted {
  workspace_id: string;
  user_id: string | null;
  action: Activity['action'];
  kind: string;
  /** The kind of thing, its id and its name. */
  resource: readonly [type: string, id: string | null, name: string | null];
  metadata?: Activity['metadata'];
}

/** Writes an entry of the activity log. */
export function note(world: World, { workspace_id, user_id, resource, ...entry }: Noted): void {
  const [type, id, name] = resource;
  world.activity.unshift({
    ...blanks.Activity,
    ...{ metadata: null, ...entry, workspace_id, id: world.newId(), timestamp: world.clock.iso() },
    user: user_id === null ? null : { id: user_id, name: personOf(world, user_id).name },
    resource: { type, id, name },
  });
}

/** Writes down what a caller did. */
export const noteBy = (
  world: World,
  { workspace_id, user_id }: Caller,
  entry: Omit<Noted, 'workspace_id' | 'user_id'>,
): void => note(world, { ...entry, workspace_id, user_id });
