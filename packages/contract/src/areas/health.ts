import { z } from 'zod';
import { area } from '../area.ts';
import { objectOf } from '../envelope.ts';
import { example } from '../example.ts';
import { object } from '../primitives.ts';

export const Health = object('Health', 'The process is running.', {
  status: z.literal('ok').describe('`ok` while the process responds.'),
  version: z.string().describe('The version of the service.'),
});
export type Health = z.infer<typeof Health>;

/** The process can serve requests: everything it depends on responds. */
export const Readiness = object('Readiness', 'The service can serve requests.', {
  status: z.literal('ready').describe('`ready` if the service can serve requests.'),
  checks: z
    .object({
      database: z.literal('ok').describe('Whether the database responds.'),
      storage: z
        .enum(['ok', 'full', 'unavailable'])
        .describe(
          'Whether the object storage responds. `full`: it rejects new files. `unavailable`: it does not respond, so files cannot be read or written, and runs wait.',
        ),
      workers: z
        .enum(['ok', 'none'])
        .describe('`none`: no worker has polled the queue for 30 seconds, so runs wait.'),
    })
    .describe('The result of each check.'),
});
export type Readiness = z.infer<typeof Readiness>;

example(Health, { status: 'ok', version: '0.1.0' });
example(Readiness, { status: 'ready', checks: { database: 'ok', storage: 'ok', workers: 'ok' } });

const access = { auth: 'none', scope: null, role: null, workspace: 'none' } as const;

/** Probes, outside `/api/v1`. */
export const health = area('health', access, {
  live: {
    endpoint: 'GET /health',
    summary: 'Check liveness',
    description: 'Returns 200 while the process runs. Does not access the database.',
    responses: { 200: objectOf(Health) },
  },
  ready: {
    endpoint: 'GET /ready',
    summary: 'Check readiness',
    description:
      'Checks the database, the object storage and the job queue. Returns 503 if the database or the job queue does not respond or is read-only, or if stored secrets need a key that the key ring does not have, with the name of the check in `details`. Also reports missing workers, and storage that is `full` or `unavailable`. These do not cause a 503, because most requests still work.',
    responses: { 200: objectOf(Readiness) },
  },
});
