export { getRunExport, type OpenedExport, openExport, openScript } from './export/index.ts';
export { openWaveform } from './lines/index.ts';
export { formatCount, formatDuration, storeAggregates } from './overview/index.ts';
export { assertRun } from './queries.ts';
