import type { Operations } from '../generated/operations.ts';

/** The id of an operation, such as `runs.start`. */
export type OperationId = keyof Operations;

/** The simulated groups, each with the names of its operations that return an example all the same. */
const GROUPS = {
  auth: [],
  api_keys: ['update'],
  workflows: ['preview', 'duplicate', 'name_availability', 'uploads'],
  runs: ['pause', 'resume', 'retry', 'summary', 'overview', 'steps', 'data', 'script'],
  uploads: ['script'],
  webhook_endpoints: ['update', 'redeliver'],
} as const;

type Groups = typeof GROUPS;

/** The id of an operation that is simulated. */
export type SimulatedOperation = {
  [G in keyof Groups]: Exclude<Extract<OperationId, `${G}.${string}`>, `${G}.${Groups[G][number]}`>;
}[keyof Groups];

/** Whether a test server simulates the operation; the others return an example of the contract. */
export const isSimulated = (id: string): id is SimulatedOperation =>
  Object.entries(GROUPS).some(
    ([group, exceptions]) =>
      id.startsWith(`${group}.`) && !exceptions.some((name) => id === `${group}.${name}`),
  );
