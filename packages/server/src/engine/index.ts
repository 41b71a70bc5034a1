export { namedFor, speaks } from './casting/assign-voice.ts';
export { loadDictionary } from './casting/dictionary.ts';
export { modelOf, rateOf } from './casting/takes.ts';
export { namedProviders, namedVoices, selectVoices } from './casting/voice-pool.ts';
export type { EngineApp } from './engine-app.ts';
export { runEndedQueue } from './job-refs.ts';
export { compilePlan, configOf, type Plan, type PlanNode } from './plan.ts';
export { type ConcurrencyLimiter, createConcurrencyLimiter } from './provider-calls/concurrency-limiter.ts';
export {
  contextOf,
  findKeyedProviders,
  listInvalidKeys,
  openProviderKey,
} from './provider-calls/provider-keys.ts';
export { dropWorkspaceSecrets } from './provider-calls/workspace-secrets.ts';
export { listRoutes } from './routing/route-queries.ts';
export { cancelRun } from './runs/cancel.ts';
export { createRunControl, type RunControl } from './runs/control.ts';
export { EVENT_CHANNEL } from './runs/events.ts';
export { sweepOrphans } from './runs/orphans.ts';
export { pauseRun, type RunRef, resumeRun } from './runs/pause.ts';
export { storeRunAggregates } from './runs/row.ts';
export type { RetryLine } from './runs/run-retry.ts';
export { isFinal } from './runs/status.ts';
export { readScript, ScriptProblem } from './sources/script-lines.ts';
export { estimateRun } from './start/estimate.ts';
export { uploadMentions } from './start/mentions.ts';
export { lineKey, type PreparedRun, prepareRun, problemOf, type RunRequest } from './start/prepare.ts';
export { planRates } from './start/rates.ts';
export { type RunStart, startRun } from './start/start.ts';
