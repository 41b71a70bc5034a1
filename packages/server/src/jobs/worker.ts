import type { App } from '../app.ts';
import type { Job } from './job.ts';

export interface Worker {
  /** Takes no more jobs, and requeues what does not finish in the grace time. */
  stop(graceMs?: number): Promise<void>;
}

/** Makes this process work on these jobs. */
export async function startWorker(app: App, jobs: readonly Job[]): Promise<Worker> {
  await app.queue.work(app, jobs);
  return { stop: (graceMs) => app.queue.stop(graceMs) };
}
