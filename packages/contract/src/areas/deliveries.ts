import { z } from 'zod';
import { area } from '../area.ts';
import { listOf, objectOf } from '../envelope.ts';
import { example, EXAMPLE_IDS as ids, TIMES } from '../example.ts';
import { Count, DateTime, DeliveryTargetName, Empty, Flag, object, Url, Uuid } from '../primitives.ts';
import { pagedQuery } from '../query.ts';

/** The error of a prefix, or undefined if the prefix is valid. */
function prefixError(prefix: string): string | undefined {
  if (prefix === '') return undefined;
  if (/[\p{Cc}\\]/u.test(prefix)) return 'Must not contain control characters or backslashes.';
  const segments = prefix.split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
    return 'Must not start or end with a slash, and must not contain empty segments, `.` or `..`.';
  return undefined;
}

const location = {
  endpoint: Url.max(500)
    .nullable()
    .default(null)
    .describe('The URL of the S3-compatible service. Null means Amazon S3 in the region.'),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,50}$/, { error: 'Must have 1 to 50 lowercase letters, digits and hyphens.' })
    .default('us-east-1')
    .describe('The region of the bucket. Use `auto` if the service requires it.'),
  bucket: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/, { error: 'Must be a valid bucket name.' }),
  prefix: z
    .string()
    .max(200)
    .superRefine((prefix, ctx) => {
      const message = prefixError(prefix);
      if (message !== undefined) ctx.addIssue({ code: 'custom', message });
    })
    .default('')
    .describe('The folder for the files. Empty means the root of the bucket.'),
  path_style: Flag.nullable()
    .default(null)
    .describe(
      'Whether requests name the bucket in the path instead of the host. Null means `true` if `endpoint` is set.',
    ),
};

export const PutDeliveryTarget = object('PutDeliveryTarget', 'A bucket, and the access key to write to it.', {
  ...location,
  access_key_id: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('The ID of an access key with write access to the bucket.'),
  secret_access_key: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .describe('The secret of the access key. It is never returned.'),
});
export type PutDeliveryTarget = z.output<typeof PutDeliveryTarget>;

/** A bucket that runs can be delivered to. The secret key is never returned. */
export const DeliveryTarget = object('DeliveryTarget', 'A bucket that runs can be delivered to.', {
  id: Uuid,
  name: DeliveryTargetName,
  endpoint: Url.nullable().describe(
    'The URL of the S3-compatible service. Null means Amazon S3 in the region.',
  ),
  region: z.string(),
  bucket: z.string(),
  prefix: z.string().describe('The folder for the files. Empty means the root of the bucket.'),
  path_style: Flag.describe('Whether requests name the bucket in the path instead of the host.'),
  access_key_preview: z.string().describe('The masked end of the access key ID.'),
  checked_at: DateTime.describe('When the access key was last tested by writing and deleting a file.'),
  created_at: DateTime,
  updated_at: DateTime,
});
export type DeliveryTarget = z.infer<typeof DeliveryTarget>;

export const StartRunDelivery = object('StartRunDelivery', 'The target of a new delivery.', {
  target: DeliveryTargetName.describe('The name of a delivery target of the workspace.'),
  node_id: Uuid.optional().describe('Deliver only the output of this node. Default: the whole run.'),
});
export type StartRunDelivery = z.infer<typeof StartRunDelivery>;

export const RunDelivery = object('RunDelivery', 'A delivery of a run to a bucket, and its progress.', {
  id: Uuid,
  run_id: Uuid,
  node_id: Uuid.nullable().describe('The output node. Null means the whole run.'),
  target: DeliveryTargetName,
  destination: z.string().describe('Bucket and folder, as `s3://bucket/prefix`.'),
  automatic: Flag.describe('Whether the delivery was started by an output node when the run ended.'),
  status: z
    .enum(['awaiting_approval', 'pending', 'running', 'completed', 'failed'])
    .describe('`awaiting_approval`: it starts when the review of the run has approved or waived every line.'),
  files_total: Count.nullable().describe('Null until the files are counted.'),
  files_done: Count.describe('Files that were delivered.'),
  files_failed: Count.describe('Files that could not be delivered.'),
  size_bytes: Count.describe('Bytes of the files that were delivered.'),
  failures: z
    .array(
      z.object({
        file: z.string().describe('The path under the prefix.'),
        error: z.string().describe('Why the file was not delivered.'),
      }),
    )
    .describe('The first 100 files that could not be delivered.'),
  error: z
    .string()
    .nullable()
    .describe('Why the delivery failed, or why it is being retried. Null if there is no error.'),
  created_at: DateTime,
  started_at: DateTime.nullable().describe('Null until the delivery starts.'),
  completed_at: DateTime.nullable().describe('Null until the delivery ends.'),
});
export type RunDelivery = z.infer<typeof RunDelivery>;

