import { z } from 'zod';
import type { App } from '../../app.ts';
import {
  allowedTargets,
  baseAddressFault,
  checkedLookup,
  type Lookup,
  NoAnswerError,
  targetFault,
} from '../../providers/http.ts';
import { BucketError, type ForeignBucket, openForeignBucket } from '../../storage/index.ts';
import type { TargetRow } from './target-queries.ts';

const Key = z.object({ access_key_id: z.string(), secret_access_key: z.string() });
export type BucketKey = z.infer<typeof Key>;

export type BucketPlace = Pick<TargetRow, 'endpoint' | 'region' | 'bucket' | 'path_style'>;

/** The number of attempts, and in tests a resolver. */
export interface BucketOptions {
  lookup?: Lookup;
  attempts?: number;
}

/** The encryption context of a target's key: a row that is copied elsewhere cannot be decrypted. */
export function targetContext({ workspace_id, id }: Pick<TargetRow, 'workspace_id' | 'id'>): string {
  return `delivery_target/${workspace_id}/${id}`;
}

export function openKey({ secrets }: Pick<App, 'secrets'>, row: TargetRow): BucketKey {
  return Key.parse(JSON.parse(secrets.open(row.sealed, targetContext(row))));
}

function endpointOf({ endpoint, region }: BucketPlace): URL {
  return new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
}

/** The address of requests: the bucket can be part of the host. */
function addressOf(place: BucketPlace): URL {
  const address = endpointOf(place);
  // A bucket with a dot in its name matches no certificate, so the SDK leaves it in the path.
  if (!place.path_style && !place.bucket.includes('.'))
    address.hostname = `${place.bucket}.${address.hostname}`;
  return address;
}

/** Throws a BucketError if the address is not allowed. Every connection goes to a checked address. */
export async function openBucket(
  { config }: Pick<App, 'config'>,
  { place, key }: { place: BucketPlace; key: BucketKey },
  { lookup, attempts }: BucketOptions = {},
): Promise<ForeignBucket> {
  const endpoint = endpointOf(place);
  const address = addressOf(place);
  const allow = allowedTargets(endpoint, config.provider_hosts_allowed);
  const fault = baseAddressFault(place.endpoint ?? endpoint.href, allow) ?? targetFault(address, allow);
  if (fault !== undefined) throw new BucketError('address', fault);
  const { region, bucket, path_style } = place;
  return openForeignBucket(
    { endpoint: endpoint.href, region, bucket, path_style, ...key },
    {
      lookup: checkedLookup(address, { allow, ...(lookup && { lookup }) }),
      ...(attempts && { attempts }),
    },
  );
}

/** Reports a rejected address as such, however deep the cause is. */
export function toBucketError(error: unknown): BucketError | undefined {
  if (!(error instanceof BucketError)) return undefined;
  const { cause } = error;
  return cause instanceof NoAnswerError && cause.kind === 'refused'
    ? new BucketError('address', cause.message, { cause })
    : error;
}
