import { randomUUID } from 'node:crypto';
import { countText } from '@voiceloom/text';
import { updateRow } from '../../db/by-id.ts';
import type { Db } from '../../db/index.ts';
import type { DeliveryNames } from '../../db/rows.ts';
import { storable } from '../../db/storable.ts';
import { ApiError } from '../../errors.ts';
import type { ExportItem } from '../../export/export-line.ts';
import { type ExportInput, listFiles } from '../../export/files.ts';
import { BucketError } from '../../storage/index.ts';
import { findSuccessor, lockAndCheckApproval } from '../reviews/gate.ts';
import { getRunExport } from '../runs/index.ts';
import { notifyEnded, replacedBy } from './ended.ts';
import { type DeliveryRow, findTarget, lockDelivery, reportDelivery, type TargetRow } from './queries.ts';
import { type Claim, FinalError, type PushApp, report, sendFiles } from './send-files.ts';
import { type BucketOptions, openBucket, openKey, toBucketError } from './targets.ts';

/** A delivery fails after this number of consecutive attempts that delivered no file. */
const MAX_ATTEMPTS = 8;
const DIED = `The delivery was interrupted ${MAX_ATTEMPTS} times in a row without delivering a file.`;

interface PushOptions extends BucketOptions {
  signal: AbortSignal;
}

/** The job is outdated if the delivery now has another job ID. */
type PushJob = { id: string; delivery_id: string };

/**
 * One attempt to send the files of a run to their bucket, from the first missing one. The attempt is counted before
 * anything is sent, so that a crash costs it. An outdated job does nothing. Rejects if the job must be retried; the
 * error omits the response of the bucket, which the job table would store and which may contain the key.
 */
export async function pushRun(app: PushApp, job: PushJob, options: PushOptions): Promise<void> {
  const claim = await begin(app, job);
  if (!claim) return;
  try {
    await send(app, claim, options);
  } catch (error) {
    if (options.signal.aborted || !(await handleError(app, claim, error))) throw withoutResponse(error);
  }
}

async function begin(app: PushApp, job: PushJob): Promise<Claim | undefined> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    const gated = await findGatedAgain(tx, job.delivery_id);
    const delivery = await lockDelivery(tx, job.delivery_id);
    if (delivery === undefined || delivery.completed_at !== null || delivery.job_id !== job.id)
      return undefined;
    const successor = gated && (await findSuccessor(tx, gated));
    if (successor !== undefined) {
      await fail(app, tx, { id: delivery.id, error: replacedBy(successor), now });
      return undefined;
    }
    if (gated) {
      // The next approval adds a job with the new ID. This job is outdated.
      const again = { status: 'awaiting_approval', job_id: randomUUID(), updated_at: now };
      await updateRow(tx, 'run_delivery', { id: delivery.id, ...again });
      return undefined;
    }
    if (delivery.attempts >= MAX_ATTEMPTS) {
      // The last attempt did not finish, so the delivery itself may crash its workers.
      await fail(app, tx, { id: delivery.id, error: DIED, now });
      return undefined;
    }
    const claim_id = randomUUID();
    const row = await updateRow(tx, 'run_delivery', {
      id: delivery.id,
      status: 'running',
      claim_id,
      attempts: delivery.attempts + 1,
      started_at: delivery.started_at ?? now,
      updated_at: now,
    });
    return { row, id: row.id, claim_id };
  });
}

/** A delivery whose approval was withdrawn before it started. Like an approval, it locks the delivery last. */
async function findGatedAgain(tx: Db, id: string) {
  const waiting = await tx
    .selectFrom('run_delivery')
    .select(['workspace_id', 'run_id', 'node_id'])
    .where('id', '=', id)
    .where('started_at', 'is', null)
    .executeTakeFirst();
  return waiting && (await lockAndCheckApproval(tx, waiting)) ? waiting : undefined;
}

async function send(app: PushApp, begunClaim: Claim, options: PushOptions): Promise<void> {
  const target = await getTarget(app, begunClaim.row);
  const { claim, input } = await surveyed(app, begunClaim, await getExport(app, begunClaim.row));
  const place = { place: target, key: openKey(app, target) };
  const bucket = await openBucket(app, place, options);
  try {
    await sendFiles(app, { claim, input, bucket, prefix: target.prefix, signal: options.signal });
  } finally {
    bucket.close();
  }
  await end(app, claim);
}

async function getTarget({ db }: PushApp, row: DeliveryRow): Promise<TargetRow> {
  const { workspace_id, target_name: name } = row;
  const target = await findTarget(db, { workspace_id, name });
  if (target?.id !== row.target_id || target === undefined)
    throw new FinalError('The delivery target was deleted.');
  return target;
}

