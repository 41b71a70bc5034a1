export { getDownloadLink, getRunExport, type OpenedExport, openExport } from './downloads.ts';
export { getOutputs } from './outputs.ts';
export { getScriptLink, openScript } from './script-download.ts';
export { scriptText } from './script-text.ts';
