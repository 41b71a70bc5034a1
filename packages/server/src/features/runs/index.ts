export { MAX_COMPARED_LINES, outlierLines, storeAggregates } from './aggregates.ts';
export { verdictView } from './cards.ts';
export {
  prepareStart,
  previewRetryAction,
  retryRunAction,
  type StartApp,
  startPrepared,
} from './control.ts';
export {
  createEventWatch,
  type EventBatch,
  type EventWatch,
  REVIEW_CHANNEL,
  tailEvents,
} from './event-watch.ts';
export { getRunExport, type OpenedExport, openExport, openScript } from './export/index.ts';
export { linkToAudio, openWaveform } from './links.ts';
export { formatCount, formatDuration } from './metrics.ts';
export { isGenerator, listNodes } from './nodes.ts';
export {
  type AnyRun,
  explainRun,
  findRun,
  linesText,
  listOpenRuns,
  NO_WORKERS,
  OPEN_STATES,
  readRunFacts,
} from './operator/index.ts';
export { assertRunExists, getRun, getRunWithGraph, type RunRef, type RunWithDefinition } from './queries.ts';
export { findMeasuredAudio, findTakes, type LineTake, type MeasuredAudioRow } from './takes.ts';
export { hasEnded, runView } from './view.ts';
