import type { App } from '../../../app.ts';
import type { Db } from '../../../db/index.ts';
import { chunkJobRef, listRunErrors } from '../../../engine/index.ts';
import { hasWorkers, type JobQueue, type OpenJob, readWorkerSilence } from '../../../jobs/index.ts';
import { readAccountSnapshot } from '../../../ledger/credits.ts';
import { type BlobStore, type StorageState, storageState } from '../../../storage/index.ts';
import { type AnyRun, findRun } from './find.ts';

/** The facts that determine whether a run makes progress. */
export interface RunFacts {
  run: AnyRun;
  /** Chunks without a job, which wait until the run has finished others. */
  planned: number;
  /** Chunks whose job was given to the workers. */
  queued: number;
  /** The jobs of the queued chunks. If a chunk has none, its job was lost with the job tables. */
  jobs: OpenJob[];
  has_workers: boolean;
  /** For how many seconds no worker has reported. Null: none ever did. */
  worker_silence_s: number | null;
  /** The state of the storage for this machine: `unknown` if the machine cannot open it. */
  storage: StorageState | 'unknown';
  /** The owner's credits that no run has reserved. */
  available_credits: number;
  /** The providers whose calls failed in this run within the last minutes. */
  provider_errors: Awaited<ReturnType<typeof listRunErrors>>;
  /** Why the platform key that the run waits for is unavailable. Null: it is available. Undefined: there is none. */
  wait_reason?: string | null | undefined;
  /** How long a line waits for a provider that is away. 0: it does not wait. */
  provider_timeout_ms: number;
}

/** Reads the facts of a run of any workspace, from the database, its job queue and its storage. */
export async function readRunFacts(
  sources: {
    db: Db;
    config: App['config'];
    queue: Pick<JobQueue, 'look'>;
    /** Undefined if this machine cannot open the storage. */
    storage: Pick<BlobStore, 'check'> | undefined;
  },
  { id, now }: { id: string; now: Date },
): Promise<RunFacts> {
  const { db, config, queue, storage } = sources;
  const run = await findRun(db, id);
  const { planned } = await db
    .selectFrom('run_chunk')
    .select((eb) => eb.fn.countAll<number>().as('planned'))
    .where('run_id', '=', id)
    .where('status', '=', 'planned')
    .executeTakeFirstOrThrow();
  const queued = await db
    .selectFrom('run_chunk')
    .select('job_id')
    .where('run_id', '=', id)
    .where('status', '=', 'queued')
    .execute();
  const jobs = await queue.look(
    db,
    chunkJobRef,
    queued.flatMap(({ job_id }) => job_id ?? []),
  );
  const { available } = await readAccountSnapshot(db, run.account_id, now);
  const worker_silence_s = await readWorkerSilence(db);
  return {
    run,
    planned,
    queued: queued.length,
    jobs,
    has_workers: hasWorkers(worker_silence_s),
    worker_silence_s,
    storage: storage ? await storageState(storage) : 'unknown',
    available_credits: available,
    provider_errors: await listRunErrors(db, { run_id: id, now }),
    wait_reason: run.wait_provider === null ? undefined : await findWaitReason(db, run.wait_provider),
    provider_timeout_ms: config.provider_timeout_ms,
  };
}

/** See `RunFacts.wait_reason`. */
async function findWaitReason(db: Db, provider: string): Promise<string | null | undefined> {
  const key = await db
    .selectFrom('platform_provider_key')
    .select('unavailable_reason')
    .where('provider', '=', provider)
    .executeTakeFirst();
  return key?.unavailable_reason;
}
