import { DeliveryTarget, RunDelivery } from '@voiceloom/contract';
import { versioned } from '../../handler/entity-tag.ts';
import { toView } from '../../handler/view.ts';
import type { DeliveryRow, TargetRow } from './queries.ts';

export function targetView(row: TargetRow): DeliveryTarget {
  return toView(DeliveryTarget, row);
}

/** A target with the version that If-Match compares. */
export function targetReply(row: TargetRow) {
  return versioned(targetView(row));
}

/** A file that failed has also been passed, so `files_done` excludes the failed ones. */
export function deliveryView(row: DeliveryRow): RunDelivery {
  return toView(RunDelivery, {
    ...row,
    target: row.target_name,
    files_done: row.position - row.files_failed,
  });
}
