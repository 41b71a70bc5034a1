import { z } from 'zod';
import { object } from '../../named.ts';

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
        .enum(['ok', 'full'])
        .describe('Whether the object storage responds. `full`: it rejects new files.'),
      workers: z
        .enum(['ok', 'none'])
        .describe('`none`: no worker has polled the queue for 30 seconds, so runs wait.'),
    })
    .describe('The result of each check.'),
});
export type Readiness = z.infer<typeof Readiness>;
