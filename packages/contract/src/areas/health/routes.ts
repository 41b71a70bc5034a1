import { area } from '../../area.ts';
import { objectOf } from '../../envelope.ts';
import { Health, Readiness } from './schemas.ts';

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
      'Checks the database, the object storage and the job queue. Returns 503 if one of them does not respond, with its name in `details`. A `full` storage and missing workers are reported but do not cause 503, because reads and deletions still work.',
    responses: { 200: objectOf(Readiness) },
  },
});
