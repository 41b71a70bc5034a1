import type { Operations } from '../generated/operations.ts';

/** The id of an operation, such as `runs.start`. */
export type OperationId = keyof Operations;

const GROUPS = ['auth', 'api_keys', 'workflows', 'runs', 'uploads', 'webhook_endpoints'] as const;

/** Operations of these groups that return an example all the same. */
const EXCEPTIONS = [
  'api_keys.update',
  'workflows.preview',
  'workflows.duplicate',
  'workflows.name_availability',
  'workflows.uploads',
  'runs.pause',
  'runs.resume',
  'runs.retry',
  'runs.summary',
  'runs.overview',
  'runs.steps',
  'runs.data',
  'runs.script',
  'uploads.script',
  'webhook_endpoints.update',
  'webhook_endpoints.redeliver',
] as const;

/** The id of an operation that is simulated. */
export type SimulatedOperation = Exclude<
  Extract<OperationId, `${(typeof GROUPS)[number]}.${string}`>,
  (typeof EXCEPTIONS)[number]
>;

/** Whether a test server simulates the operation; the others return an example of the contract. */
export const isSimulated = (id: string): id is SimulatedOperation =>
  GROUPS.some((group) => id.startsWith(`${group}.`)) && !EXCEPTIONS.some((exception) => exception === id);
