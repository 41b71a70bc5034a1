import { example } from '../../openapi/example.ts';
import { Health, Readiness } from './schemas.ts';

/** Examples of probes. */
export const healthExamples = [
  example(Health, { status: 'ok', version: '0.1.0' }),
  example(Readiness, { status: 'ready', checks: { database: 'ok', storage: 'ok', workers: 'ok' } }),
];
