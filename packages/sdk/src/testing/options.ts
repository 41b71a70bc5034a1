import type { Operations } from '../generated/types.ts';

/** The ID of an operation, such as `runs.start`. */
export type OperationId = keyof Operations;

/** The simulated groups, each with its operations that are not simulated and return an example. */
const GROUPS = {
  auth: [],
  api_keys: ['update'],
  workflows: ['preview', 'estimate', 'duplicate', 'name_availability', 'uploads'],
  runs: ['pause', 'resume', 'retry', 'summary', 'overview', 'steps', 'data', 'script'],
  uploads: ['script'],
  webhook_endpoints: ['update', 'redeliver'],
} as const;

type Groups = typeof GROUPS;

/** The ID of an operation that is simulated. */
export type SimulatedOperation = {
  [G in keyof Groups]: Exclude<Extract<OperationId, `${G}.${string}`>, `${G}.${Groups[G][number]}`>;
}[keyof Groups];

/** Whether a test server simulates the operation; the others return an example of the contract. */
export const isSimulated = (id: string): id is SimulatedOperation =>
  Object.entries(GROUPS).some(
    ([group, exceptions]) =>
      id.startsWith(`${group}.`) && !exceptions.some((name) => id === `${group}.${name}`),
  );

/** A line of a run, before its outcome is decided. */
export interface TestLine {
  /** The text to speak. */
  script: string;
  /** Its position in the script, from 0. */
  line_index: number;
  line_id: string;
  /** The locale it is spoken in. */
  locale_code: string;
  /** The character who speaks it; null if the script names none. */
  character_name: string | null;
}

/** The outcome of a line. */
export type LineOutcome = 'delivered' | 'dropped' | 'failed';

/** Data to return in place of the contract's examples, by operation. */
export type TestResponses = {
  [Id in Exclude<OperationId, SimulatedOperation>]?: Operations[Id]['data'];
};

/** How a test server behaves. */
export interface TestServerOptions {
  /** The base URL of the service. Default `https://voiceloom.test`. */
  baseUrl?: string;
  /** The time at the start. Default 2026-01-15T09:00:00Z. */
  now?: Date | number | string;
  /**
   * `auto`: each status request advances a run by a second, and its event stream advances it to the end. `manual`: only
   * `advance` moves time. Default `auto`.
   */
  clock?: 'auto' | 'manual';
  /** Milliseconds of virtual time that a line takes. Default 1,000. */
  lineMs?: number;
  /** Decides the outcome of a line. Default: every line is delivered. */
  line?: (line: TestLine) => LineOutcome;
  /** Receives the webhooks, for example the handler of your program. Without it, webhook attempts fail. */
  webhooks?: (request: Request) => Promise<Response> | Response;
  /** Data that operations return in place of the contract's examples. */
  responses?: TestResponses;
}
