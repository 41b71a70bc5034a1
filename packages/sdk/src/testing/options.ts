import type { PlanLimits, Voice } from '../generated/types.ts';

/** A line of a run, as a test sees it before it is decided what becomes of it. */
export interface TestLine {
  /** What is said. */
  script: string;
  /** Its place in the script, from 0. */
  line_index: number;
  /** The id of the line. */
  line_id: string;
  /** The language that it is spoken in. */
  locale_code: string;
  /** Who says it; null where the script names nobody. */
  character_name: string | null;
}

/** What becomes of a line. */
export type LineOutcome = 'delivered' | 'dropped' | 'failed';

/** A voice; what is left out is empty. */
export type TestVoice = Pick<Voice, 'name' | 'supported_languages'> & Partial<Voice>;

/** How a test server behaves. */
export interface TestServerOptions {
  /** Where the service seems to be. Default `https://voiceloom.test`. */
  baseUrl?: string;
  /** The time at the start. Default 2026-01-15T09:00:00Z. */
  now?: Date | number | string;
  /**
   * `auto`: a run goes on by itself while somebody follows it, a second for every look at it and to its end for the
   * event stream. `manual`: time moves with `advance` alone. Default `auto`.
   */
  clock?: 'auto' | 'manual';
  /** Milliseconds of virtual time that a line takes. Default 1,000. */
  lineMs?: number;
  /** The voices there are. Default: five, in five languages. */
  voices?: readonly TestVoice[];
  /** Credits that the default plan grants each month. Default 100,000. */
  credits?: number;
  /** Limits of the default plan, which bounds nothing else. The paid plans have those of the release. */
  limits?: Partial<PlanLimits>;
  /** The slug of the plan that the person is on from the start, such as `creator-monthly`. Default: the default plan. */
  plan?: string;
  /** Decides what becomes of a line. Default: every line is delivered. */
  line?: (line: TestLine) => LineOutcome;
  /** Whether a provider accepts a key that is stored. Default: every key is accepted. */
  providerKey?: (key: { provider: string; credentials: Readonly<Record<string, string>> }) => boolean;
  /** Receives the webhooks, such as the handler of your program. Without it deliveries fail. */
  webhooks?: (request: Request) => Promise<Response> | Response;
}
