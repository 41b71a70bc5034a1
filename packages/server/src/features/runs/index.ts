export { type OpenedExport, openExport } from './downloads.ts';
export { formatCount, formatDuration } from './format.ts';
export { openWaveform } from './waveform.ts';
