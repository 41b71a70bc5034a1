export { type OpenedExport, openExport } from './downloads.ts';
export { openWaveform } from './waveform.ts';