const place = {
  endpoint: 'https://s3.eu-central-1.wasabisys.com',
  region: 'eu-central-1',
  bucket: 'harbor-tales-audio',
  prefix: 'builds/voice',
};

example(PutDeliveryTarget, {
  ...place,
  path_style: true,
  access_key_id: 'EXAMPLEKEYID00000042',
  secret_access_key: 'example-secret-of-the-key',
});
example(DeliveryTarget, {
  id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d51',
  name: 'game-builds',
  ...place,
  path_style: true,
  access_key_preview: '••••0042',
  checked_at: TIMES.updated_at,
  ...TIMES,
});
example(StartRunDelivery, { target: 'game-builds' });
example(RunDelivery, {
  id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d52',
  run_id: ids.run_id,
  node_id: null,
  target: 'game-builds',
  destination: 's3://harbor-tales-audio/builds/voice',
  automatic: false,
  status: 'running',
  files_total: 1_204,
  files_done: 512,
  files_failed: 0,
  size_bytes: 88_412_160,
  failures: [],
  error: null,
  created_at: TIMES.created_at,
  started_at: TIMES.created_at,
  completed_at: null,
});

const access = { auth: 'jwt_or_key', scope: 'workflows:run', role: 'editor', workspace: 'header' } as const;

/** Runs that are sent to buckets of the workspace. */
export const deliveries = area('deliveries', access, {
  start: {
    endpoint: 'POST /api/v1/workflows/:workflow_id/runs/:run_id/deliveries',
    summary: 'Deliver a run',
    description:
      'Writes every file of the export to the bucket, under the prefix of the target. If the same delivery is in progress, returns it. If it failed, continues it. Returns 409 while the run is active, and 404 if it delivered nothing.',
    body: StartRunDelivery,
    responses: { 202: objectOf(RunDelivery) },
    errors: ['CONFLICT'],
  },
  list: {
    endpoint: 'GET /api/v1/workflows/:workflow_id/runs/:run_id/deliveries',
    scope: 'workflows:read',
    role: 'viewer',
    summary: 'List the deliveries of a run',
    description: 'Newest first, with their progress.',
    query: pagedQuery({}),
    responses: { 200: listOf(RunDelivery) },
  },
});

const TargetParams = { target: DeliveryTargetName };

const targetAccess = { auth: 'jwt', scope: null, role: 'admin', workspace: 'header' } as const;

/** Buckets that runs of a workspace can be sent to. Their keys are stored encrypted. */
export const deliveryTargets = area('delivery_targets', targetAccess, {
  list: {
    endpoint: 'GET /api/v1/delivery-targets',
    role: 'viewer',
    summary: 'List delivery targets',
    description:
      'Returns the buckets of the workspace, ordered by name, on one page. A workspace has at most 20.',
    responses: { 200: listOf(DeliveryTarget) },
  },
  get: {
    endpoint: 'GET /api/v1/delivery-targets/:target',
    role: 'viewer',
    summary: 'Get a delivery target',
    description: 'Returns a delivery target with its ETag, without the secret key.',
    params: TargetParams,
    etag: true,
    responses: { 200: objectOf(DeliveryTarget) },
  },
  put: {
    endpoint: 'PUT /api/v1/delivery-targets/:target',
    summary: 'Store a delivery target',
    description:
      'Tests the access key by writing and deleting a small file under the prefix, then stores it encrypted. Replaces the target of the same name. Returns 422 and changes nothing if the bucket rejects the file. If the location changes, deliveries in progress fail.',
    params: TargetParams,
    body: PutDeliveryTarget,
    responses: { 200: objectOf(DeliveryTarget) },
    errors: ['CONFLICT', 'PRECONDITION_FAILED'],
  },
  delete: {
    endpoint: 'DELETE /api/v1/delivery-targets/:target',
    summary: 'Delete a delivery target',
    description: 'Deliveries in progress fail. Files in the bucket remain. Idempotent.',
    params: TargetParams,
    responses: { 200: objectOf(Empty) },
    errors: ['PRECONDITION_FAILED'],
  },
});
