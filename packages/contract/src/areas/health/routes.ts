import { objectOf } from '../../envelope.ts';
import { meta, route } from '../../kit.ts';
import { Health, Readiness } from './schemas.ts';

const open = {
  area: 'health',
  auth: 'none',
  scope: null,
  role: null,
  workspace: 'none',
  idempotent: false,
  success: 200,
} as const;

/** Probes, outside `/api/v1`. */
export const health = {
  live: route({
    method: 'GET',
    path: '/health',
    summary: 'Check liveness',
    description: 'Returns 200 while the process runs. Does not access the database.',
    responses: { 200: objectOf(Health) },
    metadata: meta({ ...open, operationId: 'health.live' }),
  }),
  ready: route({
    method: 'GET',
    path: '/ready',
    summary: 'Check readiness',
    description:
      'Checks the database, the object storage and the job queue. Returns 503 if one of them does not respond, with its name in `details`. A `full` storage and missing workers are reported but do not cause 503, because reads and deletions still work.',
    responses: { 200: objectOf(Readiness) },
    metadata: meta({ ...open, operationId: 'health.ready' }),
  }),
};
