export interface ChunkJob {
  chunk_id: string;
  run_id: string;
}

/** One try of a webhook delivery. A job whose `attempts` is not that of the delivery any more is out of date. */
export interface DeliveryJob {
  delivery_id: string;
  /** Tries begun before this one. */
  attempts: number;
}

export type NewDeliveryJob = DeliveryJob & { id: string; endpoint_id: string; start_at: Date };

/** What is done with webhooks; a process without it leaves them to others. */
export interface WebhookHandlers {
  event: (eventId: string) => Promise<void>;
  delivery: (job: DeliveryJob, signal: AbortSignal) => Promise<void>;
}

/** What is done about payments; a process without it leaves them to others. */
export interface BillingHandlers {
  event: (eventId: string) => Promise<void>;
  /** Every hour, and when a worker starts. */
  reconcile: (signal: AbortSignal) => Promise<void>;
}

/** The files of a run on their way to a bucket. A job whose id is not that of the delivery any more is out of date. */
export interface PushJob {
  id: string;
  delivery_id: string;
}

/** A push that is to be made. Those of one workspace are made one after the other. */
export interface NewPushJob extends PushJob {
  workspace_id: string;
}

/** A chunk job as a worker gets it. */
export interface ClaimedChunk extends ChunkJob {
  /** How often the job was started before. */
  tries: number;
  /** Aborted when the claim is lost or the process stops. */
  signal: AbortSignal;
  /** Whether this process is stopping, so that another one will take the chunk. */
  isStopping?: () => boolean;
}

export interface QueueHandlers {
  chunk: (job: ClaimedChunk) => Promise<void>;
  dead: (job: ChunkJob) => Promise<void>;
  reconcile: () => Promise<void>;
  sweep: () => Promise<void>;
  mail: ((mailId: string) => Promise<void>) | undefined;
  runNotice: ((runId: string) => Promise<void>) | undefined;
  webhooks: WebhookHandlers | undefined;
  billing: BillingHandlers | undefined;
  ledgers: (() => Promise<void>) | undefined;
  runPush: ((job: PushJob, signal: AbortSignal) => Promise<void>) | undefined;
}
