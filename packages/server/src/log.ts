import { type DestinationStream, type Logger, pino } from 'pino';

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

export function createLog(options: { level: string; version: string; stream?: DestinationStream }): Log {
  return pino(
    {
      level: options.level,
      base: { version: options.version },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRETS, censor: '[redacted]' },
    },
    options.stream ?? pino.destination({ fd: 2, sync: false }),
  );
}
