export { storeAggregates } from './aggregates.ts';
export { getRunExport, type OpenedExport, openExport, openScript } from './export/index.ts';
export { openWaveform } from './links.ts';
export { formatCount, formatDuration } from './metrics.ts';
export { assertRunExists } from './queries.ts';
