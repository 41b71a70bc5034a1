import { z } from 'zod';

/** The process runs. */
export const Health = z
  .object({ status: z.literal('ok'), version: z.string() })
  .meta({ id: 'Health', description: 'The process runs.' });
/** The process runs. */
export type Health = z.infer<typeof Health>;

/** The process can work: every part it needs answers. */
export const Readiness = z
  .object({
    status: z.literal('ready'),
    checks: z.object({
      database: z.literal('ok'),
      storage: z.enum(['ok', 'full']),
      workers: z.enum(['ok', 'none']),
    }),
  })
  .meta({ id: 'Readiness', description: 'Every part that the process needs answers.' });
/** The process can work. */
export type Readiness = z.infer<typeof Readiness>;
