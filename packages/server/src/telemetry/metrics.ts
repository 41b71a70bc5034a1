import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';

const REQUEST_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const WORK_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800];

/** The statuses of a line that has ended. */
export const LINE_ENDS = ['delivered', 'dropped', 'failed', 'skipped'] as const;

/** The reasons of storage errors that are not expected. */
const STORAGE_REASONS = ['unavailable', 'full', 'unknown'];

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics about the work of this process. Metrics of the database are in http/database-metrics.ts. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <Label extends string>(
    name: string,
    { help, labelNames, buckets = WORK_BUCKETS }: { help: string; labelNames: Label[]; buckets?: number[] },
  ) => new Histogram({ name, help, labelNames, buckets, registers });
  const lines = counter('voiceloom_lines_total', 'Lines that ended, by status.', ['status']);
  const takes = counter('voiceloom_takes_total', 'Takes of lines, by origin: synthesized or reused.', [
    'origin',
  ]);
  // Series begin at 0, because otherwise their first increase is not visible.
  for (const status of LINE_ENDS) lines.inc({ status }, 0);
  for (const origin of ['synthesized', 'reused']) takes.inc({ origin }, 0);
  const settles = histogram('voiceloom_settle_duration_seconds', {
    help: 'Commits of results by outcome, including retries.',
    labelNames: ['outcome'],
  });
  const storageErrors = counter('voiceloom_storage_errors_total', 'Failed calls to the storage.', [
    'operation',
    'reason',
  ]);
  for (const outcome of ['done', 'failed']) settles.zero({ outcome });
  return {
    registry,
    requests: histogram('voiceloom_http_request_duration_seconds', {
      help: 'Time from request to response, by route template.',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_BUCKETS,
    }),
    rateLimited: counter('voiceloom_http_requests_rate_limited_total', 'Requests rejected by a rate limit.'),
    streams: new Gauge({ name: 'voiceloom_event_streams', help: 'Open event streams.', registers }),
    chunks: histogram('voiceloom_chunk_duration_seconds', {
      help: 'Attempts to process a chunk, by node type and outcome: done, retry, or stopped with its run.',
      labelNames: ['node_type', 'outcome'],
    }),
    settles,
    lines,
    takes,
    retries: counter('voiceloom_line_retries_total', 'Lines that a check sent back.'),
    credits: counter('voiceloom_credits_spent_total', 'Credits charged for takes.'),
    providerCalls: histogram('voiceloom_provider_call_duration_seconds', {
      help: 'Requests to providers, by outcome: done, aborted, or the kind of error.',
      labelNames: ['provider', 'outcome'],
    }),
    storageErrors,
    /** Creates the series for errors of these operations, so that they begin at 0. */
    expectStorageErrors(operations: readonly string[]): void {
      for (const operation of operations)
        for (const reason of STORAGE_REASONS) storageErrors.inc({ operation, reason }, 0);
    },
    /** Adds the connections of a pool to the metrics. A later pool with this name replaces it. */
    watchPool: poolGauge(registers),
  };
}

/** The properties of a connection pool that the metrics show. */
interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** Defines the metric of connections. Returns the function that adds a pool to it. */
function poolGauge(registers: Registry[]) {
  const pools = new Map<string, Pool>();
  new Gauge({
    name: 'voiceloom_database_connections',
    help: 'Connections of the pools of the process: in use, idle, and requests that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
  return (name: string, pool: Pool): void => void pools.set(name, pool);
}
