export { type AudioFormat, contentTypeOf, extensionOf } from './formats.ts';
export type { MasterSettings, TimeMap } from './master.ts';
export type { AudioMetrics } from './metrics.ts';
export type { AudioPool } from './pool.ts';
export type { Score } from './score.ts';
export { scoreLoudness } from './score-loudness.ts';
export { scoreNoise } from './score-noise.ts';
export { scorePacing } from './score-pacing.ts';
export type { VoiceFeatures } from './voice-features.ts';
