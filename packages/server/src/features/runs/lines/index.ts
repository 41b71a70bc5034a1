export { getAudioLink } from './audio-link.ts';
export { diffOf, evidenceOf, refusing } from './cards.ts';
export { listRunData } from './data.ts';
export { findMeasuredAudio, findTakes, type LineTakes, type MeasuredAudioRow, takeOf } from './takes.ts';
export { openWaveform } from './waveform.ts';
