export { type OpenedExport, openExport } from './downloads.ts';
export { openScript } from './script-download.ts';
export { openWaveform } from './waveform.ts';
