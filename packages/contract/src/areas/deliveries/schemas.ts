import { z } from 'zod';
import { Count, DateTime, Url, Uuid } from '../../primitives.ts';

/** The name of a bucket in this workspace: what runs and output nodes call it by. */
export const DeliveryTargetName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,49}$/, { error: 'A name has 1 to 50 of a-z, 0-9 and hyphens.' })
  .meta({
    description: 'What the bucket is called in this workspace: a-z, 0-9 and hyphens.',
    examples: ['game-builds'],
  });

/** What is wrong with the folder that a delivery goes to, or undefined when nothing is. */
function prefixFault(prefix: string): string | undefined {
  if (prefix === '') return undefined;
  if (/[\p{Cc}\\]/u.test(prefix)) return 'A prefix has no control characters and no backslash.';
  const segments = prefix.split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
    return 'A prefix has no empty segment, no . and no .., and neither begins nor ends with a slash.';
  return undefined;
}

const place = {
  endpoint: Url.max(500)
    .nullable()
    .default(null)
    .describe('The address of the S3 service; null = Amazon S3 in the region.'),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,50}$/, { error: 'A region has a-z, 0-9 and hyphens.' })
    .default('us-east-1')
    .describe('The region of the bucket; `auto` where the service asks for it.'),
  bucket: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/, { error: 'That is no name of a bucket.' })
    .describe('The name of the bucket.'),
  prefix: z
    .string()
    .max(200)
    .superRefine((prefix, ctx) => {
      const fault = prefixFault(prefix);
      if (fault !== undefined) ctx.addIssue({ code: 'custom', message: fault });
    })
    .default('')
    .describe('The folder that files go under; empty = the root of the bucket.'),
  path_style: z
    .boolean()
    .nullable()
    .default(null)
    .describe('The bucket in the path rather than in the host; null = where an endpoint is given.'),
};

/** A bucket that runs can be delivered to, with the key that may write there. */
export const PutDeliveryTarget = z
  .object({
    ...place,
    access_key_id: z.string().trim().min(1).max(200).describe('The id of the key that may write there.'),
    secret_access_key: z.string().trim().min(1).max(500).describe('Its secret. It is never answered.'),
  })
  .meta({ id: 'PutDeliveryTarget', description: 'A bucket, and the key that may write there.' });
/** A bucket and its key, as the server reads them. */
export type PutDeliveryTarget = z.output<typeof PutDeliveryTarget>;

/** A bucket that runs can be delivered to. Its key is never answered. */
export const DeliveryTarget = z
  .object({
    id: Uuid,
    name: DeliveryTargetName,
    endpoint: Url.nullable().describe('The address of the S3 service; null = Amazon S3 in the region.'),
    region: z.string().describe('The region of the bucket.'),
    bucket: z.string().describe('The name of the bucket.'),
    prefix: z.string().describe('The folder that files go under; empty = the root of the bucket.'),
    path_style: z.boolean().describe('The bucket stands in the path rather than in the host.'),
    access_key_preview: z.string().describe('The end of the access key id behind a mask.'),
    checked_at: DateTime.describe('When a file was put there and removed, to try the key.'),
    created_at: DateTime,
    updated_at: DateTime,
  })
  .meta({ id: 'DeliveryTarget', description: 'A bucket that runs can be delivered to.' });
/** A bucket that runs can be delivered to. */
export type DeliveryTarget = z.infer<typeof DeliveryTarget>;

/** Where a run is to be delivered. */
export const StartRunDelivery = z
  .object({
    target: DeliveryTargetName.describe('The name of a delivery target of the workspace.'),
    node_id: Uuid.optional().describe('What this output node delivers; all of the run when left out.'),
  })
  .meta({ id: 'StartRunDelivery', description: 'Where a run is to be delivered.' });
/** Where a run is to be delivered. */
export type StartRunDelivery = z.infer<typeof StartRunDelivery>;

/** A run on its way to a bucket, and how far it has got. */
export const RunDelivery = z
  .object({
    id: Uuid,
    run_id: Uuid,
    node_id: Uuid.nullable().describe('The output node; null = all of the run.'),
    target: DeliveryTargetName,
    destination: z.string().describe('Bucket and folder, as `s3://bucket/prefix`.'),
    automatic: z.boolean().describe('Begun by the end of the run, as its output node says.'),
    status: z.enum(['pending', 'running', 'completed', 'failed']),
    files_total: Count.nullable().describe('null until they are counted.'),
    files_done: Count.describe('Files that are there.'),
    files_failed: Count.describe('Files that could not be delivered.'),
    size_bytes: Count.describe('Bytes of the files that are there.'),
    failures: z
      .array(
        z.object({
          file: z.string().describe('Its path under the prefix.'),
          error: z.string().describe('Why it is not there.'),
        }),
      )
      .describe('The first 100 files that could not be delivered.'),
    error: z.string().nullable().describe('What stops the delivery, or holds it up while it is tried again.'),
    created_at: DateTime,
    started_at: DateTime.nullable(),
    completed_at: DateTime.nullable(),
  })
  .meta({ id: 'RunDelivery', description: 'A run on its way to a bucket.' });
/** A run on its way to a bucket. */
export type RunDelivery = z.infer<typeof RunDelivery>;
