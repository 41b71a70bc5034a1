import { DeliveryTarget, RunDelivery } from '@voiceloom/contract';
import { versioned } from '../../handler/entity-tag.ts';
import { viewOf } from '../../handler/view.ts';
import type { DeliveryRow, TargetRow } from './queries.ts';

export function targetView(row: TargetRow): DeliveryTarget {
  return viewOf(DeliveryTarget, row);
}

/** A target with the version that If-Match compares. */
export function targetReply(row: TargetRow) {
  return versioned(targetView(row));
}

export function deliveryView(row: DeliveryRow): RunDelivery {
  return viewOf(RunDelivery, {
    ...row,
    target: row.target_name,
    files_done: row.position - row.files_failed,
  });
}
