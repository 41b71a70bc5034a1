import type { CreateSchedule, ScheduleInput, UpdateSchedule, WorkflowDefinition } from '@voiceloom/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { App } from '../../../app.ts';
import { changesNothing, insertRow, nextVersion } from '../../../db/by-id.ts';
import type { Db } from '../../../db/index.ts';
import { changeInWorkspace } from '../../../db/own-rows.ts';
import { applyOverrides } from '../../../engine/index.ts';
import { ApiError, invalid } from '../../../errors.ts';
import { versionOfRow } from '../../../handler/entity-tag.ts';
import type { WorkspaceCaller, WriteRequest } from '../../../handler/handler.ts';
import { newId } from '../../../ids.ts';
import { addCallerActivity } from '../../../ledger/activity.ts';
import { lockWorkspace } from '../../workspaces/index.ts';
import { getCreator } from './creator.ts';
import { findNextDue, listDueTimes } from './cron.ts';
import { addOccurrences, countSchedules, listLastOccurrences, type ScheduleRow } from './queries.ts';

const MAX_PER_WORKFLOW = 10;
const MAX_PER_WORKSPACE = 100;

export async function createSchedule(
  { db }: Pick<App, 'db'>,
  { caller, body, now }: { caller: WorkspaceCaller; body: z.output<typeof CreateSchedule>; now: Date },
): Promise<ScheduleRow> {
  const { workflow_id, input, enabled, ...fields } = body;
  const workspace_id = caller.workspace.id;
  return db.transaction().execute(async (tx) => {
    await lockWorkspace(tx, workspace_id);
    // The lock keeps the workflow from being deleted until the schedule is stored.
    const selection = selectDefinition(tx, { workspace_id, workflow_id }).forShare();
    const workflow = await selection.executeTakeFirst();
    if (!workflow)
      throw invalid({ field: 'body.workflow_id', message: 'The workspace has no such workflow.' });
    assertInput(workflow.definition, input);
    const count = await countSchedules(tx, { workspace_id, workflow_id });
    if (count.workflow >= MAX_PER_WORKFLOW)
      throw new ApiError('CONFLICT', `A workflow can have at most ${MAX_PER_WORKFLOW} schedules.`);
    if (count.workspace >= MAX_PER_WORKSPACE)
      throw new ApiError('CONFLICT', `A workspace can have at most ${MAX_PER_WORKSPACE} schedules.`);
    const row = await insertRow(tx, 'schedule', {
      ...fields,
      id: newId(),
      workspace_id,
      workflow_id,
      created_by: caller.user_id,
      input: JSON.stringify(input),
      disabled_reason: enabled ? null : 'manual',
      next_run_at: enabled ? getNextDue(body, now) : null,
      created_at: now,
      updated_at: now,
    });
    await addScheduleActivity(tx, { caller, row, kind: 'schedule_created', now });
    return row;
  });
}

function selectDefinition(db: Db, ref: { workspace_id: string; workflow_id: string }) {
  return db
    .selectFrom('workflow')
    .select(sql<WorkflowDefinition>`definition`.as('definition'))
    .where('id', '=', ref.workflow_id)
    .where('workspace_id', '=', ref.workspace_id)
    .where('deleted_at', 'is', null);
}

/** Rejects an input that the workflow as it is now does not allow. It may change later, which fails the start. */
function assertInput(definition: WorkflowDefinition, input: ScheduleInput): void {
  try {
    applyOverrides(definition, input);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.details) throw error;
    throw invalid(
      ...error.details.map(({ field, message }) => ({
        field: field.replace(/^body\./, 'body.input.'),
        message,
      })),
    );
  }
}

function getNextDue(times: { cron: string; time_zone: string }, after: Date): Date {
  const next = findNextDue(times, after);
  if (!next) throw invalid({ field: 'body.cron', message: 'The schedule is never due again.' });
  return next;
}

