export { findConfiguredVoice, supportsLocale } from './casting/assign-voice.ts';
export { listLineFailures } from './casting/line-failures.ts';
export { findTakeLocks, lockTakes, type TakeRef, takeLockSql, unlockTakes } from './casting/take-locks.ts';
export { findVoices, listNamedVoices } from './casting/voice-pool.ts';
export { cancelRun, type RecordRunChange } from './control/cancel.ts';
export { pauseRun, type RunRef, resumeRun } from './control/pause.ts';
export { type Requeue, requeueChunks } from './control/requeue.ts';
export { resumeWaitingRuns } from './control/resume-waiting.ts';
export { createRunControl } from './control/run-control.ts';
export { pauseSuspendedRuns } from './control/suspended.ts';
export { listWorkerModels, reportWorker } from './control/worker-models.ts';
export type { EngineApp } from './engine-app.ts';
export { chunkJobRef, runNotificationJobRef } from './job-refs.ts';
export { describeWait, type RetryLine } from './model.ts';
export { speakInVoices, voicesInCast } from './nodes/generator/preview-voices.ts';
export { compilePlan } from './plan.ts';
export { SLOW_MS } from './provider-calls/call-provider.ts';
export { createConcurrencyLimiter } from './provider-calls/concurrency-limiter.ts';
export {
  chooseProviderPayer,
  findSpeechRate,
  findVoiceScope,
  isListedVoice,
  isPlatformKeyUsable,
  isVisibleVoice,
  loadPayers,
  NO_PAYERS,
  type Payers,
  type VoiceScope,
} from './provider-calls/payers.ts';
export {
  decryptPlatformKey,
  findPlatformCredentials,
  platformKeyContext,
} from './provider-calls/platform-keys.ts';
export {
  findProviderCredentials,
  providerKeyContext,
} from './provider-calls/provider-keys.ts';
export { listRunErrors, type RunErrorKind } from './provider-calls/run-errors.ts';
export { listProviderChoices } from './routing/route-queries.ts';
export { assertNoActiveRun, assertRunLimit } from './runs/active-runs.ts';
export { forgetLostAudio } from './runs/audio-use.ts';
export { CONTROL_CHANNEL, EVENT_CHANNEL } from './runs/events.ts';
export { sweepOrphanedObjects } from './runs/retention.ts';
export { deleteEndedRun, isFinal, OPEN_STATUSES, storeRunAggregates } from './runs/row.ts';
export { lineKey, readScript } from './sources/script-lines.ts';
export { createTextPool } from './sources/text-pool.ts';
export { MAX_LEXICON_PROBLEMS } from './sources/text-tasks.ts';
export { findUploads, SourceFailure } from './sources/uploads.ts';
export { createDictionary, loadDictionary } from './speech-text/dictionary.ts';
export { createMarkupPolicyResolver as markupPolicyResolver } from './speech-text/markup-policy.ts';
export { castVoices } from './start/cast-voices.ts';
export { digestSpeech } from './start/digest-speech.ts';
export {
  estimateCost,
  estimateCreditRates,
  estimateRun,
  type RunSpender,
  type TakeCost,
} from './start/estimate.ts';
export { listUploadMentions as uploadMentions } from './start/mentions.ts';
export { applyOverrides } from './start/overrides.ts';
export { type PreparedRun, prepareRun, type RunRequest, toStartProblem } from './start/prepare.ts';
export { type RunStart, startRun } from './start/start.ts';
