import { z } from 'zod';

export const Health = z
  .object({
    status: z.literal('ok').describe('`ok` while the process responds.'),
    version: z.string().describe('The version of the service.'),
  })
  .meta({ id: 'Health', description: 'The process is running.' });
export type Health = z.infer<typeof Health>;

/** The process can serve requests: everything it depends on responds. */
export const Readiness = z
  .object({
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
  })
  .meta({ id: 'Readiness', description: 'The service can serve requests.' });
export type Readiness = z.infer<typeof Readiness>;
