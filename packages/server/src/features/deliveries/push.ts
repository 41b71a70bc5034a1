import { randomUUID } from 'node:crypto';
import { countText } from '@voiceloom/text';
import { updateRow } from '../../db/by-id.ts';
import type { Db } from '../../db/index.ts';
import type { DeliveryNames } from '../../db/rows.ts';
import { toStorableJson } from '../../db/storable.ts';
import { ApiError } from '../../errors.ts';
import type { ExportItem } from '../../export/export-line.ts';
import { type ExportInput, listFiles } from '../../export/files.ts';
import { BucketError } from '../../storage/index.ts';
import { findSuccessor, lockAndCheckApproval } from '../reviews/gate.ts';
import { getRunExport } from '../runs/index.ts';
import { notifyEnded, replacedBy } from './ended.ts';
import { findTarget, lockDelivery, reportDelivery } from './queries.ts';
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
    if (!options.signal.aborted && (await handleError(app, claim, error))) return;
    throw error instanceof BucketError ? new BucketError(error.code, error.message) : error;
  }
}

/**
 * Claims a delivery for this attempt. Undefined if there is nothing to send: it has ended, is replaced, waits for
 * approval or has no attempts left.
 */
async function begin(app: PushApp, job: PushJob): Promise<Claim | undefined> {
  const now = app.clock();
  return app.db.transaction().execute(async (tx) => {
    // The approval may have been withdrawn before the start. Like an approval, this locks the delivery last.
    const waitingDelivery = await tx
      .selectFrom('run_delivery')
      .select(['workspace_id', 'run_id', 'node_id'])
      .where('id', '=', job.delivery_id)
      .where('started_at', 'is', null)
      .executeTakeFirst();
    const isGated = waitingDelivery !== undefined && (await lockAndCheckApproval(tx, waitingDelivery));
    const delivery = await lockDelivery(tx, job.delivery_id);
    if (delivery === undefined || delivery.completed_at !== null || delivery.job_id !== job.id)
      return undefined;
    if (isGated) {
      const successor = await findSuccessor(tx, waitingDelivery);
      if (successor !== undefined) {
        await fail(app, tx, { id: delivery.id, error: replacedBy(successor), now });
        return undefined;
      }
      // The next approval adds a job with the new ID. This job is outdated.
      const changes = { status: 'awaiting_approval', job_id: randomUUID(), updated_at: now };
      await updateRow(tx, 'run_delivery', { id: delivery.id, ...changes });
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

/** Sends the files of a claimed delivery, and ends it. Continues after the last file that an earlier attempt sent. */
async function send(app: PushApp, begunClaim: Claim, options: PushOptions): Promise<void> {
  let claim = begunClaim;
  const { workspace_id, run_id, node_id, target_id, target_name: name } = claim.row;
  const target = await findTarget(app.db, { workspace_id, name });
  // A new target can have the name of a deleted one.
  if (!target || target.id !== target_id) throw new FinalError('The delivery target was deleted.');
  const run = await app.db
    .selectFrom('run')
    .innerJoin('workspace', 'workspace.id', 'run.workspace_id')
    .select('run.workflow_id')
    .where('run.id', '=', run_id)
    .where('run.workspace_id', '=', workspace_id)
    .where('workspace.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!run) throw new FinalError('The run was deleted.');
  const runRef = { workspace_id, workflow_id: run.workflow_id, run_id };
  const runExport = await getRunExport(app, { runRef, node_id });
  let { names } = claim.row;
  if (!names) {
    // Counts and names the files once, because a position in their list is only valid while their names stay the same.
    names = { workflow: runExport.run.workflow_name, voices: {} };
    let files_total = 0;
    for await (const { item } of listFiles(runExport)) {
      files_total += 1;
      const { voice_id, voice_name } = item ?? {};
      if (voice_id && voice_name) names.voices[voice_id] ??= voice_name;
    }
    claim = { ...claim, row: await report(app, claim, { files_total, names: toStorableJson(names) }) };
  }
  const input = withNames(runExport, names);
  const bucket = await openBucket(app, { place: target, key: openKey(app, target) }, options);
  try {
    await sendFiles(app, { claim, input, bucket, prefix: target.prefix, signal: options.signal });
  } finally {
    bucket.close();
  }
  await end(app, claim);
}

/** Ends a delivery whose files were all tried. It fails if any of them is missing in the bucket. */
async function end(app: PushApp, claim: Claim): Promise<void> {
  const now = app.clock();
  await app.db.transaction().execute(async (tx) => {
    const row = await lockDelivery(tx, claim.id);
    if (row?.claim_id !== claim.claim_id || row.status !== 'running') return;
    let error: string | null = null;
    // Audio past its retention has no rows, so its files are no longer in the list.
    const missingCount = (row.files_total ?? row.position) - row.position;
    if (row.files_failed > 0) {
      error = `${row.files_failed} of ${countText(row.position, 'file')} could not be delivered.`;
    } else if (missingCount > 0) {
      const files = `${countText(missingCount, 'file')} ${missingCount === 1 ? 'is' : 'are'}`;
      error = `Audio of the run was deleted during the delivery: ${files} missing.`;
    }
    const status = error === null ? 'completed' : 'failed';
    const changes = { status, error, completed_at: now, updated_at: now };
    const endedRow = await updateRow(tx, 'run_delivery', { id: claim.id, ...changes });
    await notifyEnded(app, tx, { row: endedRow, now });
    app.log.info({ delivery_id: claim.id, run_id: row.run_id, status }, 'run delivery ended');
  });
}

/** Fails a delivery that the transaction has locked, and adds its webhook event. */
async function fail(
  app: PushApp,
  tx: Db,
  { id, error, now }: { id: string; error: string; now: Date },
): Promise<void> {
  const changes = { status: 'failed', error, completed_at: now, updated_at: now };
  await notifyEnded(app, tx, { row: await updateRow(tx, 'run_delivery', { id, ...changes }), now });
}

/** Returns true if the error ends the delivery; otherwise, the job must be retried. */
async function handleError(app: PushApp, claim: Claim, error: unknown): Promise<boolean> {
  const now = app.clock();
  const bucketError = toBucketError(error);
  // An error that another attempt would repeat.
  const isLasting =
    error instanceof FinalError || error instanceof ApiError || (bucketError && !bucketError.passes);
  let message = 'The delivery was interrupted.';
  if (isLasting) message = (error as Error).message;
  if (bucketError) message = bucketError.message;
  const outcome = await app.db.transaction().execute(async (tx) => {
    const row = await lockDelivery(tx, claim.id);
    // Another attempt holds the delivery now, or it has ended.
    if (row?.claim_id !== claim.claim_id || row.status !== 'running') return 'taken over';
    if (!isLasting && row.attempts < MAX_ATTEMPTS) {
      await reportDelivery(tx, claim, { error: message, updated_at: now });
      return 'interrupted';
    }
    await fail(app, tx, { id: claim.id, error: message, now });
    return 'failed';
  });
  // The response of a bucket may quote the key.
  const cause = bucketError ? { reason: message } : { err: error };
  app.log.warn({ delivery_id: claim.id, run_id: claim.row.run_id, ...cause }, `run delivery ${outcome}`);
  return outcome !== 'interrupted';
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
