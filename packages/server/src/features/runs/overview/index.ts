export { storeAggregates } from './aggregates.ts';
export { formatCount, formatDuration } from './format.ts';
export { getOverview } from './overview.ts';
export { findSteps, listSteps, nodeStates } from './steps.ts';
export { countVerdicts, summarizeValidators } from './validators.ts';
