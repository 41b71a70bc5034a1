import type { App } from '../../src/app.ts';
import { estimateRun, prepareRun, type RunRequest } from '../../src/engine/index.ts';

/** The figures and notices of a run before it starts, as in its preview. */
export async function estimateOf(app: App, { account_id, ...request }: RunRequest & { account_id: string }) {
  const prepared = await prepareRun(app, request);
  const { notes, unknowns, readings } = prepared;
  return { ...(await estimateRun(app, prepared, { account_id })), readings, notes: [...unknowns, ...notes] };
}
