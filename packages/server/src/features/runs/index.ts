export { storeAggregates } from './aggregates.ts';
export { getRunExport, type OpenedExport, openExport } from './downloads.ts';
export { formatCount, formatDuration } from './format.ts';
export { assertRun } from './queries.ts';
export { openScript } from './script-download.ts';
export { openWaveform } from './waveform.ts';
