import { handleChunk, handleDeadChunk } from './chunks/handle.ts';
import { createRunControl } from './control.ts';
import type { EngineApp, WorkerApp } from './engine-app.ts';
import type { BillingHandlers, PushJob, WebhookHandlers } from './queue.ts';
import { reconcile } from './runs/reconcile.ts';

export interface Worker {
  /** Stops taking work, hands back what cannot be finished in the grace time. */
  stop(graceMs?: number): Promise<void>;
}

export interface WorkerJobs {
  /** Housekeeping of the features, every ten minutes. */
  sweep: () => Promise<void>;
  /** Sends one mail; a process without this leaves mails to others. */
  mail?: (mailId: string) => Promise<void>;
  /** Tells of one run that ended; a process without this leaves it to others. */
  runNotice?: (runId: string) => Promise<void>;
  /** Sends events on; a process without this leaves them to others. */
  webhooks?: WebhookHandlers;
  /** Sees to what the payment processor tells; a process without this leaves it to others. */
  billing?: BillingHandlers;
  /** Compares every ledger with its sums, once a day. */
  ledgers?: () => Promise<void>;
  /** Sends the files of a run to a bucket; a process without this leaves it to others. */
  runPush?: (job: PushJob, signal: AbortSignal) => Promise<void>;
}

/** Makes this process take part in the work of every run. */
export async function startWorker(app: EngineApp, jobs: WorkerJobs): Promise<Worker> {
  const control = createRunControl(app);
  const workerApp: WorkerApp = { ...app, control };
  await app.queue.work(
    {
      chunk: (job) => handleChunk(workerApp, job),
      dead: (job) => handleDeadChunk(workerApp, job),
      reconcile: async () => {
        await reconcile(app);
      },
      sweep: jobs.sweep,
      mail: jobs.mail,
      runNotice: jobs.runNotice,
      webhooks: jobs.webhooks,
      billing: jobs.billing,
      ledgers: jobs.ledgers,
      runPush: jobs.runPush,
    },
    app.config.worker.slots,
  );
  return {
    async stop(graceMs) {
      await app.queue.stop(graceMs);
      control.close();
    },
  };
}
