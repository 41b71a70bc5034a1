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
    summary: 'Ask whether the process runs',
    description: 'Answers without touching the database.',
    responses: { 200: objectOf(Health) },
    errors: [],
    metadata: meta({ ...open, operationId: 'health.live' }),
  }),
  ready: route({
    method: 'GET',
    path: '/ready',
    summary: 'Ask whether the process can work',
    description:
      'Checks database, storage and job queue; 503 with the parts that are away in `details`. A `full` storage and missing workers are reported and are no reason for 503: reads and deletions still work.',
    responses: { 200: objectOf(Readiness) },
    errors: [],
    metadata: meta({ ...open, operationId: 'health.ready' }),
  }),
};
