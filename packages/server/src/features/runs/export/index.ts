export { getDownloadLink, getRunExport, type OpenedExport, openExport } from './downloads.ts';
export { getOutputs } from './outputs.ts';
export { getScriptLink, openScript, scriptText } from './script.ts';
