import { entityTag } from '../../handler/entity-tag.ts';
import type { Operation } from './operation.ts';
import type { AnyReply } from './serve-operation.ts';

export interface SuccessBody {
  text: string;
  /** The ETag of the data, if the reply has a version. */
  etag: string | undefined;
}

/** The JSON of a success. Fields that are not in the contract are removed; a wrong shape is an internal error. */
export function successBody(
  operation: Operation,
  { data, pagination, version }: AnyReply,
  { request_id, now }: { request_id: string; now: Date },
): SuccessBody {
  const meta = { request_id, timestamp: now.toISOString() };
  const body = pagination === undefined ? { data, meta } : { data, meta, pagination };
  if (!operation.success) throw new Error(`${operation.metadata.operationId} answers with a stream.`);
  const checked = operation.success.safeParse(body);
  if (checked.success) {
    if (version === undefined) return { text: JSON.stringify(checked.data), etag: undefined };
    // A definition can have megabytes, so it is serialized once, for its digest and for the response.
    const shown = JSON.stringify((checked.data as { data: unknown }).data);
    return { text: `{"data":${shown},"meta":${JSON.stringify(meta)}}`, etag: entityTag(version, shown) };
  }
  const { operationId } = operation.metadata;
  const faults = checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  throw new Error(`The answer of ${operationId} breaks its contract: ${faults}`);
}
