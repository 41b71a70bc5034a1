import type { DeliveryTarget, RunDelivery } from '@voiceloom/contract';
import { versionOfView } from '../../handler/entity-tag.ts';
import type { DeliveryRow } from './queries.ts';
import type { TargetRow } from './target-queries.ts';

export function targetView(row: TargetRow): DeliveryTarget {
  const { id, name, endpoint, region, bucket, prefix, path_style, access_key_preview } = row;
  return {
    id,
    name,
    endpoint,
    region,
    bucket,
    prefix,
    path_style,
    access_key_preview,
    checked_at: row.checked_at.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** A target with the version that If-Match compares. */
export function targetReply(row: TargetRow): { data: DeliveryTarget; version: string } {
  return { data: targetView(row), version: versionOfTarget(row) };
}

export function versionOfTarget(row: TargetRow): string {
  return versionOfView(targetView(row));
}

export function deliveryView(row: DeliveryRow): RunDelivery {
  const { id, run_id, node_id, destination, automatic, files_total, files_failed, size_bytes } = row;
  return {
    id,
    run_id,
    node_id,
    target: row.target_name,
    destination,
    automatic,
    status: row.status as RunDelivery['status'],
    files_total,
    files_done: row.position - files_failed,
    files_failed,
    size_bytes,
    failures: row.failures,
    error: row.error,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
  };
}