async function getExport(app: PushApp, { workspace_id, run_id, node_id }: DeliveryRow): Promise<ExportInput> {
  const run = await app.db
    .selectFrom('run')
    .innerJoin('workspace', 'workspace.id', 'run.workspace_id')
    .select('run.workflow_id')
    .where('run.id', '=', run_id)
    .where('run.workspace_id', '=', workspace_id)
    .where('workspace.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!run) throw new FinalError('The run was deleted.');
  return getRunExport(app, { runRef: { workspace_id, workflow_id: run.workflow_id, run_id }, node_id });
}

type Surveyed = { claim: Claim; input: ExportInput };

/** Counts and names the files once, because a position in their list is only valid while their names stay the same. */
async function surveyed(app: PushApp, claim: Claim, input: ExportInput): Promise<Surveyed> {
  const { names } = claim.row;
  if (names) return { claim, input: withNames(input, names) };
  const { files_total, names: found } = await survey(input);
  const row = await report(app, claim, { files_total, names: storable(found) });
  return { claim: { ...claim, row }, input: withNames(input, found) };
}

async function end(app: PushApp, claim: Claim): Promise<void> {
  const now = app.clock();
  await app.db.transaction().execute(async (tx) => {
    const row = await lockDelivery(tx, claim.id);
    if (row?.claim_id !== claim.claim_id || row.status !== 'running') return;
    const error = incompleteReason(row);
    const status = error === null ? 'completed' : 'failed';
    const ended = await updateRow(tx, 'run_delivery', {
      id: claim.id,
      status,
      error,
      completed_at: now,
      updated_at: now,
    });
    await notifyEnded(app, tx, { row: ended, now });
    app.log.info({ delivery_id: claim.id, run_id: row.run_id, status }, 'run delivery ended');
  });
}

/** Why a delivery that tried all files is incomplete; null if it is complete. */
function incompleteReason({ files_failed, files_total, position }: DeliveryRow): string | null {
  if (files_failed > 0) return `${files_failed} of ${countText(position, 'file')} could not be delivered.`;
  // Audio past its retention has no rows, so its files are no longer in the list.
  const missing = (files_total ?? position) - position;
  if (missing <= 0) return null;
  const files = `${countText(missing, 'file')} ${missing === 1 ? 'is' : 'are'}`;
  return `Audio of the run was deleted during the delivery: ${files} missing.`;
}

/** Fails a delivery that the transaction has locked, and adds its webhook event. */
async function fail(
  app: PushApp,
  tx: Db,
  { id, error, now }: { id: string; error: string; now: Date },
): Promise<void> {
  const last = { status: 'failed', error, completed_at: now, updated_at: now };
  await notifyEnded(app, tx, { row: await updateRow(tx, 'run_delivery', { id, ...last }), now });
}

/** Returns true if the error ends the delivery; otherwise, the job must be retried. */
async function handleError(app: PushApp, claim: Claim, error: unknown): Promise<boolean> {
  const now = app.clock();
  const fault = toBucketError(error);
  const isLasting = error instanceof FinalError || error instanceof ApiError || (fault && !fault.passes);
  const message = fault?.message ?? (isLasting ? (error as Error).message : 'The delivery was interrupted.');
  const end = await app.db.transaction().execute(async (tx) => {
    const row = await lockDelivery(tx, claim.id);
    if (row?.claim_id !== claim.claim_id || row.status !== 'running') return 'taken over';
    if (!isLasting && row.attempts < MAX_ATTEMPTS) {
      await reportDelivery(tx, claim, { error: message, updated_at: now });
      return 'interrupted';
    }
    await fail(app, tx, { id: claim.id, error: message, now });
    return 'failed';
  });
  // The response of a bucket may quote the key.
  const cause = fault ? { reason: message } : { err: error };
  app.log.warn({ delivery_id: claim.id, run_id: claim.row.run_id, ...cause }, `run delivery ${end}`);
  return end !== 'interrupted';
}

function withoutResponse(error: unknown): unknown {
  return error instanceof BucketError ? new BucketError(error.fault, error.message) : error;
}

/** The number of files in an export, and the parts of their names that can change during the delivery. */
async function survey(input: ExportInput): Promise<{ files_total: number; names: DeliveryNames }> {
  let files_total = 0;
  const voices: DeliveryNames['voices'] = {};
  for await (const { item } of listFiles(input)) {
    files_total += 1;
    const { voice_id, voice_name } = item ?? {};
    if (voice_id && voice_name) voices[voice_id] ??= voice_name;
  }
  return { files_total, names: { workflow: input.run.workflow_name, voices } };
}

/** The export with the names from the start of the delivery, so that later renames have no effect. */
function withNames(input: ExportInput, names: DeliveryNames): ExportInput {
  const { run, items } = input;
  const itemsWithNames = async function* (needs?: { decisions: boolean }): AsyncGenerator<ExportItem> {
    for await (const item of items(needs)) {
      const voice_name = (item.voice_id && names.voices[item.voice_id]) || item.voice_name;
      yield { ...item, voice_name };
    }
  };
  return { ...input, run: { ...run, workflow_name: names.workflow }, items: itemsWithNames };
}
