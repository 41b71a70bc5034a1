import type { Operations } from '../generated/operations.ts';
import type { OperationId, SimulatedOperation } from './simulated-operations.ts';

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
   * `auto`: a run advances while it is followed, by a second for each status request and to its end for the event
   * stream. `manual`: time advances with `advance` only. Default `auto`.
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