export async function changeSchedule(
  app: Pick<App, 'db'>,
  request: WriteRequest & { body: UpdateSchedule },
): Promise<ScheduleRow> {
  const { caller, body, now } = request;
  return withLockedSchedule(app, request, async (tx, row) => {
    const { enabled: isEnabled, input } = body;
    const changes = {
      name: body.name ?? undefined,
      cron: body.cron ?? undefined,
      time_zone: body.time_zone ?? undefined,
      skip_if_unchanged: body.skip_if_unchanged ?? undefined,
      input: input ? JSON.stringify(input) : undefined,
    };
    const wasEnabled = row.disabled_reason === null;
    const willBeEnabled = isEnabled ?? wasEnabled;
    if (changesNothing(changes) && willBeEnabled === wasEnabled) return row;
    if (input) {
      // Not locked, because a start locks the workflow before its schedule.
      const workflow = await selectDefinition(tx, row).executeTakeFirst();
      if (workflow) assertInput(workflow.definition, input);
    }
    const timing: Partial<Pick<ScheduleRow, 'disabled_reason' | 'next_run_at' | 'failures_count'>> = {};
    if (!willBeEnabled && wasEnabled) Object.assign(timing, { disabled_reason: 'manual', next_run_at: null });
    if (willBeEnabled && !wasEnabled) {
      await assertCreatorCanStart(tx, row);
      Object.assign(timing, { disabled_reason: null, failures_count: 0 });
    }
    const { cron = row.cron, time_zone = row.time_zone } = changes;
    const isTimeChanged = cron !== row.cron || time_zone !== row.time_zone;
    if (isTimeChanged || !willBeEnabled) await recordDropped(tx, row, now);
    if (willBeEnabled && (isTimeChanged || !wasEnabled)) {
      const last = (await listLastOccurrences(tx, [row])).get(row.id);
      // The clock may have gone back, and no due time is handled twice.
      const after = new Date(Math.max(now.getTime(), last?.due_at.getTime() ?? 0));
      timing.next_run_at = getNextDue({ cron, time_zone }, after);
    }
    const newRow = await tx
      .updateTable('schedule')
      .set({ ...changes, ...timing, updated_at: nextVersion(now) })
      .where('workspace_id', '=', row.workspace_id)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await addScheduleActivity(tx, { caller, row: newRow, kind: 'schedule_changed', now });
    return newRow;
  });
}

async function assertCreatorCanStart(tx: Db, row: ScheduleRow): Promise<void> {
  try {
    await getCreator(tx, row);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError('CONFLICT', error.message);
  }
}

/** Records the due times that no worker has handled yet, because the changed schedule no longer has them. */
async function recordDropped(tx: Db, row: ScheduleRow, now: Date): Promise<void> {
  if (!row.next_run_at || row.next_run_at > now) return;
  const message = 'The schedule was changed or disabled before its run started.';
  const dropped = { outcome: 'missed', message, created_at: now };
  const dueTimes = listDueTimes(row, row.next_run_at, now);
  await addOccurrences(
    tx,
    row.id,
    dueTimes.map((due_at) => ({ ...dropped, due_at })),
  );
}

export async function removeSchedule(app: Pick<App, 'db'>, request: WriteRequest): Promise<void> {
  const { caller, now } = request;
  await withLockedSchedule(app, request, async (tx, row) => {
    await tx
      .deleteFrom('schedule')
      .where('workspace_id', '=', row.workspace_id)
      .where('id', '=', row.id)
      .execute();
    await addScheduleActivity(tx, { caller, row, kind: 'schedule_deleted', now });
  });
}

function withLockedSchedule<T>(
  app: Pick<App, 'db'>,
  request: WriteRequest,
  work: (tx: Db, row: ScheduleRow) => Promise<T>,
): Promise<T> {
  const { user_id, workspace } = request.caller;
  const authorize = ({ created_by }: ScheduleRow): void => {
    if (created_by !== user_id && workspace.role !== 'admin')
      throw new ApiError('FORBIDDEN', 'Only its creator and admins can change a schedule.');
  };
  const reply = (row: ScheduleRow) => ({ version: versionOfRow(row) });
  return changeInWorkspace(app, request, { table: 'schedule', what: 'schedule', authorize, reply }, work);
}

async function addScheduleActivity(
  tx: Db,
  change: { caller: WorkspaceCaller; row: ScheduleRow; kind: string; now: Date },
): Promise<void> {
  const { caller, row, kind, now } = change;
  const { id, name, workflow_id, cron, time_zone, disabled_reason } = row;
  const entry = {
    action: 'settings_changed' as const,
    kind,
    resource: { type: 'schedule', id, name },
    metadata: { workflow_id, cron, time_zone, enabled: disabled_reason === null },
  };
  await addCallerActivity(tx, caller, entry, now);
}
