import { hostname } from 'node:os';
import { type DestinationStream, type Logger, pino } from 'pino';
import { traceFields } from './tracing.ts';

export type Log = Logger;

const SECRETS = [
  'authorization',
  'headers.authorization',
  'req.headers.authorization',
  'api_key',
  'password',
  'client_secret',
  'credentials',
  'connectionString',
  '*.api_key',
  '*.password',
  '*.client_secret',
  '*.credentials',
];

export interface LogOptions {
  level: string;
  version: string;
  /** The role of the process: api, worker, all, or a tool. */
  role: string;
  /** Whether log lines contain the IDs of their trace. */
  hasTraces?: boolean;
  stream?: DestinationStream;
}

/** A log as lines of JSON to standard error. Known fields with secrets are replaced. */
export function createLog(options: LogOptions): Log {
  const settings: pino.LoggerOptions = {
    level: options.level,
    base: { host: hostname(), pid: process.pid, role: options.role, version: options.version },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serializeError },
    redact: { paths: SECRETS, censor: '[redacted]' },
  };
  if (options.hasTraces) settings.mixin = () => traceFields();
  return pino(settings, options.stream ?? pino.destination({ fd: 2, sync: false }));
}

/**
 * Pino puts a colon between the messages of an error and its causes. After a message that ends in a period, that gives
 * `.: `.
 */
function serializeError(error: Error) {
  const fields = pino.stdSerializers.err(error);
  if (error instanceof Error) fields.message = fields.message.replaceAll('.: ', ': ');
  return fields;
}
